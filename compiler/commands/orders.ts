import { randomUUID } from "node:crypto";
import { minorDigits, readMinor } from "../shared/minor-digits.ts";
import {
  askOrRefuse,
  type ListOptions,
  type PrintOptions,
  printAnswer,
  printList,
  refuse,
} from "../workspace/ask-server.ts";

export interface OrdersOptions extends ListOptions {
  readonly state?: string;
}

export interface RefundOptions extends PrintOptions {
  /** In whole units: 5.00 */
  readonly amount?: string;
  readonly payment?: string;
  readonly reason?: string;
  readonly despiteDispute?: true;
}

export interface SettleOptions extends PrintOptions {
  /** The provider's name for the transaction. */
  readonly paid?: string;
  readonly unpaid?: true;
}

export interface ResendOptions extends PrintOptions {
  readonly to?: string;
  readonly kind?: string;
}

type Token = string | undefined;

/** Prints orders of a running server, newest first. 2 when the server does not answer or refuses. */
export function listOrders(
  options: OrdersOptions,
  token: Token,
): Promise<number> {
  return printList("orders", options, token);
}

/** Prints one order with all that was paid, given back and disputed. 2 when there is none, or no server. */
export function showOrder(
  id: string,
  options: PrintOptions,
  token: Token,
): Promise<number> {
  return printAnswer(options, { path: orderPath(id), token });
}

/**
 * Gives money of an order back: all that is left of it, or an amount. A call whose answer got lost may be made again:
 * the server takes up the refund that it knows. 2 when it is refused, or no server answers.
 */
export async function refundOrder(
  id: string,
  options: RefundOptions,
  token: Token,
): Promise<number> {
  const amount = await minorAmount(id, options, token);
  if (amount.kind === "refused") return 2;
  const { payment, reason, despiteDispute: despite_dispute } = options;
  return printAnswer(options, {
    path: `${orderPath(id)}/refund`,
    token,
    method: "POST",
    headers: keyed(),
    body: { amount: amount.minor, payment, reason, despite_dispute },
  });
}

/** Ends the plan of an order when what is paid for is over. 2 when nothing of it renews, or no server answers. */
export function cancelOrder(
  id: string,
  options: PrintOptions,
  token: Token,
): Promise<number> {
  return printAnswer(options, {
    path: `${orderPath(id)}/cancel`,
    token,
    method: "POST",
    body: {},
  });
}

/**
 * Settles an order that nobody can say anything of, by what was found in the provider's own pages. 2 when it is refused, or
 * no server answers.
 */
export function settleOrder(
  id: string,
  options: SettleOptions,
  token: Token,
): Promise<number> | number {
  const { paid: transaction, unpaid } = options;
  if ((transaction === undefined) === (unpaid === undefined))
    return refuse("Use either --paid <transaction> or --unpaid.");
  const reported =
    transaction === undefined
      ? { outcome: "unpaid" }
      : { outcome: "paid", transaction };
  return printAnswer(options, {
    path: `${orderPath(id)}/settle`,
    token,
    method: "POST",
    body: reported,
  });
}

/** Prints the messages of providers that a running server could not deal with, or says that one was looked at. */
export function leftMessages(
  what: string,
  id: string | undefined,
  options: PrintOptions,
  token: Token,
): Promise<number> | number {
  if (what === "list" && id === undefined)
    return printAnswer(options, { path: "messages", token });
  if (what !== "drop" || id === undefined)
    return refuse(`Use "messages", or "messages drop <id>".`);
  return printAnswer(options, {
    path: "messages/drop",
    token,
    method: "POST",
    body: { message: id },
  });
}

/**
 * Sends again what was sent about an order: the receipt by mail, unless a receiver or a kind of message is named. 2 when
 * there is nothing to send, or no server answers.
 */
export function resendOrder(
  id: string,
  { url, format, to, kind }: ResendOptions,
  token: Token,
): Promise<number> {
  return printAnswer(
    { url, format },
    {
      path: `${orderPath(id)}/resend`,
      token,
      method: "POST",
      headers: keyed(),
      body: { to, kind },
    },
  );
}

/** A key of its own, so that what is sent twice is done once. */
function keyed() {
  return { "idempotency-key": randomUUID() };
}

type Amount =
  | { readonly kind: "read"; readonly minor: number | undefined }
  | { readonly kind: "refused" };

/** How many minor units an amount is depends on the order's currency, which the server knows. Says why it is refused. */
async function minorAmount(
  id: string,
  { url, amount }: RefundOptions,
  token: Token,
): Promise<Amount> {
  if (amount === undefined) return { kind: "read", minor: undefined };
  const answer = await askOrRefuse({ url, path: orderPath(id), token });
  if (answer === null) return { kind: "refused" };
  const { order } = Object(await answer.json());
  const currency = String(Object(order).currency);
  const digits = minorDigits(currency) ?? 2;
  const minor = readMinor(amount, digits);
  if (minor !== null) return { kind: "read", minor };
  refuse(
    `"${amount}" is not an amount in ${currency}: write it as ${(5).toFixed(digits)}.`,
  );
  return { kind: "refused" };
}

function orderPath(id: string): string {
  return `orders/${encodeURIComponent(id)}`;
}
