import { expect, test } from "vitest";
import { createServices } from "../app.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import { providersOf } from "../payments/registry.ts";
import { sandboxAs } from "../payments/sandbox/provider.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { closeUnpaid } from "./close-unpaid.ts";
import type { Provider } from "./provider.ts";
import { isSetAside } from "./settle.ts";

const DAY_MS = 86_400_000;
const server = useServer();

/** Closes a checkout so long after it was begun, and answers it as it is then. */
async function closed(
  provider: Provider,
  checkout: Checkout,
  ms: number,
): Promise<Checkout | null> {
  const services = createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([provider]),
    now: () => new Date(checkout.created_at.getTime() + ms),
  });
  await closeUnpaid(services, checkout);
  return findCheckout(server.db, checkout.checkout_id);
}

const { expire: _, ...unclosable } = sandboxAs("stripe");

test("what its provider cannot close is set aside for three days, and ends then", async () => {
  const checkout = await storeCheckout(server.db, {});
  const before = await closed(unclosable, checkout, 3 * DAY_MS);
  expect(before && isSetAside(before)).toBe(true);
  const after = await closed(unclosable, checkout, 3 * DAY_MS + 1);
  expect(after?.status).toBe("cancelled");
});

test("what can be neither closed nor found out is set aside", async () => {
  const checkout = await storeCheckout(server.db, {});
  const broken: Provider = {
    ...unclosable,
    expire: () => Promise.reject(new Error("not now")),
    look: async () => "unknown",
  };
  const left = await closed(broken, checkout, 4 * DAY_MS);
  expect(left && isSetAside(left)).toBe(true);
});
