import type { Attempt, Order } from "../core/attempt.ts";
import { funnel } from "../core/funnel.fixture.ts";
import { newAttempt } from "./attempts.ts";
import {
  type Answer,
  type Event,
  NO_PAYMENT,
  type Outcome,
  type Payment,
  type PayRequest,
  type State,
} from "./machine.ts";
import { reduce } from "./reduce.ts";
import type { EventOf, StateOf } from "./reduced.ts";

export const RUN = 7;
export const ARRIVAL = 3;

export const ORDER: Order = {
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
  returnPath: "/quiz-focus/oto",
  geo: null,
};
export const SAVED: PayRequest = { ...HOSTED, how: "saved" };
export const AT_ONCE: PayRequest = { ...SAVED, saved: "pay-pro" };

export const IDS = { eventId: "e-new", checkoutId: "k-new" };
export const FRESH = newAttempt(ORDER, { eventId: "e-1", checkoutId: "k-1" });
export const OPENED: Attempt = { ...FRESH, payment: "c-1" };
export const CHARGED: Attempt = { ...FRESH, reference: "r-1" };
export const ofOther = (attempt: Attempt): Attempt => ({
  ...attempt,
  order: { ...ORDER, product: "trial" },
});

const RETURN = { payment: "c-1", knowable: true, asked: 1 } as const;

/** One state of each kind: a new one does not compile until it stands here and in the table. */
export const STATES: { readonly [K in State["kind"]]: StateOf<K> } = {
  idle: { kind: "idle" },
  "asking-on-return": { kind: "asking-on-return", ...RETURN },
  "waiting-to-ask": { kind: "waiting-to-ask", ...RETURN },
  "asking-on-arrival": { kind: "asking-on-arrival" },
  "asking-earlier": {
    kind: "asking-earlier",
    request: HOSTED,
    earlier: OPENED,
    ids: IDS,
  },
  confirming: {
    kind: "confirming",
    next: "charge",
    request: SAVED,
    attempt: FRESH,
  },
  "finding-visitor": {
    kind: "finding-visitor",
    reference: "r-1",
    request: SAVED,
    attempt: FRESH,
  },
  charging: { kind: "charging", request: SAVED, attempt: CHARGED },
  opening: { kind: "opening" },
  leaving: { kind: "leaving" },
  paid: { kind: "paid" },
  declined: { kind: "declined" },
  cancelled: { kind: "cancelled" },
  "needs-authentication": { kind: "needs-authentication" },
  unknown: { kind: "unknown" },
};

const seen = { attempt: OPENED, arrival: ARRIVAL };
const WAY = { kind: "leave", url: "/pay/c-1" } as const;
export const PAID: Outcome = { kind: "paid", product: "plan" };

/** One event of each kind, on time. */
export const EVENTS: { readonly [K in Event["kind"]]: EventOf<K> } = {
  pay: { kind: "pay", request: HOSTED, ids: IDS, ...seen },
  returned: { kind: "returned", payment: "c-1", knowable: true, ...seen },
  shown: { kind: "shown", ...seen },
  dismissed: { kind: "dismissed" },
  "moved-on": { kind: "moved-on" },
  outcome: onTime({
    kind: "outcome",
    outcome: PAID,
    payment: "c-1",
    attempt: null,
  }),
  confirmed: onTime({ kind: "confirmed", reference: "r-1" }),
  "visitor-found": onTime({ kind: "visitor-found", visitorId: "v-1" }),
  "nothing-saved": onTime({ kind: "nothing-saved" }),
  opened: onTime({
    kind: "opened",
    attempt: FRESH,
    payment: "c-1",
    way: WAY,
  }),
  waited: onTime({ kind: "waited" }),
  stayed: onTime({ kind: "stayed" }),
  failed: onTime({ kind: "failed", refused: true, error: new Error("no") }),
};

export const pay = (more: Partial<EventOf<"pay">>) => ({
  ...EVENTS.pay,
  ...more,
});
export const told = (outcome: Outcome): EventOf<"outcome"> => ({
  ...EVENTS.outcome,
  outcome,
});
export const is = (kind: "declined" | "cancelled" | "open") =>
  told({ kind, product: "plan" });
export const GONE = told({ kind: "gone" });
export const ASKS = told({
  kind: "needs-authentication",
  product: "plan",
  url: "/bank",
});
export const UNFOUND: Event = { ...GONE, payment: null, attempt: CHARGED };
export const earlier = (more: Partial<StateOf<"asking-earlier">>) => ({
  ...STATES["asking-earlier"],
  ...more,
});
export const asked = (times: number, knowable = true) => ({
  ...STATES["asking-on-return"],
  asked: times,
  knowable,
});

export function from(state: State): Payment {
  return { ...NO_PAYMENT, state, run: RUN, arrival: ARRIVAL };
}

function onTime<A extends Answer>(answer: A): A & { readonly run: number } {
  return { ...answer, run: RUN };
}

export function inWords(before: Payment, event: Event): string {
  const { payment, notes, call } = reduce(before, event);
  const noted = notes.map((note) =>
    note.kind === "report" ? `report:${note.during}` : note.kind,
  );
  return [
    payment === before ? "=" : payment.state.kind,
    ...noted,
    ...(call === null ? [] : [">", call.kind]),
  ].join(" ");
}
