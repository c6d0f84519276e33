import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createServices } from "../app.ts";
import type { AfterSale } from "../checkout/news.ts";
import type { Review } from "../checkout/provider.ts";
import { settle } from "../checkout/settle.ts";
import { providersOf } from "../payments/registry.ts";
import { sandboxAs } from "../payments/sandbox/provider.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { reconcile } from "./reconcile.ts";

const server = useServer();
const told: object[] = [];
let review: Review = { news: [], faults: [] };
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([
      { ...sandboxAs("pay-pro"), review: async () => review },
    ]),
    log: (line) => void told.push(line),
    now: () => new Date(server.clock.ms),
  });

const lost = (): AfterSale => ({
  kind: "dispute",
  reference: randomUUID(),
  transaction: "t-1",
  amount: 999,
  currency: "USD",
  state: "lost",
  withdrawn: 999,
  reason: null,
  toldAt: new Date(0),
});
const inOtherMoney: AfterSale = {
  kind: "transaction",
  transaction: "t-2",
  amount: 999,
  currency: "EUR",
};

test.each<[string, Review]>([
  ["read", { news: [lost()], faults: [new Error("odd")] }],
  ["written down", { news: [inOtherMoney, lost()], faults: [] }],
])("what cannot be %s of a sale keeps nothing else of it", async (_, said) => {
  const checkout = await storeCheckout(server.db, { provider: "pay-pro" });
  await settle(services(), checkout, { status: "paid", transaction: "t-1" });
  server.clock.ms += 2 * 86_400_000;
  review = said;
  told.length = 0;
  await reconcile(services());
  const { state } = await server.db
    .selectFrom("payments")
    .select("state")
    .where("checkout_id", "=", checkout.checkout_id)
    .executeTakeFirstOrThrow();
  expect(state).toBe("charged_back");
  expect(told).toContainEqual(
    expect.objectContaining({ level: "error", message: "sale not reviewed" }),
  );
});
