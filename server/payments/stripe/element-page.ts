import { readFileSync } from "node:fs";
import { html } from "hono/html";
import { Stripe } from "stripe";
import type { Markup } from "../../http/html-page.ts";
import { isSimpleEmail } from "../email.ts";
import { sheet, type ShownOrder, terms } from "../payment-sheet.ts";

/** What the elements of one payment take. */
export interface Elements {
  readonly publishableKey: string;
  readonly clientSecret: string;
  /** Stripe knows nothing of who pays: they are asked for their email. */
  readonly asksEmail: boolean;
}

/** Read at the start: the folder that a server was started from may be gone later. */
export const elementScript = readFileSync(
  new URL("./element-page.js", import.meta.url),
  "utf8",
);

/** Of the same release as the calls of our server. */
const RELEASE = Stripe.API_VERSION.split(".").at(-1);
export const STRIPE_SCRIPT = {
  script: `https://js.stripe.com/${RELEASE}/stripe.js`,
  scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frames: [
    "https://js.stripe.com",
    "https://*.js.stripe.com",
    "https://hooks.stripe.com",
  ],
  calls: ["https://api.stripe.com"],
  // Wallets do, in frames of theirs.
  pays: ["https://js.stripe.com", "https://pay.google.com"],
} as const;

/** Whether Stripe must be told an email to send the receipt to. */
export function asksEmail(email: string | null, customer: unknown): boolean {
  return customer === null && !isSimpleEmail(email);
}

export function elementPage(order: ShownOrder, elements: Elements): Markup {
  const { publishableKey, clientSecret } = elements;
  return sheet(
    order,
    html`<h2 class="title">Pay</h2>
      <div id="wallets"></div>
      <form
        class="form"
        id="pay"
        aria-busy="true"
        data-key="${publishableKey}"
        data-secret="${clientSecret}"
      >
        ${elements.asksEmail ? emailField() : ""}
        <div class="wide" id="element"></div>
        ${terms(order)}
        <p class="summary wide" role="alert" hidden></p>
        <button class="primary wide" type="submit" disabled>
          Pay ${order.money(order.checkout.amount)}
        </button>
      </form>
      <p class="summary" id="no-elements" role="alert" hidden>
        The fields to pay in could not be loaded. Nothing was charged.
      </p>
      <form
        class="after"
        method="post"
        action="${order.page}/hosted"
        target="_top"
      >
        <button class="quiet" type="submit">
          Pay on Stripe's page instead
        </button>
      </form>`,
  );
}

function emailField(): Markup {
  return html`<div class="wide">
    <label for="email">Email for the receipt</label>
    <input id="email" type="email" autocomplete="email" required />
  </div>`;
}
