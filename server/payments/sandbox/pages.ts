import { html } from "hono/html";
import type { Checkout } from "../../db/checkouts.ts";
import type { Markup } from "../../http/html-page.ts";
import { sheet, type ShownOrder, terms } from "../payment-sheet.ts";
import { inGroups, testCards } from "./cards.ts";
import type { CardForm, FieldName } from "./form.ts";

const PAGES = "/api/pay/sandbox";

type Refused = Extract<CardForm, { kind: "wrong" }>;

/** Path of the page on which a checkout goes on: the bank's question, where it asks one. */
export function pageOf({
  checkout_id,
  status,
}: Pick<Checkout, "checkout_id" | "status">): string {
  const page = `${PAGES}/${checkout_id}`;
  return status === "needs_authentication" ? `${page}/confirm` : page;
}

export function payPage(order: ShownOrder, refused?: Refused): Markup {
  const total = order.money(order.checkout.amount);
  return testSheet(
    order,
    html`<h2 class="title">Pay by card</h2>
      ${
        refused === undefined
          ? ""
          : html`<p class="summary" role="alert">${inShort(refused)}</p>`
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

/** What is wrong with a form, in a sentence. */
export function inShort({ errors }: Refused): string {
  const fields = Object.keys(errors).length === 1 ? "field" : "fields";
  return `Nothing was charged yet. Check the marked ${fields}.`;
}

/** What a bank would ask in its own window. */
export function confirmPage(order: ShownOrder): Markup {
  const { checkout, page, shop, money } = order;
  const { card_last4 } = checkout;
  return testSheet(
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
function cancelForm({ page, shop, framed }: ShownOrder): Markup | string {
  if (framed) return "";
  return html`<form class="after" method="post" action="${page}/cancel">
    <button class="quiet" type="submit">Cancel and return to ${shop}</button>
  </form>`;
}

/** Says first that it is play money. */
function testSheet(order: ShownOrder, content: Markup, below?: Markup): Markup {
  return html`<header class="test">
      <strong>Test payment.</strong> No money is taken, and real cards are
      refused.
    </header>
    ${sheet(order, content, below)}`;
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
