import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createServices } from "../app.ts";
import { settleAfterSale } from "../checkout/after-sale.ts";
import { settle } from "../checkout/settle.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";

const server = useServer();

test("a payment has returned by what was given back and by what a bank took back", async () => {
  const services = createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
  });
  const checkout = await storeCheckout(server.db, { provider: "sandbox" });
  await settle(services, checkout, { status: "paid" });
  const about = {
    transaction: null,
    amount: 400,
    currency: "USD",
    reason: null,
  } as const;
  await settleAfterSale(services, checkout, {
    kind: "refund",
    refund: null,
    reference: randomUUID(),
    status: "succeeded",
    ...about,
  });
  await settleAfterSale(services, checkout, {
    kind: "dispute",
    reference: randomUUID(),
    state: "lost",
    withdrawn: 400,
    toldAt: new Date(0),
    ...about,
  });
  const { text } = await server.send(
    `/api/admin/orders/${checkout.checkout_id}`,
    { headers: { accept: "text/plain" } },
  );
  expect(text).toMatch(/ \$9\.99 +partly_refunded +\$8\.00$/m);
});
