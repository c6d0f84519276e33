import type { Attempt } from "../core/attempt.ts";
import { isUnsettled } from "./attempts.ts";
import type { Asked, Outcome, Payment, StateOf, Waiting } from "./machine.ts";

/** Waits before the server is asked again about a payment that is still open; milliseconds. */
export const ASK_AGAIN_MS: readonly number[] = [1_000, 2_000, 4_000];

/** The id in the address decides nothing by itself. */
export function askOnReturn(
  payment: Payment,
  about: Asked,
  isSought = false,
): Payment {
  return {
    ...payment,
    state: { kind: "asking-on-return", about, open: 0, isSought },
    product: payment.attempt?.order.product ?? null,
    begun: payment.arrivals,
  };
}

/** Only asks: what there is nothing to ask about is paid by a button that says its price. */
export function askAgain(payment: Payment): Payment {
  const { attempt, state, unsettled } = payment;
  if (state.kind !== "unknown") return payment;
  const about =
    attempt?.payment ?? unsettled ?? (isUnsettled(attempt) ? attempt : null);
  return about === null
    ? nothingFound(payment)
    : askOnReturn(payment, about, true);
}

/**
 * Whoever comes without an id must not wipe away what is shown. What was unknown before the page was loaded again stays
 * so until the server knows.
 */
export function askOnArrival(payment: Payment): Payment {
  const { attempt, state } = payment;
  if (state.kind !== "idle" || !isUnsettled(attempt)) return payment;
  const about = attempt.payment ?? attempt;
  if (attempt.isUnknown) return askOnReturn(payment, about);
  return {
    ...payment,
    state: { kind: "asking-on-arrival", about },
    product: attempt.order.product,
    begun: payment.arrivals,
  };
}

/** The visitor may be ahead of the bank's news. */
export function toldOnReturn(
  payment: Payment,
  asking: StateOf<"asking-on-return">,
  outcome: Outcome,
): Payment {
  const { about, open, isSought } = asking;
  const isOpen = outcome.kind === "open";
  if (isOpen && open < ASK_AGAIN_MS.length)
    return { ...payment, state: { ...asking, open: open + 1 } };
  // Who has asked once more may go on with it: it is paid once.
  if (isOpen && isSought && payment.attempt !== null)
    return { ...payment, state: { kind: "still-open" } };
  if (isOpen || outcome.kind === "unknowable")
    return stillUnknown(payment, about);
  const settled = ended(payment, outcome);
  return isSought && outcome.kind === "gone" ? nothingFound(settled) : settled;
}

/** Where there is no stored attempt, its payment is what is asked about next. */
export function stillUnknown(payment: Payment, about: Asked): Payment {
  const state = { kind: "unknown" } as const;
  return typeof about === "string"
    ? { ...payment, state, unsettled: about }
    : { ...payment, state };
}

/** The attempt of a sheet that has closed, if it may take the place of what is stored; null where that stays. */
export function givingWay(
  stored: Attempt | null,
  closed: Attempt,
): Attempt | null {
  // What is its own, and what was or may have been paid in another tab.
  const stays =
    stored !== null &&
    (stored.payment === closed.payment || stored.paid || stored.isUnknown);
  return stays ? null : closed;
}

/** The same of the one that is asked about. */
export function closedBefore(
  asking: Waiting,
  stored: Attempt | null,
): Attempt | null {
  const closed = "closed" in asking ? asking.closed : undefined;
  return closed === undefined ? null : givingWay(stored, closed);
}

/** A payment page left by Back is still open: the visitor may pay or choose anew. */
export function ended(payment: Payment, outcome: Outcome): Payment {
  const settled = { ...payment, unsettled: null };
  switch (outcome.kind) {
    case "open":
    case "gone":
    case "unknowable":
      return { ...settled, state: { kind: "idle" } };
    default: {
      const { kind, product } = outcome;
      return { ...settled, state: { kind }, product };
    }
  }
}

function nothingFound(payment: Payment): Payment {
  return { ...payment, state: { kind: "nothing-found" } };
}

export function idle(payment: Payment): Payment {
  return { ...payment, state: { kind: "idle" } };
}
