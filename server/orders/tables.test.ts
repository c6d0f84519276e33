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

test("what visitors have written neither steers a terminal nor turns its letters around", async () => {
  const letters = "\u001b]0;\u0007\n\u007f\u009b2J\u202e\u2066\u200f\u061c";
  const written =
    "\\u001b]0;\\u0007\\u000a\\u007f\\u009b2J\\u202e\\u2066\\u200f\\u061c";
  const email = `a${letters}@mail.example`;
  const order = await storeCheckout(server.db, {
    email,
    product_name: letters,
    details: { note: [{ text: letters }, letters] },
  });
  await server.db
    .insertInto("contacts")
    .values({
      session_id: order.session_id,
      event_id: randomUUID(),
      body_digest: "",
      fields: JSON.stringify({ email, name: letters }),
      created_at: new Date(0),
    })
    .execute();
  const asked = new URLSearchParams({ email });
  for (const path of [
    "orders",
    `orders/${order.checkout_id}`,
    "contacts",
    `contacts/person?${asked}`,
  ]) {
    const headers = { accept: "text/plain" };
    const { text } = await server.send(`/api/admin/${path}`, { headers });
    expect(text).toContain(`a${written}@mail.example`);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  }
});
