import { expect, test } from "vitest";
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
