import { randomUUID } from "node:crypto";
import { html } from "hono/html";
import { formatMoney } from "../checkout/money.ts";
import { ORDER_STATES, type OrderLine } from "../db/orders.ts";
import { WAITING } from "../db/tables.ts";
import { isContested } from "../ledger/payment.ts";
import { renews } from "../ledger/subscription.ts";
import type { Markup } from "../http/html-page.ts";
import { TEXT_MAX } from "../orders/asked.ts";
import { dayOf } from "../orders/table.ts";
import { ORDER_HEADS, orderSentences } from "../orders/text.ts";
import { orderTables } from "../orders/tables.ts";
import type { OrderView } from "../orders/view.ts";
import {
  type Asked,
  commonFilters,
  type Filter,
  filterForm,
  type Ways,
  waysBelow,
} from "./filter.ts";
import {
  type Choice,
  inputField,
  orderLink,
  orderPath,
  personLink,
  selectField,
  tables,
} from "./markup.ts";
import { type Asking, choicesOf, resendForm } from "./resend-form.ts";

/** A table of orders, each with the ways to it and to the person who made it. */
export function orderTable(orders: readonly OrderLine[]): Markup[] {
  return tables({ Orders: { heads: ORDER_HEADS, rows: orders.map(rowOf) } });
}

function rowOf(order: OrderLine) {
  return [
    orderLink(order.checkout_id),
    dayOf(order.created_at),
    order.state,
    formatMoney(order.amount, order.currency),
    order.returned === 0 ? "" : formatMoney(order.returned, order.currency),
    `${order.brand}/${order.product}`,
    order.provider,
    order.email === null ? "" : personLink(order.email),
  ];
}

/** Orders with what they were looked for by. */
export function ordersBody(
  orders: readonly OrderLine[],
  {
    asked,
    brands,
    ways,
  }: {
    readonly asked: Asked;
    readonly brands: readonly string[];
    readonly ways: Ways;
  },
): Markup {
  const filters: readonly Filter[] = [
    { name: "state", label: "State", kind: ORDER_STATES },
    ...commonFilters(brands),
  ];
  return html`${filterForm("orders", asked, filters)}
  ${
    orders.length === 0
      ? html`<p>No order was found.</p>`
      : html`${orderTable(orders)} ${waysBelow(ways)}`
  }`;
}

/** The form of a refund as it was sent, and why nothing was given back, in words. */
export interface RefusedRefund {
  /** By the names of its fields. */
  readonly typed: Readonly<Record<string, unknown>>;
  readonly why: string;
  /** Whether it is the amount that has to be another one. */
  readonly isOfAmount: boolean;
}

export interface OrderPage extends Asking {
  /** What was done just now. */
  readonly said: string | null;
  readonly refused: RefusedRefund | null;
}

/** One order with its story, and the form that gives money back while there is some. */
export function orderBody(
  view: OrderView,
  { token, said, refused, receivers }: OrderPage,
): Markup {
  const hasForm = view.payments.some(hasMoney);
  return html`${said === null ? "" : html`<p role="status">${said}</p>`}
  ${
    refused === null || (refused.isOfAmount && hasForm)
      ? ""
      : html`<p class="summary" role="alert">${refused.why}</p>`
  }
  ${orderSentences(view).map((sentence) => html`<p>${sentence}</p>`)}
  ${tables(orderTables(view))}
  ${hasForm ? refundForm(view, token, refused) : ""}
  ${view.subscription !== null && renews(view.subscription) ? cancelForm(view, token) : ""}
  ${UNSETTLED.some((state) => state === view.order.state) ? settleForms(view, token) : ""}
  ${resendForm(
    `${orderPath(view.order.checkout_id)}/resend`,
    { token, receivers },
    [...receiptOf(view), ...choicesOf(view)],
  )}`;
}

/** What goes out in place of a receipt where all was taken once too often says that it goes back. */
function receiptOf({ payments }: OrderView): readonly Choice[] {
  const own = payments.filter(({ kind }) => kind === "payment");
  if (own.length === 0) return [];
  const isDue = own.every(({ refund_due }) => refund_due);
  return [["", isDue ? "that it was taken once too often" : "the receipt"]];
}

/** Ends the plan, as its buyer may do. */
function cancelForm({ order }: OrderView, token: string): Markup {
  return html`<section>
    <h2>Cancel the plan</h2>
    <p>
      For a buyer who wants no more of it: nothing more is charged, and it goes
      on until the end of what is paid for. Where its last payment did not go
      through, it ends at once. They get the mail about that.
    </p>
    <form method="post" action="${orderPath(order.checkout_id)}/cancel">
      <input type="hidden" name="token" value="${token}" />
      <button class="second">Cancel the plan</button>
    </form>
  </section>`;
}

/** An operator may know more of such an order than we do. */
const UNSETTLED = [
  ...WAITING,
  "unknown",
  "untold",
  "cancelled",
  "declined",
] as const satisfies readonly OrderLine["state"][];

/** What an operator has found in the provider's own pages. */
function settleForms(view: OrderView, token: string): Markup {
  const { order } = view;
  const path = `${orderPath(order.checkout_id)}/settle`;
  const form = (outcome: string, field: Markup | string, button: string) =>
    html`<form method="post" action="${path}">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="outcome" value="${outcome}" />
      ${field}
      <button class="second">${button}</button>
    </form>`;
  const transaction = inputField({
    name: "transaction",
    label: `Its transaction, as ${order.provider} names it`,
    as: html`required maxlength="${TEXT_MAX}"`,
  });
  const isClosed = order.state === "cancelled" || order.state === "declined";
  return html`<section>
    <h2>Settle by hand</h2>
    <p>
      Look the order up in ${order.provider}'s own pages first. What
      ${order.provider} can say by itself counts before this.
    </p>
    ${form("paid", transaction, "It was paid")}
    ${isClosed ? "" : form("unpaid", "", "Nothing was taken")}
  </section>`;
}

function hasMoney(money: OrderView["payments"][number]): boolean {
  return money.refunded + money.requested + money.withdrawn < money.amount;
}

/** The key is made with the page: sent twice, the form gives back once. */
function refundForm(
  view: OrderView,
  token: string,
  refused: RefusedRefund | null,
): Markup {
  const { order, payments } = view;
  const { typed = {}, why, isOfAmount = false } = refused ?? {};
  const isDisputed = payments.some(
    (money) => isContested(money.state) && hasMoney(money),
  );
  return html`<section>
    <h2>Give money back</h2>
    ${
      isDisputed
        ? html`<p>
            The buyer's bank has been asked for this money. What is given back
            here may go back twice: answer in ${order.provider}'s own pages,
            where accepting gives it back once.
          </p>`
        : ""
    }
    <form method="post" action="${orderPath(order.checkout_id)}/refund">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="key" value="${randomUUID()}" />
      ${inputField({
        name: "amount",
        label: `Amount in ${order.currency}; empty: all that is left`,
        as: html`inputmode="decimal"`,
        typed: textOf(typed["amount"]),
        wrong: isOfAmount ? why : undefined,
      })}
      ${selectField({
        name: "payment",
        label: "Of which payment",
        choices: paymentChoices(payments),
        chosen: typed["payment"],
      })}
      ${inputField({
        name: "reason",
        label: "Why",
        as: html`maxlength="${TEXT_MAX}"`,
        typed: textOf(typed["reason"]),
      })}
      ${
        isDisputed
          ? html`<div>
              <label
                ><input
                  type="checkbox"
                  name="despite_dispute"
                  value="true"
                  ${typed["despite_dispute"] === undefined ? "" : "checked"}
                />
                Give it back here although it is disputed</label
              >
            </div>`
          : ""
      }
      <button class="primary">Give back</button>
    </form>
  </section>`;
}

function paymentChoices(payments: OrderView["payments"]): readonly Choice[] {
  return [
    ["", "what was taken once too often, else the payment"],
    ...payments.map(
      ({ id, kind, amount, currency }) =>
        [id, `${kind} of ${formatMoney(amount, currency)} (${id})`] as const,
    ),
  ];
}

function textOf(typed: unknown): string {
  return typeof typed === "string" ? typed : "";
}
