import { expect, test } from "vitest";
import { EVENTS, from, inWords, STATES } from "../testing/payment-machine.ts";
import { type Event, isWaiting, type State } from "./machine.ts";
import { reduce } from "./reduce.ts";

type Row = { readonly [K in Event["kind"]]: string };

/** The visitor waits: what they do is not heard. */
const LOCKED = {
  pay: "=",
  returned: "=",
  shown: "=",
  checked: "=",
  "moved-on": "=",
} as const;
/** What the server says of a payment is kept, but moves nothing. */
const NOT_AWAITED = {
  outcome: "= keep bought",
  confirmed: "=",
  "visitor-found": "=",
  "nothing-saved": "=",
  opened: "=",
  stayed: "=",
  "sheet-closed": "=",
  "price-changed": "=",
  failed: "=",
} as const;
/** An outcome is on the screen, and the visitor may go on. */
const SHOWN: Row = {
  ...NOT_AWAITED,
  pay: "asking-earlier:c-1",
  returned: "asking-on-return:c-1",
  shown: "=",
  checked: "=",
  "moved-on": "=",
};
const ASKING: Row = {
  ...LOCKED,
  ...NOT_AWAITED,
  outcome: "paid keep bought",
  "price-changed": "price-changed forget",
  failed: "unknown",
};

/** What follows where an open payment is stored, as `inWords` tells it. */
const TABLE: { readonly [K in State["kind"]]: Row } = {
  idle: { ...SHOWN, shown: "asking-on-arrival:c-1" },
  "asking-on-return": ASKING,
  "asking-on-arrival": { ...ASKING, failed: "idle" },
  "asking-earlier": { ...ASKING, failed: "unknown forget" },
  confirming: {
    ...LOCKED,
    ...NOT_AWAITED,
    confirmed: "finding-visitor keep",
    "price-changed": "price-changed forget",
    failed: "unreachable forget",
  },
  "finding-visitor": {
    ...LOCKED,
    ...NOT_AWAITED,
    "visitor-found": "charging keep",
    "price-changed": "price-changed forget",
    failed: "unreachable forget",
  },
  charging: {
    ...LOCKED,
    ...NOT_AWAITED,
    outcome: "paid keep bought",
    "nothing-saved": "confirming:open keep",
    "price-changed": "price-changed forget",
    failed: "unknown forget",
  },
  opening: {
    ...LOCKED,
    ...NOT_AWAITED,
    opened: "leaving",
    "price-changed": "price-changed forget",
    failed: "unreachable forget",
  },
  leaving: {
    ...LOCKED,
    ...NOT_AWAITED,
    stayed: "unreachable",
    "sheet-closed": "asking-on-return:c-1",
    "price-changed": "price-changed forget",
    failed: "unknown forget",
  },
  paid: { ...LOCKED, ...NOT_AWAITED, "moved-on": "idle" },
  declined: { ...SHOWN, "moved-on": "idle" },
  cancelled: SHOWN,
  "needs-authentication": SHOWN,
  "price-changed": SHOWN,
  outdated: SHOWN,
  unreachable: SHOWN,
  unknown: { ...SHOWN, checked: "asking-on-return:c-1" },
  "still-open": SHOWN,
  "nothing-found": SHOWN,
};

const PAIRS = Object.values(STATES).flatMap((state) =>
  Object.values(EVENTS).map((event) => ({
    state,
    event: addressed(event, state),
    pair: `${state.kind} + ${event.kind}`,
    follows: TABLE[state.kind][event.kind],
  })),
);

test.each(PAIRS)("$pair: $follows", ({ state, event, follows }) => {
  expect(inWords(from(state), event)).toBe(follows);
});

const LATE = PAIRS.flatMap(({ event, ...rest }) =>
  "to" in event ? [{ ...rest, event }] : [],
);

test.each(LATE)(
  "$pair, answering an earlier call of the same kind: nothing moves",
  ({ state, event, pair }) => {
    const again = { ...state };
    const { outcome } = NOT_AWAITED;
    expect(inWords(from(again), event), pair).toBe(
      event.kind === "outcome" ? outcome : "=",
    );
  },
);

const WAITING = PAIRS.flatMap(({ event, ...rest }) =>
  !("to" in event) && isWaiting(rest.state) ? [{ ...rest, event }] : [],
);

test.each(WAITING)(
  "$pair, back by the browser's cache: as if nothing had been under way",
  ({ state, event }) => {
    const back = reduce({ ...from(state), arrivals: 2 }, event);
    const idle = reduce({ ...from(STATES.idle), arrivals: 2 }, event);
    expect(back).toEqual(idle);
    expect(back.state).not.toBe(state);
  },
);

/** An event as the state that it comes to would be answered. */
function addressed(event: Event, to: State): Event {
  switch (event.kind) {
    case "outcome":
      return "about" in to || to.kind === "charging" ? { ...event, to } : event;
    case "failed":
    case "price-changed":
      return isWaiting(to) ? { ...event, to } : event;
    default:
      return event;
  }
}
