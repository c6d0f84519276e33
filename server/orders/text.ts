import { formatMoney } from "../checkout/money.ts";
import type { OrderLine, OrderRefund } from "../db/orders.ts";
import { RETURNED } from "../ledger/payment.ts";
import { dayOf, section, table, timeOf } from "./table.ts";
import type { OrderView } from "./view.ts";

/** What stands in the columns of a list of orders. */
export const ORDER_HEADS = [
  "order",
  "begun",
  "state",
  "amount",
  "returned",
  "product",
  "provider",
  "email",
] as const;

/** Orders as a table. */
export function ordersText(orders: readonly OrderLine[]): string {
  if (orders.length === 0) return "No order was found.\n";
  const rows = orders.map((order) => [
    order.checkout_id,
    dayOf(order.created_at),
    order.state,
    formatMoney(order.amount, order.currency),
    returned(order),
    `${order.brand}/${order.product}`,
    order.provider,
    order.email ?? "",
  ]);
  return table([ORDER_HEADS, ...rows]);
}

/** One order with all that was paid, given back and disputed. */
export function orderText(view: OrderView): string {
  return [
    ...orderSentences(view),
    ...Object.entries(orderTables(view)).flatMap(([heading, rows]) =>
      section(heading, rows),
    ),
    "",
  ].join("\n");
}

/** What an order is, and where it stands. */
export function orderSentences({ order, subscription }: OrderView): string[] {
  return [
    `${order.product_name} (${order.brand}/${order.product}), ${formatMoney(order.amount, order.currency)} by ${order.provider}`,
    `Order ${order.checkout_id}, begun ${timeOf(order.created_at)}: ${order.state}. ${order.email ?? "No email."}`,
    ...(subscription === null
      ? []
      : [
          `Subscription${subscription.reference === null ? "" : ` ${subscription.reference}`}: ${subscription.status}, ${endOf(subscription)}.`,
          ...(subscription.also_of === null
            ? []
            : [
                `The same email has bought it by order ${subscription.also_of} before.`,
              ]),
        ]),
  ];
}

/** What happened to an order, as rows under headings. */
export function orderTables(
  view: OrderView,
): Readonly<Record<string, readonly (readonly string[])[]>> {
  return {
    Payments: paymentRows(view),
    Refunds: refundRows(view),
    Disputes: disputeRows(view),
    "Failed renewals": failureRows(view),
    "Messages not dealt with": messageRows(view),
    "What operators did": actionRows(view),
  };
}

/** What became of a refund, in a sentence. */
export function refundText(
  { order, subscription }: OrderView,
  { amount, currency, status, refund_id }: OrderRefund,
): string {
  const said =
    status === "succeeded" ? "were given back" : "are on their way back";
  return `${formatMoney(amount, currency)} of order ${order.checkout_id} ${said} (refund ${refund_id}). The order is now: ${order.state}.${renewsStill(order, subscription)}\n`;
}

/** What an operator's word has made of an order, in a sentence. */
export function settledText({ order, payments }: OrderView): string {
  const due = payments.filter(
    ({ refund_due, refunded_at }) => refund_due && refunded_at === null,
  );
  const again =
    due.length === 0 ? "" : " It was paid once too often: refund it.";
  return `Order ${order.checkout_id} is now: ${order.state}.${again}\n`;
}

/** A plan that goes on after all of its money went back is the operator's to end. */
function renewsStill(
  { state, provider }: OrderView["order"],
  subscription: OrderView["subscription"],
): string {
  const isReturned = RETURNED.some((one) => one === state);
  return isReturned &&
    subscription !== null &&
    subscription.status !== "cancelled"
    ? ` It still renews: cancel it at ${provider}.`
    : "";
}

function paymentRows({ payments }: OrderView): string[][] {
  return payments.map((money) => [
    money.id,
    money.kind,
    timeOf(money.paid_at),
    formatMoney(money.amount, money.currency),
    money.state,
    money.refunded + money.withdrawn === 0
      ? ""
      : `${formatMoney(money.refunded + money.withdrawn, money.currency)} returned`,
    money.refund_due ? "taken once too often" : "",
    money.isOverdrawn ? "MORE RETURNED THAN TAKEN" : "",
  ]);
}

function refundRows({ refunds }: OrderView): string[][] {
  return refunds.map((refund) => [
    refund.refund_id,
    timeOf(refund.at),
    formatMoney(refund.amount, refund.currency),
    refund.status,
    refund.reason ?? "",
  ]);
}

function disputeRows({ disputes }: OrderView): string[][] {
  return disputes.map((dispute) => [
    dispute.reference,
    timeOf(dispute.told_at),
    formatMoney(dispute.amount, dispute.currency),
    dispute.state,
    dispute.reason ?? "",
  ]);
}

function failureRows({ failed_renewals }: OrderView): string[][] {
  return failed_renewals.map((failure) => [
    failure.reference,
    timeOf(failure.failed_at),
    formatMoney(failure.amount, failure.currency),
    `try ${failure.attempt}`,
  ]);
}

function messageRows({ messages_left }: OrderView): string[][] {
  return messages_left.map(({ event_id, type, problem, received_at }) => [
    event_id,
    timeOf(received_at),
    type,
    problem ?? "",
  ]);
}

function actionRows({ actions }: OrderView): string[][] {
  return actions.map(({ action, begun_at, outcome }) => [
    timeOf(begun_at),
    action,
    outcome === null ? "not ended" : JSON.stringify(outcome),
  ]);
}

function endOf({
  status,
  renews_at,
  ends_at,
}: NonNullable<OrderView["subscription"]>): string {
  if (status === "cancelled") return "renews no more";
  return ends_at === null
    ? `renews ${dayOf(renews_at)}`
    : `ends ${dayOf(ends_at)}`;
}

function returned({ returned: sum, currency }: OrderLine): string {
  return sum === 0 ? "" : formatMoney(sum, currency);
}
