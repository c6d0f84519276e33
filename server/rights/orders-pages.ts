import { html } from "hono/html";
import { period } from "../../generated/period.ts";
import { formatMoney } from "../checkout/money.ts";
import { brandPage, type Markup } from "../http/html-page.ts";
import { ORDERS_PATH } from "../jobs/rights.ts";
import type { PaymentState } from "../ledger/payment.ts";
import { isToCancel } from "../ledger/subscription.ts";
import { dayInWords } from "../mail/due-mail.ts";
import type { Hosts, SiteBrand } from "../site.ts";
import type { OwnOrder } from "./own-orders.ts";

/** Whoever holds a link that is good: what is theirs, and in whose look it is shown. */
export interface Holder {
  readonly token: string;
  /** The address that the link was sent to. */
  readonly email: string;
  readonly brand: SiteBrand;
  readonly orders: readonly OwnOrder[];
  /** Where a link is asked for; null where the brand has no page for that. */
  readonly askAt: string | null;
}

interface PageServices {
  readonly hosts: Hosts;
  readonly now: () => Date;
}

type Plan = NonNullable<OwnOrder["subscription"]>;

/** Everything that was ordered, with what was paid for it, and the way to the end of each plan. */
export function ordersPage(
  services: PageServices,
  { token, brand, orders, askAt }: Holder,
): Promise<Response> {
  return brandPage(brand, {
    title: "Your orders",
    body: html`${orders.length === 0 ? nothingPaid(askAt) : ""}
    ${orders.map(
      (own) =>
        html`<section class="order">
          <h2>${own.order.product_name}</h2>
          ${paymentLines(services, own)} ${comingWords(services, own)}
          ${isOpen(services, own) ? cancelForm(token, own) : ""}
          <p class="terms">
            Order ${own.order.checkout_id}${elsewhere(services, brand, own)}
            ${own.payments.length === 0 ? "" : receiptLink(token, own)}
          </p>
        </section>`,
    )}
    ${questions(brand)}`,
  });
}

/** One plan: asks whether its end is meant, and says what follows; of one that is cancelled, what has become of it. */
export function planPage(
  services: PageServices,
  holder: Holder,
  own: OwnOrder,
): Promise<Response> {
  return isOpen(services, own)
    ? askCancelPage(services, holder, own)
    : cancelledPage(services, holder, own);
}

function askCancelPage(
  services: PageServices,
  { token, brand }: Holder,
  own: OwnOrder,
): Promise<Response> {
  const { checkout_id, product_name } = own.order;
  const plan = own.subscription;
  return brandPage(brand, {
    title: "Cancel this plan?",
    body: html`<p><strong>${product_name}</strong></p>
      ${comingWords(services, own)}
      <p>
        ${
          plan?.status === "past_due"
            ? "When you cancel, it ends at once, as its last payment did not go through, and nothing more is charged."
            : html`When you cancel, nothing more is charged.
              ${plan === null ? "" : paidWords(services, plan)}`
        }
      </p>
      <form class="form" method="post" action="${ORDERS_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="order" value="${checkout_id}" />
        <button class="primary wide">Cancel the plan</button>
        <a class="second wide" href="${ordersAddress(token)}">Keep the plan</a>
      </form>`,
  });
}

export function cancelledPage(
  services: PageServices,
  { token, brand }: Holder,
  own: OwnOrder,
): Promise<Response> {
  const plan = own.subscription;
  const isDone = plan !== null && stateOf(services, plan) !== "asked";
  return brandPage(brand, {
    title: isDone ? "It is cancelled" : "Your cancellation has arrived",
    body: html`<p><strong>${own.order.product_name}</strong></p>
      ${comingWords(services, own)}
      <p><a href="${ordersAddress(token)}">Back to your orders</a></p>
      ${questions(brand)}`,
  });
}

function nothingPaid(askAt: string | null): Markup {
  const other =
    askAt === null
      ? "ask with that one"
      : html`<a href="${askAt}">ask with that one</a>`;
  return html`<p>
    Nothing was paid under this email. If you have paid with another one,
    ${other}.
  </p>`;
}

/** Whom an order is from, where that is not the brand whose look the page wears. */
function elsewhere(
  { hosts }: PageServices,
  shown: SiteBrand,
  { order }: OwnOrder,
): Markup | "" {
  const brand = hosts.named(order.brand);
  if (brand === null || brand.projectName === shown.projectName) return "";
  const { projectName, supportEmail } = brand;
  return html` from ${projectName},
    <a href="mailto:${supportEmail}">${supportEmail}</a>`;
}

function questions({ supportEmail }: SiteBrand): Markup {
  return html`<p>
    Questions? A person answers at
    <a href="mailto:${supportEmail}">${supportEmail}</a>.
  </p>`;
}

/** Whether there is something to cancel: it renews, and that is not asked for yet. */
function isOpen(
  services: PageServices,
  { subscription: plan }: OwnOrder,
): boolean {
  return plan !== null && stateOf(services, plan) === "renews";
}

type PlanState = "renews" | "asked" | "ends" | "over";

/** Where a plan stands now. That its end has come is told by no message of some providers. */
function stateOf({ now }: PageServices, plan: Plan): PlanState {
  if (plan.status === "cancelled") return "over";
  if (plan.ends_at !== null) return plan.ends_at > now() ? "ends" : "over";
  return isToCancel(plan) ? "asked" : "renews";
}

/** What comes next of an order, in words. */
function comingWords(
  services: PageServices,
  { order, subscription: plan }: OwnOrder,
): Markup {
  if (plan === null) return html`<p>It does not renew.</p>`;
  const { hosts, now } = services;
  const symbols = hosts.named(order.brand)?.symbols;
  const amount = formatMoney(plan.amount, order.currency, symbols);
  switch (stateOf(services, plan)) {
    case "over":
      return html`<p role="status">
        The plan is over. Nothing more is charged.
      </p>`;
    case "ends":
      return html`<p role="status">
        The plan is cancelled and nothing more is charged. It stays yours until
        <strong>${dayInWords(plan.ends_at ?? plan.renews_at)}</strong>.
      </p>`;
    case "asked":
      return html`<p role="status">
        You cancelled this plan on
        <strong>${dayInWords(plan.cancel_asked_at ?? plan.renews_at)}</strong>.
        The payment service has still to confirm it: we see to that, and you
        need do nothing more. What it charges after that day goes back to you.
        ${plan.status === "past_due" ? "" : paidWords(services, plan)}
      </p>`;
    case "renews":
      return html`<p>
        It renews at
        <strong>${amount} every ${period(plan.every_days)}</strong>${
          plan.status === "past_due"
            ? ". The last payment did not go through"
            : plan.paused
              ? ", and nothing is charged for the time being"
              : plan.renews_at > now()
                ? html`, next on <strong>${dayInWords(plan.renews_at)}</strong>`
                : ""
        }.
      </p>`;
  }
}

/** Until when it can be used; nothing of a plan whose next payment stays out. */
function paidWords({ now }: PageServices, { renews_at }: Plan): Markup | "" {
  if (renews_at <= now()) return "";
  return html`What you have paid for stays yours until
    <strong>${dayInWords(renews_at)}</strong>.`;
}

/** What was paid, each with what has become of it. */
export function paymentLines(
  { hosts }: Pick<PageServices, "hosts">,
  { order, payments: all }: OwnOrder,
): Markup | "" {
  const symbols = hosts.named(order.brand)?.symbols;
  const money = (amount: number, currency: string) =>
    formatMoney(amount, currency, symbols);
  if (all.length === 0) return "";
  return html`<dl class="lines">
    ${all.map(
      (one) =>
        html`<div>
          <dt>Paid on ${dayInWords(one.paid_at)}</dt>
          <dd>
            ${money(one.amount, one.currency)}
            <small>${becameOf(one, money)}</small>
          </dd>
        </div>`,
    )}
  </dl>`;
}

/** What became of a payment that is not just paid. */
const WORDS: Readonly<
  Record<Exclude<PaymentState, "paid" | "partly_refunded">, string>
> = {
  refunded: "given back",
  disputed: "disputed at your bank",
  charged_back: "taken back by your bank",
};

function becameOf(
  { state, refunded, withdrawn, currency }: OwnOrder["payments"][number],
  money: (amount: number, currency: string) => string,
): string {
  switch (state) {
    case "paid":
      return "";
    case "partly_refunded":
      return `${money(refunded + withdrawn, currency)} given back`;
    default:
      return WORDS[state];
  }
}

/** Where all of them are shown. */
export function ordersAddress(token: string): string {
  return `${ORDERS_PATH}?token=${token}`;
}

/** Where one plan is shown. */
export function planAddress(token: string, order: string): string {
  return `${ordersAddress(token)}&end=${encodeURIComponent(order)}`;
}

function receiptLink(token: string, { order }: OwnOrder): Markup {
  const { checkout_id, product_name } = order;
  const address = `${ordersAddress(token)}&receipt=${encodeURIComponent(checkout_id)}`;
  return html`·
    <a href="${address}" aria-label="Receipt: ${product_name}">Receipt</a>`;
}

/** Leads to the question whether it is meant. */
function cancelForm(token: string, { order }: OwnOrder): Markup {
  const { checkout_id, product_name } = order;
  return html`<form action="${ORDERS_PATH}">
    <input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="end" value="${checkout_id}" />
    <button class="second" aria-label="Cancel this plan: ${product_name}">
      Cancel this plan
    </button>
  </form>`;
}
