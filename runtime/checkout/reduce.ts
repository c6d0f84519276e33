import type { Attempt } from "../core/attempt.ts";
import {
  askAgain,
  askOnArrival,
  askOnReturn,
  closedBefore,
  ended,
  givingWay,
  idle,
  toldOnReturn,
} from "./asking.ts";
import { failed } from "./failed.ts";
import {
  type Act,
  type Answer,
  type Event,
  type EventOf,
  isWaiting,
  type Payment,
} from "./machine.ts";
import {
  confirmed,
  foundVisitor,
  nothingSaved,
  onTheWay,
  pay,
  toldOfEarlier,
  toPaymentPage,
} from "./paying.ts";

/**
 * What follows from an event at an offer. What was begun before is settled first, so that a second click, a reload or
 * the way back never pays twice; then the attempt goes on with its own pair of ids, or a new one begins. An outcome
 * is always the server's word; it is kept whenever it comes, but it moves only the state that has asked for it.
 */
export function reduce(payment: Payment, event: Event): Payment {
  if (!("to" in event)) return acted(payment, event);
  const told =
    event.kind === "outcome"
      ? { ...payment, attempt: learned(payment.attempt, event) }
      : payment;
  return event.to === payment.state ? unlessLeft(answered(told, event)) : told;
}

/** Whoever has gone elsewhere is not led to a payment page; it opens at the next tap. */
function unlessLeft(payment: Payment): Payment {
  const { isLeft, state } = payment;
  return isLeft && state.kind === "leaving" ? idle(payment) : payment;
}

/** A product that the server calls paid, with its payment. */
export interface Bought {
  readonly product: string;
  readonly payment: string;
}

/** What an event calls paid; null where the stored attempt says so already. */
export function boughtBy({ attempt }: Payment, event: Event): Bought | null {
  if (event.kind !== "outcome" || event.outcome.kind !== "paid") return null;
  const { payment, outcome } = event;
  const known = attempt?.paid === true && attempt.payment === payment;
  return known || payment === null
    ? null
    : { product: outcome.product, payment };
}

function acted(before: Payment, act: Act): Payment {
  const payment = unlocked(before);
  const { kind } = payment.state;
  if (act.kind === "moved-on")
    return kind === "paid" || kind === "declined" ? idle(payment) : payment;
  // Ten clicks pay once: the first one locks the offer.
  if (isWaiting(payment.state) || kind === "paid") return payment;
  switch (act.kind) {
    case "pay":
      return pay(payment, act);
    case "returned":
      return askOnReturn(payment, act.payment);
    case "shown":
      return askOnArrival(payment);
    case "checked":
      return askAgain(payment);
  }
}

/** Back from the browser's cache, most likely from the payment page: what was under way then is no more. */
function unlocked(payment: Payment): Payment {
  const isOver = isWaiting(payment.state) && payment.arrivals > payment.begun;
  return isOver ? idle(payment) : payment;
}

/** The stored attempt, after the server's word on a payment. */
function learned(
  stored: Attempt | null,
  { to, payment, outcome, ...event }: EventOf<"outcome">,
): Attempt | null {
  if (payment === null) return stored;
  const attempt = event.attempt ?? closedBefore(to, stored);
  const known = attempt === null ? stored : { ...attempt, payment };
  if (known?.payment !== payment) return known;
  switch (outcome.kind) {
    case "paid":
      return { ...known, paid: true };
    case "open":
    case "needs-authentication":
      return known;
    default:
      // The next try needs a new key: this one would get the same answer again.
      return known.checkoutId === stored?.checkoutId ? null : stored;
  }
}

function answered(payment: Payment, answer: Answer): Payment {
  switch (answer.kind) {
    case "outcome":
      return told(payment, answer);
    case "confirmed":
      return onTheWay(payment, confirmed(answer.to, answer.reference));
    case "visitor-found":
      return onTheWay(payment, foundVisitor(answer.to, answer.visitorId));
    case "nothing-saved":
      return onTheWay(payment, nothingSaved(answer.to));
    case "opened":
      return toPaymentPage(payment, answer.way, answer.attempt);
    case "stayed":
      return { ...payment, state: { kind: "unreachable" } };
    case "sheet-closed":
      return sheetClosed(payment, answer);
    case "price-changed":
      // Another price is another order, with a pair of ids of its own.
      return { ...payment, state: { kind: "price-changed" }, attempt: null };
    case "failed":
      return failed(payment, answer);
  }
}

/** As on the way back from a payment page: from its end, or by the browser's Back. */
function sheetClosed(
  before: Payment,
  { to, atEnd }: EventOf<"sheet-closed">,
): Payment {
  const { attempt: stored } = before;
  const closed = givingWay(stored, to.attempt);
  const payment = { ...before, attempt: closed ?? stored };
  const about = to.attempt.payment;
  const asking =
    atEnd && about !== null
      ? askOnReturn(payment, about)
      : askOnArrival(idle(payment));
  const { state } = asking;
  const isAsked =
    state.kind === "asking-on-return" || state.kind === "asking-on-arrival";
  return closed !== null && isAsked
    ? { ...asking, attempt: stored, state: { ...state, closed } }
    : asking;
}

function told(payment: Payment, { to, outcome }: EventOf<"outcome">): Payment {
  switch (to.kind) {
    case "asking-on-return":
      return toldOnReturn(payment, to, outcome);
    case "asking-earlier":
      return toldOfEarlier(payment, to, outcome);
    case "asking-on-arrival": {
      const { about } = to;
      const isOpen = outcome.kind === "open" && typeof about === "string";
      return { ...ended(payment, outcome), leftOpen: isOpen ? about : null };
    }
    case "charging":
      return ended(payment, outcome);
  }
}
