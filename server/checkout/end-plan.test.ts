import { beforeEach, expect, test } from "vitest";
import { createServices } from "../app.ts";
import type { Checkout } from "../db/checkouts.ts";
import { providersOf } from "../payments/registry.ts";
import { sandboxAs } from "../payments/sandbox/provider.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { endPlan } from "./end-plan.ts";
import type { Provider } from "./provider.ts";
import { settle } from "./settle.ts";

const server = useServer();
/** Of which plans the provider was asked. */
const asked: (string | null)[] = [];
const { endPlan: _, ...silent } = sandboxAs("stripe");
const saying = (ends: boolean): Provider => ({
  ...silent,
  endPlan: async (__, reference) => {
    asked.push(reference);
    return ends;
  },
});
const services = (provider: Provider) =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([provider]),
    now: () => new Date(server.clock.ms),
  });
beforeEach(() => {
  asked.length = 0;
});

async function bought(provider: Provider): Promise<Checkout> {
  const checkout = await storeCheckout(server.db, {
    product: "plan",
    renewal_amount: 2_999,
    renewal_days: 28,
  });
  const subscription = checkout.checkout_id;
  const found = { status: "paid", subscription } as const;
  return settle(services(provider), checkout, found);
}

const stored = ({ checkout_id }: Checkout) =>
  server.db
    .selectFrom("subscriptions")
    .select("status")
    .where("checkout_id", "=", checkout_id)
    .execute();

test.each<[string, string, Provider]>([
  ["ends it", "cancelled", saying(true)],
  ["cannot end it", "active", saying(false)],
  ["has no such call", "active", silent],
  ["is not set up", "active", sandboxAs("other")],
])("a plan whose provider %s is %s", async (_does, status, provider) => {
  const checkout = await bought(provider);
  const { checkout_id } = checkout;
  const plan = { checkout_id, reference: checkout_id };
  await endPlan(services(provider), plan);
  expect(await stored(checkout)).toEqual([{ status }]);
});

test("a provider is asked by its own name for the plan, and of none that is not there", async () => {
  const provider = saying(true);
  const plan = { checkout_id: "nobody's", reference: "sub-1" };
  await endPlan(services(provider), plan);
  expect(asked).toEqual([]);
  const { checkout_id } = await bought(provider);
  await endPlan(services(provider), { ...plan, checkout_id });
  expect(asked).toEqual(["sub-1"]);
});
