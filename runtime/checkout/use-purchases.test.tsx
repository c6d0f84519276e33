// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { useState } from "react";
import { type NavigateFunction, useNavigate } from "react-router-dom";
import { expect, test } from "vitest";
import { CHECKOUT_KEY } from "../core/storage-keys.ts";
import type { Reply } from "../testing/local-server.ts";
import { pageTests, storing, untilShown } from "../testing/harness.tsx";
import { type PurchasesHandle, usePurchases } from "./use-purchases.ts";

const { server, watch, paths } = pageTests();

const bought = {
  checkout_id: "c-1",
  product: "plan",
  name: "12-week plan",
  amount: 3199,
  currency: "GBP",
  renewal: { everyDays: 84, amount: 4199 },
  status: "paid",
  refunded: 0,
  paid_at: "2026-01-01T00:00:00Z",
  gift: null,
};

const earlier = { renewal: null, paid_at: "2025-12-30T12:00:00Z" };

test("purchases are loading, failed, asked again, and ready in words", async () => {
  server().answer = () => ({ status: 404 });
  const { seen, now } = watch((): PurchasesHandle => usePurchases(), {
    at: ["/quiz-focus/thanks"],
  });
  expect(seen[0]).toMatchObject({ status: "loading", items: [] });
  await untilShown(() => now().status === "failed");
  server().answer = () => ({
    body: { purchases: [bought, { ...bought, ...earlier }] },
  });
  act(() => now().retry());
  expect(now().status).toBe("loading");
  await untilShown(() => now().status === "ready");
  expect(now().items).toEqual([
    {
      product: "plan",
      name: "12-week plan",
      amount: 3199,
      kept: 3199,
      currency: "GBP",
      text: "£31.99",
      day: "today",
      isRefunded: false,
      refunded: null,
      gift: null,
      renewal: {
        everyDays: 84,
        amount: 4199,
        text: "Renews at\u00a0£41.99 every\u00a012\u00a0weeks until you cancel.",
      },
      stopped: null,
    },
    expect.objectContaining({ renewal: null, day: "December 30" }),
  ]);
});

test("asked again, they are loading with what was known before", async () => {
  server().answer = () => ({ body: { purchases: [bought] } });
  const { seen, now } = watch((): PurchasesHandle => usePurchases(), {
    at: ["/quiz-focus/thanks"],
  });
  await untilShown(() => now().status === "ready");
  server().answer = () => ({ body: { purchases: [bought, bought] } });
  const before = seen.length;
  act(() => now().retry());
  await untilShown(() => now().status === "ready");
  const shown = seen
    .slice(before)
    .map(({ status, items }) => `${status} ${items.length}`);
  expect([...new Set(shown)]).toEqual(["loading 1", "ready 2"]);
});

test("the answer to an earlier call is not shown any more", async () => {
  let answerFirst = (_answer: Reply) => {};
  const first = new Promise<Reply>((resolve) => {
    answerFirst = resolve;
  });
  server().answer = () => first;
  const { now, seen } = watch((): PurchasesHandle => usePurchases(), {
    at: ["/quiz-focus/thanks"],
  });
  await untilShown(() => paths().length > 0);
  server().answer = () => ({ body: { purchases: [bought, bought] } });
  act(() => now().retry());
  await untilShown(() => now().status === "ready");
  const before = seen.length;
  answerFirst({ body: { purchases: [bought] } });
  server().answer = () => ({ body: { purchases: [bought, bought, bought] } });
  act(() => now().retry());
  await untilShown(() => now().items.length === 3);
  const since = seen.slice(before).map(({ items }) => items.length);
  expect(since).not.toContain(1);
});

test("several parts of a page ask once", async () => {
  server().answer = () => ({ body: { purchases: [bought] } });
  const { now } = watch(() => [usePurchases(), usePurchases()] as const, {
    at: ["/quiz-focus/thanks"],
  });
  await untilShown(() => now()[0].status === "ready");
  expect(now()[1].status).toBe("ready");
  expect(paths()).toEqual(["/pay/purchases"]);
});

test("who could not be asked is asked once more on the way back, and not where the answer has come", async () => {
  server().answer = () => ({ status: 404 });
  const { now } = watch(() => [usePurchases(), usePurchases()] as const, {
    at: ["/quiz-focus/thanks"],
  });
  await untilShown(() => now()[0].status === "failed");
  server().answer = () => ({ body: { purchases: [bought] } });
  act(() => void window.dispatchEvent(new Event("online")));
  await untilShown(() => now()[0].status === "ready");
  expect(now()[0].items).toHaveLength(1);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(now()[0].status).toBe("ready");
  expect(paths()).toEqual(["/pay/purchases", "/pay/purchases"]);
});

test("they are put into words once, whoever shows them", async () => {
  server().answer = () => ({ body: { purchases: [bought] } });
  const { now } = watch(() => [usePurchases(), usePurchases()] as const, {
    at: ["/quiz-focus/thanks"],
  });
  await untilShown(() => now()[0].status === "ready");
  expect(now()[0].items).toBe(now()[1].items);
});

test("whoever begins to want them while another part shows them asks anew", async () => {
  server().answer = () => ({ body: { purchases: [] } });
  const { now } = watch(
    () => {
      const [isWanted, setIsWanted] = useState(false);
      return {
        first: usePurchases(),
        later: usePurchases(isWanted),
        setIsWanted,
      };
    },
    { at: ["/quiz-focus/thanks"] },
  );
  await untilShown(() => now().first.status === "ready");
  server().answer = () => ({ body: { purchases: [bought] } });
  act(() => now().setIsWanted(true));
  expect(now().later.status).toBe("loading");
  await untilShown(() => now().later.status === "ready");
  expect(now().later.items).toHaveLength(1);
});

test("another page's answer is no answer to the page on screen", async () => {
  server().answer = () => ({ body: { purchases: [bought] } });
  let goTo: NavigateFunction = () => undefined;
  const { seen, now, here } = watch(
    () => {
      goTo = useNavigate();
      return usePurchases().status;
    },
    { at: ["/quiz-focus/thanks"] },
  );
  for (const path of ["/quiz-focus/oto", "/quiz-focus/thanks"]) {
    await untilShown(() => now() === "ready");
    const before = seen.length;
    await act(async () => goTo(path));
    expect(here()).toBe(path);
    expect(seen[before]).toBe("loading");
  }
});

const older = { purchases: [bought] };
test.each([
  ["as the server said last", { saved: true, purchases: [bought] }, true],
  ["by what was bought, of an older server", older, true],
  ["none where that was none", { saved: false, purchases: [bought] }, false],
  ["none where it never said", null, false],
])("where the server is away, what is saved is %s", async (_, body, saved) => {
  const paid = { [CHECKOUT_KEY]: { isPurchased: true } };
  if (body !== null) server().answer = () => ({ body });
  else server().answer = () => ({ status: 404 });
  const { now } = watch((): PurchasesHandle => usePurchases(), {
    at: ["/quiz-focus/thanks"],
    backend: storing({}, paid),
  });
  await untilShown(() => now().status !== "loading");
  server().answer = () => ({ status: 404 });
  act(() => now().retry());
  expect(now().isSaved).toBe(true);
  await untilShown(() => now().status === "failed");
  expect(now().isSaved).toBe(saved);
});

test("what was given back does not count as saved", async () => {
  const refunded = { ...bought, status: "refunded", refunded: 3199 };
  server().answer = () => ({ body: { purchases: [refunded] } });
  const { now } = watch((): PurchasesHandle => usePurchases(), {
    at: ["/quiz-focus/thanks"],
  });
  await untilShown(() => now().status === "ready");
  expect(now().isSaved).toBe(false);
});
