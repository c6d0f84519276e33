// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { CHECKOUT_KEY } from "../../core/storage-keys.ts";
import { made } from "../../testing/made.ts";
import { type OfferSetting, renderOffer } from "../../testing/render-offer.tsx";
import { Page } from "./page.tsx";
import { paidOnce } from "../../testing/calls.ts";

const props = made<PageProps["downsell"]>({
  heading: "A smaller start",
  product: "trial",
  acceptLabel: "Start small",
  declineLabel: "No, thanks",
});
const JOURNEY = "funnel:calm/focus";

const show = (setting?: OfferSetting) =>
  renderOffer({ page: "downsell", props }, <Page {...props} />, setting);

test("stays until it is answered, also after a reload", () => {
  const { path, storage } = show();
  expect(screen.getByRole("heading", { name: "A smaller start" })).toBeTruthy();
  expect(path()).toBe("/quiz/here?utm_source=ad");
  expect(storage.getItem(JOURNEY)).toContain('"done":[]');
});

test("No leads on and is remembered", () => {
  const { path, storage } = show();
  fireEvent.click(screen.getByRole("button", { name: "No, thanks" }));
  expect(path()).toBe("/quiz/declined?utm_source=ad");
  expect(storage.getItem(JOURNEY)).toContain('"done":["here"]');
});

test("so is a payment", () => {
  const { path, storage, settle } = show();
  settle({ status: "paid", product: "trial" });
  expect(path()).toBe("/quiz/accepted?utm_source=ad");
  expect(storage.getItem(JOURNEY)).toContain('"done":["here"]');
});

test("a payment that was refused leaves it open", () => {
  const { path, storage, settle } = show();
  settle({ status: "declined", product: "trial" });
  expect(screen.getByRole("alert").textContent).toContain("declined");
  expect(path()).toBe("/quiz/here?utm_source=ad");
  expect(storage.getItem(JOURNEY)).toContain('"done":[]');
});

test("whoever comes back after an answer goes on", () => {
  const { path } = show({ journey: { done: ["here"] } });
  expect(path()).toBe("/quiz/declined?utm_source=ad");
});

const stored = { [CHECKOUT_KEY]: JSON.stringify({ isPurchased: true }) };
const purchase = {
  ...paidOnce,
  product: "trial",
  name: "1-week plan",
  amount: 999,
  paid_at: "2026-02-14T12:00:00.000Z",
};

test("whoever has bought it is told so, and goes on as a buyer", async () => {
  const { path } = show({
    journey: { done: ["here"] },
    stored,
    answer: () => ({ saved: true, purchases: [purchase] }),
  });
  await act(async () => undefined);
  expect(path()).toBe("/quiz/here?utm_source=ad");
  expect(screen.getByText("You have bought this")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(path()).toBe("/quiz/accepted?utm_source=ad");
});

test("whoever has bought something else goes on once the server has said so", async () => {
  const { path } = show({
    journey: { done: ["here"] },
    stored,
    answer: () => ({ saved: true, purchases: [] }),
  });
  expect(path()).toBe("/quiz/here?utm_source=ad");
  await act(async () => undefined);
  expect(path()).toBe("/quiz/declined?utm_source=ad");
});

test("what the server said to the page before leads nobody on", async () => {
  let purchases: readonly object[] = [];
  const { path, goTo } = show({
    journey: { done: ["here"] },
    stored,
    answer: () => ({ saved: true, purchases }),
  });
  await act(async () => undefined);
  expect(path()).toBe("/quiz/declined?utm_source=ad");
  purchases = [purchase];
  await goTo("/quiz/here?utm_source=ad");
  await act(async () => undefined);
  expect(path()).toBe("/quiz/here?utm_source=ad");
  expect(screen.getByText("You have bought this")).toBeTruthy();
});
