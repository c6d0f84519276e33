import type { Attempt, Order } from "../core/attempt.ts";
import { funnel } from "./funnel.ts";
import { newAttempt } from "../checkout/attempts.ts";
import {
  type Event,
  type EventOf,
  NO_PAYMENT,
  type Outcome,
  type Payment,
  type PayRequest,
  type State,
  type StateOf,
} from "../checkout/machine.ts";
import { boughtBy, reduce } from "../checkout/reduce.ts";

const ORDER: Order = {
  offer: "calm/focus/oto",
  product: "plan",
  price: 3999,
  currency: "USD",
  email: "a@b.co",
  checkout: "stripe",
};
const { plan } = funnel.products;
if (plan === undefined) throw new Error("no plan");
export const HOSTED: PayRequest = {
  order: ORDER,
  how: "hosted",
  saved: "reference",
  product: plan,
  owned: [],
  returnPath: "/quiz-focus/oto",
  geo: null,
};
export const SAVED: PayRequest = { ...HOSTED, how: "saved" };
export const AT_ONCE: PayRequest = { ...SAVED, saved: "pay-pro" };

const ids = ["e-1", "k-1", "e-2", "k-2"];
const uuid = () => ids.shift() ?? "";
export const NEW = newAttempt(ORDER, uuid);
export const OPENED: Attempt = { ...NEW, payment: "c-1" };
export const CHARGED: Attempt = { ...NEW, reference: "r-1" };
export const PAID: Attempt = { ...OPENED, paid: true };
/** What begins if nothing goes on. */
export const FRESH = newAttempt(ORDER, uuid);
/** The same of another order. */
export const ofOther = (attempt: Attempt): Attempt => ({
  ...attempt,
  order: { ...ORDER, product: "trial" },
});

/** One state of each kind: a new one does not compile until it stands here and in the table. */
export const STATES: { readonly [K in State["kind"]]: StateOf<K> } = {
  idle: { kind: "idle" },
  "asking-on-return": {
    kind: "asking-on-return",
    about: "c-1",
    open: 0,
    isSought: false,
  },
  "asking-on-arrival": { kind: "asking-on-arrival", about: "c-1" },
  "asking-earlier": {
    kind: "asking-earlier",
    about: "c-1",
    request: HOSTED,
    fresh: FRESH,
  },
  confirming: {
    kind: "confirming",
    next: "charge",
    request: SAVED,
    attempt: NEW,
  },
  "finding-visitor": {
    kind: "finding-visitor",
    reference: "r-1",
    request: SAVED,
    attempt: NEW,
  },
  charging: {
    kind: "charging",
    reference: "r-1",
    visitorId: "v-1",
    request: SAVED,
    attempt: CHARGED,
  },
  opening: { kind: "opening", request: HOSTED, attempt: NEW },
  leaving: {
    kind: "leaving",
    way: { kind: "leave", url: "/pay/c-1" },
    attempt: OPENED,
  },
  paid: { kind: "paid" },
  declined: { kind: "declined" },
  cancelled: { kind: "cancelled" },
  "needs-authentication": { kind: "needs-authentication" },
  "price-changed": { kind: "price-changed" },
  outdated: { kind: "outdated" },
  unreachable: { kind: "unreachable" },
  unknown: { kind: "unknown" },
  "still-open": { kind: "still-open" },
  "nothing-found": { kind: "nothing-found" },
};

/** One event of each kind; what the server says of a payment may answer four states, a failure any that waits. */
export const EVENTS: { readonly [K in Event["kind"]]: EventOf<K> } = {
  pay: { kind: "pay", request: HOSTED, fresh: FRESH },
  returned: { kind: "returned", payment: "c-1" },
  shown: { kind: "shown" },
  checked: { kind: "checked" },
  "moved-on": { kind: "moved-on" },
  outcome: {
    kind: "outcome",
    to: STATES["asking-on-return"],
    outcome: { kind: "paid", product: "plan" },
    payment: "c-1",
    attempt: null,
  },
  confirmed: { kind: "confirmed", to: STATES.confirming, reference: "r-1" },
  "visitor-found": {
    kind: "visitor-found",
    to: STATES["finding-visitor"],
    visitorId: "v-1",
  },
  "nothing-saved": { kind: "nothing-saved", to: STATES.charging },
  opened: {
    kind: "opened",
    to: STATES.opening,
    attempt: OPENED,
    way: STATES.leaving.way,
  },
  stayed: { kind: "stayed", to: STATES.leaving },
  "sheet-closed": { kind: "sheet-closed", to: STATES.leaving, atEnd: true },
  "price-changed": { kind: "price-changed", to: STATES.opening },
  failed: { kind: "failed", to: STATES.opening, why: "refused" },
};

export const told = (
  to: EventOf<"outcome">["to"],
  outcome: Outcome,
  more: Partial<EventOf<"outcome">> = {},
): Event => ({ ...EVENTS.outcome, to, outcome, ...more });
export const is = (kind: "paid" | "declined" | "cancelled" | "open") =>
  ({ kind, product: "plan" }) as const;
export const GONE: Outcome = { kind: "gone" };
export const UNKNOWABLE: Outcome = { kind: "unknowable" };
export const ASKS: Outcome = {
  kind: "needs-authentication",
  product: "plan",
  url: "/bank",
};

/** Paying in a state, with the attempt that is stored. */
export function from(state: State, attempt: Attempt | null = OPENED): Payment {
  return { ...NO_PAYMENT, state, attempt, arrivals: 1, begun: 1 };
}

/** The next state ("=": the same) with what it asks about or leads to, and what becomes of the stored attempt. */
export function inWords(before: Payment, event: Event): string {
  const { state, attempt } = reduce(before, event);
  const bought = boughtBy(before, event);
  return [
    state === before.state ? "=" : stateInWords(state),
    ...attemptInWords(before.attempt, attempt),
    ...(bought === null ? [] : ["bought"]),
  ].join(" ");
}

function stateInWords(state: State): string {
  if ("next" in state) return `${state.kind}:${state.next}`;
  if (!("about" in state)) return state.kind;
  const { kind, about } = state;
  return `${kind}:${typeof about === "string" ? about : "charge"}`;
}

function attemptInWords(
  before: Attempt | null,
  after: Attempt | null,
): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (after === null) return ["forget"];
  return [before?.checkoutId === after.checkoutId ? "keep" : "begin"];
}
