// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Reply } from "../testing/local-server.ts";
import { pageTests, untilShown } from "../testing/harness.tsx";
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
      currency: "GBP",
      text: "£31.99",
      day: "today",
      isRefunded: false,
      refunded: null,
      gift: null,
      renewal: {
        everyDays: 84,
        amount: 4199,
        text: "Renews at\u00a0£41.99\u00a0every\u00a012\u00a0weeks until you cancel.",
      },
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
