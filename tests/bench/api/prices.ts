import { randomUUID } from "node:crypto";
import { testSite } from "../../../server/testing/site.ts";
import { newVisitor, expectEqual } from "./load.ts";
import { apiProcess, embeddedStore } from "./process.ts";

const TRIES = 200;
/** Beside them, so that something is made at all. */
const HONEST = 10;
const CURRENCIES = ["USD", "EUR", "GBP", "CAD"] as const;

/** 200 altered prices: each is refused, and what comes of an honest one costs what the list says. */
export async function benchPrices(): Promise<void> {
  const store = embeddedStore();
  const api = await apiProcess(store.env);
  await api.start();
  const statuses = new Map<number, number>();
  for (let i = 0; i < TRIES + HONEST; i += 1) {
    const visitor = await newVisitor(api.port);
    const initiated = await visitor.call("/api/visitor/initiate-checkout", {
      method: "POST",
      body: {
        ...honest,
        ...(i < TRIES && altered(i)),
        event_id: randomUUID(),
      },
    });
    statuses.set(initiated.status, (statuses.get(initiated.status) ?? 0) + 1);
    // Whatever came of it, the visitor goes on to pay, with a price of their own once more.
    for (const price of [undefined, 1])
      await visitor.call("/api/pay/make-stripe-checkout", {
        method: "POST",
        headers: { "idempotency-key": randomUUID() },
        body: { product: "journal", return_path: "/quiz", price },
      });
  }
  await api.kill("SIGTERM");
  const { db, close } = await store.open();
  const made = await db
    .selectFrom("checkouts")
    .select(["product", "amount", "currency"])
    .execute();
  await close();
  const list = testSite.brands["calm"]?.products ?? {};
  const wrong = made.filter(
    ({ product, amount, currency }) =>
      list[product]?.prices[currency] !== amount,
  );
  console.log(
    `  answers: ${[...statuses].map(([status, n]) => `${n} x ${status}`).join(", ")}; ${made.length} checkouts made`,
  );
  expectEqual("altered ones refused", statuses.get(422) ?? 0, TRIES);
  expectEqual("checkouts of honest ones", made.length, HONEST);
  expectEqual("checkouts at another price than the list's", wrong.length, 0);
  await store.remove();
}

const honest = { product: "journal", price: 999, currency: "USD" };

/** One way to alter an honest body. */
function altered(i: number): Record<string, unknown> {
  const ways: readonly Record<string, unknown>[] = [
    { price: 998 - i },
    { price: 0 },
    { price: -999 },
    { price: 9.99 },
    { price: "999" },
    { price: 1e9 },
    { price: null },
    { currency: CURRENCIES[1 + (i % 3)] },
    { currency: "usd" },
    { currency: "JPY" },
    { product: "plan" },
    { product: "__proto__" },
    { product: ["journal"] },
    { price: [999] },
    { price: { valueOf: 1 } },
    { price: 999, amount: 1 },
    { discount: 100 },
    { price: Number.MAX_SAFE_INTEGER + i },
    { price: true },
  ];
  return ways[i % ways.length] ?? {};
}
