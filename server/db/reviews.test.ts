import { expect, test } from "vitest";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { findUnreviewed } from "./reviews.ts";

const server = useServer();
const now = new Date("2030-01-01T00:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

test("of each provider as many sales are asked after, those that never were first", async () => {
  const sold = async (provider: string, reviewed_at: Date | null) => {
    const paid = { status: "paid", settled_at: daysAgo(9) } as const;
    const { checkout_id } = await storeCheckout(server.db, {
      ...paid,
      provider,
      reviewed_at,
    });
    return checkout_id;
  };
  const [, before, never] = [
    await sold("max-pay", daysAgo(2)),
    await sold("max-pay", daysAgo(3)),
    await sold("max-pay", null),
    await sold("max-pay", daysAgo(0.5)),
  ];
  const other = await sold("pay-pro", daysAgo(4));
  const found = await findUnreviewed(server.db, ["max-pay", "pay-pro"], now, 2);
  expect(found.map(({ checkout_id }) => checkout_id)).toEqual([
    never,
    other,
    before,
  ]);
});

test.each([
  [179, null, true],
  [181, null, false],
  [400, 179, true],
  [400, 181, false],
])(
  "a plan that is over, was sold %i days ago and renewed last %j days ago: %s",
  async (sold, renewed, isAsked) => {
    const { checkout_id, session_id } = await storeCheckout(server.db, {
      provider: "reviewed",
      status: "paid",
      settled_at: daysAgo(sold),
    });
    const sum = { amount: 999, currency: "USD" };
    await server.db
      .insertInto("subscriptions")
      .values({
        checkout_id,
        session_id,
        ...sum,
        provider: "reviewed",
        reference: null,
        status: "cancelled",
        every_days: 28,
        renews_at: now,
        created_at: daysAgo(sold),
      })
      .execute();
    if (renewed !== null)
      await server.db
        .insertInto("renewals")
        .values({
          reference: `reviewed ${checkout_id}`,
          checkout_id,
          ...sum,
          paid_at: daysAgo(renewed),
        })
        .execute();
    const found = await findUnreviewed(server.db, ["reviewed"], now, 9);
    expect(found.some((one) => one.checkout_id === checkout_id)).toBe(isAsked);
  },
);
