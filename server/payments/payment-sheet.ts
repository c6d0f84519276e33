import { period, span } from "../../generated/period.ts";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import { formatMoney } from "../checkout/money.ts";
import { isFramed } from "../checkout/payment-end.ts";
import type { PaymentServices, Provider } from "../checkout/provider.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import type { AppContext } from "../http/app-env.ts";
import { type Markup, noticeResponse } from "../http/html-page.ts";
import { SESSION_COOKIE } from "../sessions/session.ts";
import type { SiteBrand } from "../site.ts";
import { digest, isToken } from "../token.ts";

/** What a payment page shows of a checkout and of the shop that asks for it. */
export interface ShownOrder {
  readonly checkout: Checkout;
  readonly brand: SiteBrand;
  readonly shop: string;
  /** An amount of the checkout's currency in words. */
  readonly money: (amount: number) => string;
  readonly supportEmail: string;
  /** Where a plan is cancelled; null where the brand has no page for that. */
  readonly orders: string | null;
  /** Path of the checkout's page. */
  readonly page: string;
  /** Whether it is shown in a sheet over the offer, which says by itself what is bought. */
  readonly framed: boolean;
}

/** The checkout of the address; a browser that holds another session's cookie does not get to see it. */
export async function findShown(
  c: AppContext,
  { db, providers }: PaymentServices,
  isShownBy: (provider: Provider) => boolean,
): Promise<Checkout | null> {
  const id = c.req.param("id") ?? "";
  const checkout = isToken(id) ? await findCheckout(db, id) : null;
  if (checkout === null) return null;
  const provider = providers.of(checkout);
  const cookie = getCookie(c, SESSION_COOKIE);
  const isForeign =
    cookie !== undefined && digest(cookie) !== checkout.session_id;
  return provider && isShownBy(provider) && !isForeign ? checkout : null;
}

export function shownOrder(
  c: AppContext,
  { hosts }: PaymentServices,
  checkout: Checkout,
  page: string,
): ShownOrder {
  const brand = hosts.named(checkout.brand) ?? hosts.brand();
  const { ordersPath = null } = brand;
  return {
    checkout,
    brand,
    shop: brand.projectName,
    money: (amount) => formatMoney(amount, checkout.currency, brand.symbols),
    supportEmail: brand.supportEmail,
    orders:
      ordersPath === null ? null : `${checkout.return_origin}${ordersPath}`,
    page,
    framed: isFramed(c),
  };
}

/** What is bought beside how it is paid. */
export function sheet(
  { checkout, shop, money, framed }: ShownOrder,
  content: Markup,
  below: Markup | string = "",
): Markup {
  const { product_name } = checkout;
  const renewal = renewalOf(checkout);
  return html`<main class="${framed ? "sheet framed" : "sheet"}">
    <section class="side order" aria-label="Your order">
      <p class="shop"><span aria-hidden="true">${shop.at(0)}</span>${shop}</p>
      <h1 class="what">${product_name}</h1>
      <p class="total">${money(checkout.amount)} <small>today</small></p>
      <dl class="lines">
        ${
          renewal === null
            ? html`<div>
                <dt>Renewal</dt>
                <dd>None, you pay once</dd>
              </div>`
            : html`<div>
                  <dt>First renewal</dt>
                  <dd>After ${renewal.first}</dd>
                </div>
                <div>
                  <dt>Then every ${renewal.every}</dt>
                  <dd>${money(renewal.amount)}</dd>
                </div>`
        }
      </dl>
    </section>
    <section class="side pay" aria-label="Payment">${content}</section>
    ${below}
  </main>`;
}

export function terms(order: ShownOrder): Markup {
  const { checkout, supportEmail, orders, money } = order;
  const renewal = renewalOf(checkout);
  const kept = isKept(order) ? ` ${KEPT}` : "";
  if (renewal === null)
    return html`<p class="terms wide">One payment. Nothing renews.${kept}</p>`;
  return html`<p class="terms wide">
    You pay ${money(checkout.amount)} today. After ${renewal.first} it renews at
    <strong>${money(renewal.amount)} every ${renewal.every}</strong>
    until you cancel, which you can do at any time
    ${
      orders === null
        ? ""
        : html`under <a href="${orders}" target="_blank">your orders</a> or `
    }by
    writing to
    <a href="mailto:${supportEmail}">${supportEmail}</a>.${kept}
  </p>`;
}

/** How a checkout renews, in words but for its sum: after how long first, and then how often; null for what does not. */
function renewalOf({ first_days, renewal_days, renewal_amount }: Checkout) {
  if (renewal_days === null || renewal_amount === null) return null;
  return {
    first: span(first_days ?? renewal_days),
    every: period(renewal_days),
    amount: renewal_amount,
  };
}

const KEPT =
  "What you pay with is kept for offers after this one: each says its price, and nothing is charged until you tap it.";

/** Whether an offer behind this one charges by one tap what it is paid with: our own pages keep that. */
function isKept({ checkout, brand }: ShownOrder): boolean {
  const at = checkout.return_path.replace(/[?#].*/, "");
  return brand.oneTapAfter?.includes(at) === true;
}

export function titleOf({ checkout, money, shop }: ShownOrder): string {
  return `Pay ${money(checkout.amount)} to ${shop}`;
}

export function noPaymentPage(c: AppContext): Promise<Response> {
  return noticeResponse(
    c.get("brand"),
    404,
    "This payment page does not exist",
    "The link is incomplete, or it belongs to another visit. Nothing was charged. Go back to the page you came from and try again.",
    { framed: isFramed(c) },
  );
}

export function foreignForm(c: AppContext): Promise<Response> {
  return noticeResponse(
    c.get("brand"),
    403,
    "This form cannot be read",
    "It came from another site, or it is too large. Nothing was charged. Go back and send it again.",
    { framed: isFramed(c) },
  );
}
