import { askOnArrival, closedBefore, idle, stillUnknown } from "./asking.ts";
import { isUnsettled } from "./attempts.ts";
import type {
  Asked,
  Asking,
  EventOf,
  Failure,
  OnTheWay,
  Payment,
  PayRequest,
} from "./machine.ts";

/** What follows where a call of paying has failed. */
export function failed(
  payment: Payment,
  { to, why }: EventOf<"failed">,
): Payment {
  switch (to.kind) {
    case "asking-on-return":
      return stillUnknown(putBack(payment, to), to.about);
    case "asking-on-arrival":
      return { ...idle(putBack(payment, to)), unsettled: null };
    case "asking-earlier":
      return why === "passing" &&
        (wasLeftOpen(payment, to.about) || wasKnown(payment, to.request))
        ? { ...payment, state: { kind: "unreachable" } }
        : unlessRefused(unknown(payment), why);
    case "charging":
    case "leaving":
      return unlessRefused(unknown(payment), why);
    case "confirming":
    case "finding-visitor":
    case "opening":
      return notAsked(payment, to, why);
  }
}

/** Of a sheet that has closed nobody knows: it is what is asked about next. */
function putBack(payment: Payment, to: Asking): Payment {
  const closed = closedBefore(to, payment.attempt);
  return closed === null ? payment : { ...payment, attempt: closed };
}

/** This call asks nobody for money; an earlier one of the same attempt, or one that is at work, may have. */
function notAsked(
  payment: Payment,
  { kind, attempt }: OnTheWay,
  why: Failure,
): Payment {
  if (why === "in-flight") return unknown(payment);
  // A charge whose answer was lost can be asked about, even where it cannot be sent again.
  if (isUnsettled(attempt) && !wasLeftOpen(payment, attempt.payment))
    return kind === "confirming" && isRefused(why)
      ? askOnArrival(idle(payment))
      : unlessRefused(unknown(payment), why);
  const state = why === "outdated" ? "outdated" : "unreachable";
  return unlessRefused({ ...payment, state: { kind: state } }, why);
}

/** The visitor has left the payment's page, and the server has said since that nothing was paid there. */
function wasLeftOpen(
  { attempt, leftOpen }: Payment,
  about: Asked | null,
): boolean {
  return leftOpen !== null && leftOpen === about && !attempt?.isUnknown;
}

/** What was begun before is paid, and was shown as bought: nothing is asked for by now. */
function wasKnown({ attempt }: Payment, { owned }: PayRequest): boolean {
  return attempt?.paid === true && owned.includes(attempt.order.product);
}

function unknown(payment: Payment): Payment {
  return { ...payment, state: { kind: "unknown" } };
}

/** Where the same request would be refused again, the next try needs a new pair of ids. */
function unlessRefused(payment: Payment, why: Failure): Payment {
  return isRefused(why) ? { ...payment, attempt: null } : payment;
}

function isRefused(why: Failure): boolean {
  return why === "refused" || why === "outdated";
}
