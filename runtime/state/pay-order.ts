import type { Product } from "../../generated/contract.ts";
import { initiateCheckout, makeCharge } from "../api/charge.ts";
import {
  makeStripeCheckout,
  makeStripeSubscription,
  type PaymentPage,
} from "../api/pay.ts";
import {
  type Attempt,
  type Details,
  isFor,
  type Order,
} from "../core/attempt.ts";
import type { Geo } from "../core/currency.ts";
import type { Desk } from "./desk.ts";
import {
  askCharge,
  askPayment,
  isUnknown,
  type Outcome,
  record,
} from "./outcome.ts";

export interface PayPlan {
  readonly how: "hosted" | "saved";
  readonly product: Product;
  readonly returnPath: string;
  readonly geo: Geo | null;
  /** A payment that the visitor came back from and whose outcome is still unknown. */
  readonly unsettled: string | null;
}

/** `leave`: the visitor goes to the payment page. */
export type PayResult =
  Outcome | { readonly kind: "leave"; readonly url: string };

/**
 * Pays an order. What was begun before is settled first, so that a second click, a reload or the way back
 * never pays twice; then the attempt goes on with its own pair of ids, or a new one begins.
 * Rejects when the server cannot be asked.
 */
export async function payOrder(
  desk: Desk,
  order: Order,
  plan: PayPlan,
): Promise<PayResult> {
  const settled = await settleEarlier(desk, order, plan.unsettled);
  if (settled.kind === "paid") return settled;
  if (settled.kind === "needs-authentication")
    return { kind: "leave", url: settled.url };
  const attempt = desk.attempt() ?? desk.begin(order);
  return plan.how === "saved" || attempt.reference !== null
    ? charge(desk, attempt, plan)
    : openPage(desk, attempt, plan);
}

/** Afterwards only an attempt for this very order is left. */
async function settleEarlier(
  desk: Desk,
  order: Order,
  unsettled: string | null,
): Promise<Outcome> {
  const attempt = desk.attempt();
  const payment = attempt?.payment ?? unsettled;
  const same = attempt !== null && isFor(attempt, order);
  let outcome: Outcome = { kind: "gone" };
  if (payment !== null) outcome = await askPayment(desk, payment);
  else if (attempt !== null && attempt.reference !== null && !same) {
    outcome = await askCharge(desk, attempt);
  }
  if (outcome.kind === "paid" || same) return outcome;
  desk.forget();
  return { kind: "gone" };
}

/** Charges the saved method; where the server has none that it knows, the payment page takes over. */
async function charge(
  desk: Desk,
  attempt: Attempt,
  plan: PayPlan,
): Promise<PayResult> {
  const reference = attempt.reference ?? (await initiate(desk, attempt));
  const visitorId = reference === null ? null : await desk.visitorId();
  if (reference === null || visitorId === null)
    return requestPage(desk, attempt, plan);
  const begun = desk.keep({ ...attempt, reference });
  const { clicks, visit } = desk;
  const { eventId } = attempt;
  try {
    const sent = { ...clicks, reference, visitorId, eventId };
    const answer = await makeCharge(visit.client, sent);
    desk.keep({ ...begun, payment: answer.checkout_id });
    const { product } = attempt.order;
    return record(desk, answer.checkout_id, { ...answer, product });
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return openPage(desk, { ...begun, reference: null }, plan);
  }
}

async function openPage(
  desk: Desk,
  attempt: Attempt,
  plan: PayPlan,
): Promise<PayResult> {
  if (attempt.payment === null) await initiate(desk, attempt);
  return requestPage(desk, attempt, plan);
}

async function initiate(
  desk: Desk,
  { order, eventId }: Attempt,
): Promise<string | null> {
  const { product, price, currency } = order;
  const body = { product, price, currency, event_id: eventId };
  return (await initiateCheckout(desk.visit.client, body, desk.clicks))
    .reference;
}

function detailsOf(
  desk: Desk,
  { eventId }: Attempt,
  { returnPath, geo }: PayPlan,
): Details {
  return {
    returnPath,
    city: geo?.city.slice(0, 120) ?? "",
    country: geo?.country.slice(0, 120) ?? "",
    postCode: geo?.postcode.slice(0, 20) ?? "",
    meta: desk.tracking(eventId),
  };
}

async function requestPage(
  desk: Desk,
  attempt: Attempt,
  plan: PayPlan,
): Promise<PayResult> {
  const details = attempt.details ?? detailsOf(desk, attempt, plan);
  const begun = desk.keep({ ...attempt, details });
  const page = await makePage(desk, begun, details, plan.product);
  desk.keep({ ...begun, payment: page.checkout_id });
  return { kind: "leave", url: page.url };
}

/** A product that renews is a subscription, any other is paid once. */
function makePage(
  desk: Desk,
  { order, checkoutId }: Attempt,
  { returnPath, meta, ...place }: Details,
  { renewal }: Product,
): Promise<PaymentPage> {
  const { client } = desk.visit;
  const common = { product: order.product, return_path: returnPath, meta };
  if (renewal === null) return makeStripeCheckout(client, checkoutId, common);
  const { email } = order;
  const body = { ...common, ...place, email };
  return makeStripeSubscription(client, checkoutId, body);
}
