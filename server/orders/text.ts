import { formatMoney, plainMoney } from "../checkout/money.ts";
import type { OrderLine, OrderRefund } from "../db/orders.ts";
import { RETURNED } from "../ledger/payment.ts";
import { renews } from "../ledger/subscription.ts";
import type { Columns } from "./csv.ts";
import { dayOf, sections, table, timeOf, visible } from "./table.ts";
import { orderTables } from "./tables.ts";
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

/** Orders as a table, with the way to older ones. */
export function ordersText(
  orders: readonly OrderLine[],
  next: string | null = null,
): string {
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
  return table([ORDER_HEADS, ...rows]) + olderOnes(next);
}

/** How a command goes on with a list. */
export function olderOnes(next: string | null): string {
  return next === null ? "" : `\nOlder ones: --before ${next}\n`;
}

/** Orders in a file for table programs: sums in whole units, times in ISO 8601. `taken` is what `returned` is of. */
export const ORDER_COLUMNS: Columns<OrderLine> = {
  heads: [...ORDER_HEADS, "brand", "currency", "taken"],
  rowOf: (order) => [
    order.checkout_id,
    order.created_at.toISOString(),
    order.state,
    plainMoney(order.amount, order.currency),
    plainMoney(order.returned, order.currency),
    order.product,
    order.provider,
    order.email ?? "",
    order.brand,
    order.currency,
    plainMoney(order.taken, order.currency),
  ],
};

/** One order with all that was paid, given back and disputed. */
export function orderText(view: OrderView): string {
  return [
    ...orderSentences(view).map(visible),
    ...sections(orderTables(view)),
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
          `Subscription${subscription.reference === null ? "" : ` ${subscription.reference}`}: ${subscription.status}, ${renewalWords(subscription)}.`,
          ...(subscription.also_of === null
            ? []
            : [
                `The same email has bought it by order ${subscription.also_of} before.`,
              ]),
        ]),
  ];
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

/** What has become of a plan that was to end, in a sentence. */
export function cancelledText({ order, subscription }: OrderView): string {
  const isOpen = subscription !== null && renews(subscription);
  const waits = isOpen
    ? ` ${order.provider} has not taken that up: it is asked again where it can be, or end it in its own pages.`
    : "";
  return `The plan of order ${order.checkout_id}: ${renewalWords(subscription)}.${waits}\n`;
}

/** A plan that goes on after all of its money went back is the operator's to end. */
function renewsStill(
  { state, provider }: OrderView["order"],
  subscription: OrderView["subscription"],
): string {
  const isReturned = RETURNED.some((one) => one === state);
  return isReturned && subscription !== null && renews(subscription)
    ? ` It still renews: cancel it at ${provider}.`
    : "";
}

/** When a plan renews or ends. */
export function renewalWords(plan: OrderView["subscription"]): string {
  if (plan === null) return "renews no more";
  const { status, renews_at, ends_at, paused, cancel_asked_at } = plan;
  if (status === "cancelled") return "renews no more";
  if (ends_at !== null) return `ends ${dayOf(ends_at)}`;
  const next = paused ? "charges are paused" : `renews ${dayOf(renews_at)}`;
  return cancel_asked_at !== null && plan.cancel_taken_up_at === null
    ? `${next}, though its end was asked for on ${dayOf(cancel_asked_at)}`
    : next;
}

function returned({ returned: sum, currency }: OrderLine): string {
  return sum === 0 ? "" : formatMoney(sum, currency);
}
