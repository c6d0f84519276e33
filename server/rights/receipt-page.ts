import { html } from "hono/html";
import { formatMoney } from "../checkout/money.ts";
import { brandPage } from "../http/html-page.ts";
import type { Hosts } from "../site.ts";
import { type Holder, ordersAddress, paymentLines } from "./orders-pages.ts";
import type { OwnOrder } from "./own-orders.ts";

/**
 * What was paid for an order, to be printed or kept as a file: in the look of the brand that sold it, whoever's page the
 * link was asked for on.
 */
export function receiptPage(
  { hosts }: { readonly hosts: Hosts },
  { token, brand: asked, email }: Holder,
  own: OwnOrder,
): Promise<Response> {
  const { checkout_id, product_name, brand: seller } = own.order;
  const brand = hosts.named(seller) ?? asked;
  const { company = null, supportEmail } = brand;
  // Nothing is owed where more went back than was paid.
  const left = own.payments.reduce(
    (sum, { amount, refunded, withdrawn }) =>
      sum + Math.max(0, amount - refunded - withdrawn),
    0,
  );
  const total = formatMoney(left, own.order.currency, brand.symbols);
  return brandPage(brand, {
    title: "Receipt",
    body: html`${company === null ? "" : html`<p>${company}</p>`}
      <p><a href="mailto:${supportEmail}">${supportEmail}</a></p>
      <section class="order">
        <h2>${product_name}</h2>
        <dl class="lines">
          <div>
            <dt>Order</dt>
            <dd>${checkout_id}</dd>
          </div>
          <div>
            <dt>Bought by</dt>
            <dd>${email}</dd>
          </div>
        </dl>
        ${paymentLines({ hosts }, own)}
        <dl class="lines">
          <div>
            <dt>In all</dt>
            <dd>${total}</dd>
          </div>
        </dl>
      </section>
      <p class="screen">
        Print this page, or save it as a file from your browser's print menu.
        Its link works for an hour.
      </p>
      <p class="screen">
        <a href="${ordersAddress(token)}">Back to your orders</a>
      </p>`,
  });
}
