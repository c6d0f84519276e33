import { expect, test } from "vitest";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { findUnreviewed } from "./reviews.ts";

const server = useServer();

test("of each provider as many sales are asked after, those that never were first", async () => {
  const now = new Date(server.clock.ms);
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
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
