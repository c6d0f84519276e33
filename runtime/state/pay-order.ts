import type { Payments, Product } from "../../generated/contract.ts";
import {
  type Attempt,
  type Details,
  isFor,
  type Order,
} from "../core/attempt.ts";
import type { Geo } from "../core/currency.ts";
import { chargeSaved, initiate } from "./charge-saved.ts";
import type { Desk } from "./desk.ts";
import { askCharge, askPayment, isUnknown, type Outcome } from "./outcome.ts";
import { openPaymentPage, type WayThere } from "./payment-page.ts";
import {
  MAKE_STRIPE_SUBSCRIPTION_CITY_MAX,
  MAKE_STRIPE_SUBSCRIPTION_COUNTRY_MAX,
  MAKE_STRIPE_SUBSCRIPTION_POST_CODE_MAX,
} from "../../generated/call.ts";

export interface PayPlan {
  readonly how: "hosted" | "saved";
  /** What charges the saved method. */
  readonly saved: Payments["saved"];
  readonly product: Product;
  readonly returnPath: string;
  readonly geo: Geo | null;
  /** A payment that the visitor came back from and whose outcome is still unknown. */
  readonly unsettled: string | null;
}

/** Beside an outcome, the way to the payment page; `unopened`: there is none yet, and nothing was charged. */
export type PayResult = Outcome | WayThere | { readonly kind: "unopened" };

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
  let outcome: Outcome | null;
  try {
    outcome = await chargeSaved(desk, attempt, plan.saved);
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return openPage(desk, { ...attempt, reference: null }, plan);
  }
  return outcome ?? requestPage(desk, attempt, plan);
}

async function openPage(
  desk: Desk,
  attempt: Attempt,
  plan: PayPlan,
): Promise<PayResult> {
  if (attempt.payment === null) await initiate(desk, attempt);
  return requestPage(desk, attempt, plan);
}

function detailsOf(
  desk: Desk,
  { eventId }: Attempt,
  { returnPath, geo }: PayPlan,
): Details {
  return {
    returnPath,
    city: geo?.city.slice(0, MAKE_STRIPE_SUBSCRIPTION_CITY_MAX) ?? "",
    country: geo?.country.slice(0, MAKE_STRIPE_SUBSCRIPTION_COUNTRY_MAX) ?? "",
    postCode:
      geo?.postcode.slice(0, MAKE_STRIPE_SUBSCRIPTION_POST_CODE_MAX) ?? "",
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
  const page = await openPaymentPage(desk, begun, details, plan.product);
  if (page === null) return { kind: "unopened" };
  desk.keep({ ...begun, payment: page.payment });
  return page.way;
}
