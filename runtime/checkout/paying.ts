import type { Attempt } from "../core/attempt.ts";
import { type AttemptIds, isFor, newAttempt } from "./attempts.ts";
import type { Note, Outcome, Payment, PayRequest } from "./machine.ts";
import {
  at,
  begun,
  ended,
  type EventOf,
  isLocked,
  noting,
  type Reduced,
  same,
  type StateOf,
} from "./reduced.ts";

type Underway = Pick<StateOf<"charging">, "request" | "attempt">;

/** Ten clicks pay once: the first one locks the offer. */
export function pay(payment: Payment, event: EventOf<"pay">): Reduced {
  if (isLocked(payment)) return same(payment);
  const { request, attempt, ids, arrival } = event;
  const { order } = request;
  const run = begun(payment, arrival, order.product);
  const asking = {
    kind: "asking-earlier",
    request,
    earlier: attempt,
    ids,
  } as const;
  const earlier = attempt?.payment ?? payment.unsettled;
  if (earlier !== null)
    return at(run, asking, { kind: "ask-payment", payment: earlier });
  if (attempt === null) return begin(run, request, ids);
  if (isFor(attempt, order)) return goOn(run, { request, attempt });
  return attempt.reference === null
    ? begin(run, request, ids)
    : at(run, asking, { kind: "ask-charge", attempt });
}

/** Only an attempt for this very order goes on. */
export function toldOfEarlier(
  payment: Payment,
  { request, earlier, ids }: StateOf<"asking-earlier">,
  outcome: Outcome,
): Reduced {
  if (outcome.kind === "paid") return ended(payment, outcome);
  if (earlier !== null && isFor(earlier, request.order)) {
    if (outcome.kind === "needs-authentication")
      return leave(payment, { kind: "leave", url: outcome.url });
    if (outcome.kind === "open")
      return goOn(payment, { request, attempt: earlier });
  }
  return begin(payment, request, ids);
}

function begin(
  payment: Payment,
  request: PayRequest,
  ids: AttemptIds,
): Reduced {
  const attempt = newAttempt(request.order, ids);
  return noting(
    { kind: "begin", attempt },
    goOn(payment, { request, attempt }),
  );
}

function goOn(payment: Payment, underway: Underway): Reduced {
  const { request, attempt } = underway;
  const { payment: page, reference } = attempt;
  if (request.how === "hosted" && reference === null)
    return page === null
      ? confirm(payment, underway, "open")
      : open(payment, underway);
  if (request.saved === "reference")
    return reference === null
      ? confirm(payment, underway, "charge")
      : findVisitor(payment, underway, reference);
  // Whether anything is saved is known only once PayPro is asked.
  if (page === null) return confirm(payment, underway, "charge");
  // On a payment page that is open, the visitor may be paying.
  return reference === null
    ? open(payment, underway)
    : chargeAtOnce(payment, underway);
}

function confirm(
  payment: Payment,
  { request, attempt }: Underway,
  next: "charge" | "open",
): Reduced {
  return at(
    payment,
    { kind: "confirming", request, attempt, next },
    { kind: "confirm", attempt },
  );
}

export function confirmed(
  payment: Payment,
  { next, request, attempt }: StateOf<"confirming">,
  reference: string | null,
): Reduced {
  const underway = { request, attempt };
  if (next === "open") return open(payment, underway);
  if (request.saved === "pay-pro") return chargeAtOnce(payment, underway);
  return reference === null
    ? open(payment, underway)
    : findVisitor(payment, underway, reference);
}

function findVisitor(
  payment: Payment,
  { request, attempt }: Underway,
  reference: string,
): Reduced {
  return at(
    payment,
    { kind: "finding-visitor", request, attempt, reference },
    { kind: "find-visitor" },
  );
}

export function charge(
  payment: Payment,
  { request, reference, attempt: known }: StateOf<"finding-visitor">,
  visitorId: string | null,
): Reduced {
  if (visitorId === null) return open(payment, { request, attempt: known });
  const attempt = { ...known, reference };
  return noting(
    keep(attempt),
    at(
      payment,
      { kind: "charging", request, attempt },
      { kind: "charge-by-reference", attempt, reference, visitorId },
    ),
  );
}

/** The charge goes by the attempt's own key. */
function chargeAtOnce(
  payment: Payment,
  { request, attempt: known }: Underway,
): Reduced {
  const attempt = { ...known, reference: known.checkoutId };
  return noting(
    keep(attempt),
    at(
      payment,
      { kind: "charging", request, attempt },
      { kind: "charge-at-once", attempt },
    ),
  );
}

/** The payment page takes the place of a saved method. */
export function takeOver(
  payment: Payment,
  { request, attempt: known }: Underway,
): Reduced {
  const underway = { request, attempt: { ...known, reference: null } };
  return known.payment === null
    ? confirm(payment, underway, "open")
    : open(payment, underway);
}

function open(payment: Payment, { request, attempt }: Underway): Reduced {
  return at(payment, { kind: "opening" }, { kind: "open", attempt, request });
}

export function leave(
  payment: Payment,
  way: EventOf<"opened">["way"],
): Reduced {
  return at(payment, { kind: "leaving" }, { kind: "leave", way });
}

export function keep(attempt: Attempt): Note {
  return { kind: "keep", attempt };
}
