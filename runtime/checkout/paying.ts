import type { Attempt } from "../core/attempt.ts";
import { ended } from "./asking.ts";
import { isFor } from "./attempts.ts";
import type {
  EventOf,
  OnTheWay,
  Outcome,
  Payment,
  PayRequest,
  StateOf,
  WayThere,
} from "./machine.ts";

/** What is paid for, and the attempt that pays it. */
type Underway = Pick<OnTheWay, "request" | "attempt">;

/** What was begun before is settled first; what was paid is no reason not to sell again what is sold again. */
export function pay(
  payment: Payment,
  { request, fresh }: EventOf<"pay">,
): Payment {
  const { attempt, unsettled, arrivals } = payment;
  const { product } = request.order;
  const locked = { ...payment, product, begun: arrivals };
  if (attempt?.paid === true && request.product.repeatable === true)
    return onTheWay(locked, goOn({ request, attempt: fresh }));
  const own = ownOf(payment, request);
  // The answer to a charge was lost; one for this very order is sent again by what it goes by.
  const lost = own === null && attempt?.reference ? attempt : null;
  const about = attempt?.payment ?? unsettled ?? lost;
  return about === null
    ? onTheWay(locked, goOn({ request, attempt: own ?? fresh }))
    : { ...locked, state: { kind: "asking-earlier", about, request, fresh } };
}

/**
 * Only an attempt for this very order goes on. Whoever came to confirm a charge of the saved method is told that it
 * failed: another one needs another tap.
 */
export function toldOfEarlier(
  payment: Payment,
  { request, fresh }: StateOf<"asking-earlier">,
  outcome: Outcome,
): Payment {
  const own = ownOf(payment, request);
  if (outcome.kind === "paid" && !isOwned(outcome.product, request))
    return ended(payment, outcome);
  if (hasFailed(outcome, request)) return ended(payment, outcome);
  if (own !== null && outcome.kind === "needs-authentication") {
    const way = { kind: "leave", url: outcome.url } as const;
    return toPaymentPage(payment, way, own);
  }
  // What may have been paid is not left for another plan.
  const mayBePaid = payment.attempt?.isUnknown === true;
  if (own === null && outcome.kind === "open" && mayBePaid)
    return { ...payment, state: { kind: "unknown" } };
  return onTheWay(payment, goOn({ request, attempt: own ?? fresh }));
}

/** Nobody knows what becomes of a payment while the visitor is at its page. */
export function toPaymentPage(
  payment: Payment,
  way: WayThere,
  attempt: Attempt,
): Payment {
  const state = { kind: "leaving", way, attempt } as const;
  return { ...payment, state, attempt, leftOpen: null };
}

/** Whether another product was known to be paid when this one was wanted. */
function isOwned(paid: string, { owned, order }: PayRequest): boolean {
  return paid !== order.product && owned.includes(paid);
}

/** Whether it was the saved method, of the product that is wanted, and nothing was charged. */
function hasFailed(outcome: Outcome, { how, order }: PayRequest): boolean {
  return (
    how === "saved" &&
    (outcome.kind === "declined" || outcome.kind === "cancelled") &&
    outcome.product === order.product
  );
}

/** The stored attempt, if it was made for this. */
function ownOf({ attempt }: Payment, { order }: PayRequest): Attempt | null {
  return attempt !== null && isFor(attempt, order) ? attempt : null;
}

/** What is on its way is kept before anything is sent: a reload in the middle asks, and does not pay again. */
export function onTheWay(payment: Payment, state: OnTheWay): Payment {
  return { ...payment, state, attempt: state.attempt };
}

function goOn(underway: Underway): OnTheWay {
  const { how, saved } = underway.request;
  const { payment: page, reference } = underway.attempt;
  if (how === "hosted" && reference === null) return toPage(underway);
  if (saved === "reference")
    return reference === null
      ? { ...underway, kind: "confirming", next: "charge" }
      : { ...underway, kind: "finding-visitor", reference };
  // Whether anything is saved is known only once its provider is asked.
  if (page === null) return { ...underway, kind: "confirming", next: "charge" };
  // On a payment page that is open, the visitor may be paying.
  return reference === null
    ? { ...underway, kind: "opening" }
    : charge(underway, reference, null);
}

/** A page that is open is opened again by its key; the price of any other is confirmed first. */
function toPage(underway: Underway): OnTheWay {
  return underway.attempt.payment === null
    ? { ...underway, kind: "confirming", next: "open" }
    : { ...underway, kind: "opening" };
}

export function confirmed(
  { request, attempt, next }: StateOf<"confirming">,
  reference: string | null,
): OnTheWay {
  const underway = { request, attempt };
  // The charge goes by the attempt's own key.
  if (next === "charge" && request.saved !== "reference")
    return charge(underway, attempt.checkoutId, null);
  return next === "open" || reference === null
    ? { ...underway, kind: "opening" }
    : { ...underway, kind: "finding-visitor", reference };
}

export function foundVisitor(
  { request, attempt, reference }: StateOf<"finding-visitor">,
  visitorId: string | null,
): OnTheWay {
  return visitorId === null
    ? { request, attempt, kind: "opening" }
    : charge({ request, attempt }, reference, visitorId);
}

function charge(
  { request, attempt }: Underway,
  reference: string,
  visitorId: string | null,
): OnTheWay {
  return {
    kind: "charging",
    request,
    attempt: { ...attempt, reference },
    reference,
    visitorId,
  };
}

/** The payment page takes the place of a saved method. */
export function nothingSaved({
  request,
  attempt,
}: StateOf<"charging">): OnTheWay {
  return toPage({ request, attempt: { ...attempt, reference: null } });
}
