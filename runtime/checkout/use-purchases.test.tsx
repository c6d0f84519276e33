// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { expect, test } from "vitest";
import { pageTests, untilShown } from "../testing/harness.tsx";
import { type PurchasesHandle, usePurchases } from "./use-purchases.ts";

const { server, watch } = pageTests();

const bought = {
  checkout_id: "c-1",
  product: "plan",
  name: "12-week plan",
  amount: 3199,
  currency: "GBP",
  renewal: { everyDays: 84, amount: 4199 },
  paid_at: "2026-01-01T00:00:00Z",
};

test("purchases are loading, failed, asked again, and ready in words", async () => {
  server().answer = () => ({ status: 404 });
  const { seen, now } = watch((): PurchasesHandle => usePurchases(), {
    at: ["/quiz-focus/thanks"],
  });
  expect(seen[0]).toMatchObject({ status: "loading", items: [] });
  await untilShown(() => now().status === "failed");
  server().answer = () => ({
    body: { purchases: [bought, { ...bought, renewal: null }] },
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
      renewal: {
        everyDays: 84,
        amount: 4199,
        text: "Renews at £41.99 every 12 weeks until you cancel.",
      },
    },
    expect.objectContaining({ renewal: null }),
  ]);
});
