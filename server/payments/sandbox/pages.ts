import { html } from "hono/html";
import type { Checkout } from "../../db/checkouts.ts";
import type { Markup } from "../../http/html-page.ts";
import type { SiteBrand } from "../../site.ts";
import { inGroups, testCards } from "./cards.ts";
import type { CardForm, FieldName } from "./form.ts";

/** What the pages show of a checkout and of the shop that asks for it. */
export interface Order {
  readonly checkout: Checkout;
  readonly brand: SiteBrand;
  readonly shop: string;
  /** An amount of the checkout's currency in words. */
  readonly money: (amount: number) => string;
  readonly supportEmail: string;
  /** Path of the checkout's page. */
  readonly page: string;
  /** Whether it is shown in a sheet over the offer, which says by itself what is bought. */
  readonly framed: boolean;
}

type Refused = Extract<CardForm, { kind: "wrong" }>;

export function payPage(order: Order, refused?: Refused): Markup {
  const total = order.money(order.checkout.amount);
  return sheet(
    order,
    html`<h2 class="title">Pay by card</h2>
      ${
        refused === undefined
          ? ""
          : html`<p class="summary" role="alert">
              Nothing was charged yet. Check the marked
              ${Object.keys(refused.errors).length === 1 ? "field" : "fields"}.
            </p>`
      }
      <form class="form" method="post" action="${order.page}" novalidate>
        ${field("number", refused)} ${field("expiry", refused)}
        ${field("cvc", refused)} ${terms(order)}
        <button class="primary wide" type="submit">Pay ${total}</button>
      </form>
      ${cancelForm(order)}`,
    cardList(),
  );
}

/** What a bank would ask in its own window. */
export function confirmPage(order: Order): Markup {
  const { checkout, page, shop, money } = order;
  const { card_last4 } = checkout;
  return sheet(
    order,
    html`<h2 class="title">Your bank wants to know: is it you?</h2>
      <p class="lead">
        ${shop} asks for ${money(checkout.amount)} from your Visa card ending in
        ${card_last4}. Nothing is charged until you confirm.
      </p>
      <form class="choices" method="post" action="${page}/confirm">
        <button class="primary" name="decision" value="confirm">
          Yes, confirm the payment
        </button>
        <button class="second" name="decision" value="refuse">
          No, refuse it
        </button>
      </form>
      ${cancelForm(order)}`,
  );
}

/** The sheet has a way back of its own. */
function cancelForm({ page, shop, framed }: Order): Markup | string {
  if (framed) return "";
  return html`<form class="after" method="post" action="${page}/cancel">
    <button class="quiet" type="submit">Cancel and return to ${shop}</button>
  </form>`;
}

function sheet(
  { checkout, shop, money, framed }: Order,
  content: Markup,
  below: Markup | string = "",
): Markup {
  const { product_name, renewal_days, renewal_amount } = checkout;
  return html`<header class="test">
      <strong>Test payment.</strong> No money is taken, and real cards are
      refused.
    </header>
    <main class="${framed ? "sheet framed" : "sheet"}">
      <section class="side order" aria-label="Your order">
        <p class="shop"><span aria-hidden="true">${shop.at(0)}</span>${shop}</p>
        <h1 class="what">${product_name}</h1>
        <p class="total">${money(checkout.amount)} <small>today</small></p>
        <dl class="lines">
          ${
            renewal_days === null || renewal_amount === null
              ? html`<div>
                  <dt>Renewal</dt>
                  <dd>None, you pay once</dd>
                </div>`
              : html`<div>
                  <dt>Then every ${countDays(renewal_days)}</dt>
                  <dd>${money(renewal_amount)}</dd>
                </div>`
          }
        </dl>
      </section>
      <section class="side pay" aria-label="Payment">${content}</section>
      ${below}
    </main>`;
}

function terms({ checkout, supportEmail, money }: Order): Markup {
  const { renewal_days, renewal_amount } = checkout;
  if (renewal_days === null || renewal_amount === null)
    return html`<p class="terms wide">One payment. Nothing renews.</p>`;
  return html`<p class="terms wide">
    You pay ${money(checkout.amount)} today. After that,
    <strong>${money(renewal_amount)} every ${countDays(renewal_days)}</strong>
    until you cancel, which you can do at any time by writing to
    <a href="mailto:${supportEmail}">${supportEmail}</a>.
  </p>`;
}

const fields: Readonly<
  Record<FieldName, { label: string; complete: string; hint: string }>
> = {
  number: {
    label: "Card number",
    complete: "cc-number",
    hint: "4242 4242 4242 4242",
  },
  expiry: { label: "Expires", complete: "cc-exp", hint: "MM/YY" },
  cvc: { label: "Security code", complete: "cc-csc", hint: "123" },
};

function field(name: FieldName, refused: Refused | undefined): Markup {
  const { label, complete, hint } = fields[name];
  const error = refused?.errors[name];
  const value = refused?.again[name] ?? "";
  const isFirstWrong = Object.keys(refused?.errors ?? {})[0] === name;
  return html`<div class="${name === "number" ? "wide" : ""}">
    <label for="${name}"
      >${label}
      ${name === "number" ? html`<span id="brand"></span>` : ""}</label
    >
    <input
      id="${name}"
      name="${name}"
      inputmode="numeric"
      autocomplete="${complete}"
      maxlength="${name === "number" ? 30 : 9}"
      placeholder="${hint}"
      value="${name === "number" ? inGroups(value) : value}"
      required
      ${
        error === undefined
          ? ""
          : html`aria-invalid="true" aria-describedby="${name}-wrong"`
      }
      ${isFirstWrong ? "autofocus" : ""}
    />
    ${
      error === undefined
        ? ""
        : html`<p class="wrong" id="${name}-wrong">${error}</p>`
    }
  </div>`;
}

function cardList(): Markup {
  return html`<section class="side cards" aria-labelledby="cards">
    <h2 id="cards">Test cards</h2>
    <ul>
      ${testCards.map(
        ({ number, effect }) =>
          html`<li>
            <code>${inGroups(number)}</code> <span>${effect}</span>
          </li>`,
      )}
    </ul>
    <p>Any date in the future and any three digits will do.</p>
  </section>`;
}

function countDays(days: number): string {
  return days === 1 ? "day" : `${days} days`;
}
