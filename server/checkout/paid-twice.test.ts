import { describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import type { Checkout } from "../db/checkouts.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { settleAfterSale } from "./after-sale.ts";
import type { AfterSale } from "./news.ts";
import { settle } from "./settle.ts";

const server = useServer();
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
    log: () => {},
    now: () => new Date(server.clock.ms),
  });

const about = { amount: 999, currency: "USD", reason: null } as const;
const refund = (transaction: string): AfterSale => ({
  kind: "refund",
  refund: null,
  reference: `of ${transaction}`,
  status: "succeeded",
  transaction,
  ...about,
});
const dispute = (transaction: string): AfterSale => ({
  kind: "dispute",
  reference: crypto.randomUUID(),
  state: "lost",
  withdrawn: 999,
  toldAt: new Date(0),
  transaction,
  ...about,
});

/** An order that was paid by two transactions. */
async function paidTwice(): Promise<Checkout> {
  const checkout = await storeCheckout(server.db);
  for (const transaction of ["t-1", "t-2"])
    await settle(services(), checkout, { status: "paid", transaction });
  return checkout;
}

/** What the outside is told of an order after its sale. */
async function toldOf({ checkout_id }: Checkout) {
  const rows = await server.db
    .selectFrom("outbox")
    .select(["kind", "payload"])
    .where("kind", "<>", "payment.taken")
    .orderBy("created_at")
    .orderBy("message_id")
    .execute();
  return rows
    .filter(({ payload }) => payload["checkout_id"] === checkout_id)
    .map(({ kind, payload }) => [kind, payload["refund_due"]]);
}

// Which of the two goes back does not matter.
test.each([
  ["the second", ["t-2", "t-1"]],
  ["the first", ["t-1", "t-2"]],
])(
  "where %s of two payments goes back, it is told that one stays, until that goes back as well",
  async (_, [first = "", second = ""]) => {
    const order = await paidTwice();
    await settleAfterSale(services(), order, refund(first));
    expect(await toldOf(order)).toEqual([["payment.refunded", true]]);
    await settleAfterSale(services(), order, dispute(second));
    expect(await toldOf(order)).toEqual([
      ["payment.refunded", true],
      ["dispute.closed", false],
    ]);
  },
);

test("what is disputed of two payments is told as taken once too often where it was", async () => {
  const order = await paidTwice();
  await settleAfterSale(services(), order, dispute("t-2"));
  expect(await toldOf(order)).toEqual([["dispute.closed", true]]);
});

describe("what may be bought again, by an order that was set aside,", () => {
  const HOUR_MS = 3_600_000;
  const isDue = async ({ checkout_id }: Checkout) => {
    const { refund_due } = await server.db
      .selectFrom("payments")
      .select("refund_due")
      .where("checkout_id", "=", checkout_id)
      .executeTakeFirstOrThrow();
    return refund_due;
  };
  /** One that was set aside, and another one of its session: their page is the same but for what follows it. */
  async function giftsOf(own: Partial<Checkout> = {}) {
    const gift = { product: "gift", repeatable: true };
    const created_at = new Date(server.clock.ms);
    const begun = { ...gift, created_at, offer: null };
    const aside = await storeCheckout(server.db, begun);
    const { session_id } = aside;
    const return_path = "/quiz/oto?again";
    const another = { ...gift, session_id, created_at, return_path, ...own };
    return { aside, other: await storeCheckout(server.db, another) };
  }
  async function pay(...orders: readonly Checkout[]) {
    for (const order of orders) {
      server.clock.ms += HOUR_MS;
      const transaction = order.checkout_id;
      await settle(services(), order, { status: "paid", transaction });
    }
  }

  test("is taken once too often where another one of the page was paid since, until that goes back", async () => {
    const { aside, other } = await giftsOf();
    await pay(other, aside);
    expect([await isDue(other), await isDue(aside)]).toEqual([false, true]);
    await settleAfterSale(services(), other, refund(other.checkout_id));
    expect([await isDue(other), await isDue(aside)]).toEqual([true, false]);
  });

  test("and paid first is what the other one takes once too often", async () => {
    const { aside, other } = await giftsOf();
    await pay(aside, other);
    expect([await isDue(other), await isDue(aside)]).toEqual([true, false]);
  });

  test("is bought twice on two pages", async () => {
    const { aside, other } = await giftsOf({ return_path: "/quiz/oto-gift" });
    await pay(other, aside);
    expect(await isDue(aside)).toBe(false);
  });

  test("is bought twice where the other one had been paid before it was begun", async () => {
    const { aside: first } = await giftsOf();
    const { session_id } = first;
    await pay(first);
    server.clock.ms += HOUR_MS;
    const created_at = new Date(server.clock.ms);
    const own = { product: "gift", repeatable: true, offer: null };
    const second = { ...own, session_id, created_at };
    const later = await storeCheckout(server.db, second);
    await pay(later);
    expect(await isDue(later)).toBe(false);
  });
});
