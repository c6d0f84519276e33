import { expect, test } from "vitest";
import {
  ARRIVAL,
  EVENTS,
  from,
  inWords,
  RUN,
  STATES,
} from "./machine.fixture.ts";
import { type Event, type State, statusOf } from "./machine.ts";
import { reduce } from "./reduce.ts";

type Row = { readonly [K in Event["kind"]]: string };

/** What the visitor does is not heard. */
const LOCKED = {
  pay: "=",
  returned: "=",
  shown: "=",
  dismissed: "=",
  "moved-on": "=",
} as const;
/** What the server says of a payment is kept, but moves nothing. */
const NOT_AWAITED = {
  outcome: "= mark-paid",
  confirmed: "=",
  "visitor-found": "=",
  "nothing-saved": "=",
  opened: "= keep",
  waited: "=",
  stayed: "=",
  failed: "=",
} as const;
/** An outcome is on the screen, and the visitor may go on. */
const SHOWN: Row = {
  ...NOT_AWAITED,
  pay: "asking-earlier > ask-payment",
  returned: "asking-on-return > ask-payment",
  shown: "=",
  dismissed: "idle",
  "moved-on": "=",
};
const REFUSED = "unknown report:paying forget";

/** The next state ("=": nothing changes), what is noted, and after ">" what is called. */
const TABLE: { readonly [K in State["kind"]]: Row } = {
  idle: { ...SHOWN, shown: "asking-on-arrival > ask-payment" },
  "asking-on-return": {
    ...LOCKED,
    ...NOT_AWAITED,
    outcome: "paid mark-paid",
    failed: "unknown report:asking",
  },
  "waiting-to-ask": {
    ...LOCKED,
    ...NOT_AWAITED,
    waited: "asking-on-return > ask-payment",
  },
  "asking-on-arrival": {
    ...LOCKED,
    ...NOT_AWAITED,
    outcome: "paid mark-paid",
    failed: "idle report:asking",
  },
  "asking-earlier": {
    ...LOCKED,
    ...NOT_AWAITED,
    outcome: "paid mark-paid",
    failed: REFUSED,
  },
  confirming: {
    ...LOCKED,
    ...NOT_AWAITED,
    confirmed: "finding-visitor > find-visitor",
    failed: REFUSED,
  },
  "finding-visitor": {
    ...LOCKED,
    ...NOT_AWAITED,
    "visitor-found": "charging keep > charge-by-reference",
    failed: REFUSED,
  },
  charging: {
    ...LOCKED,
    ...NOT_AWAITED,
    outcome: "paid mark-paid",
    "nothing-saved": "confirming > confirm",
    failed: REFUSED,
  },
  opening: {
    ...LOCKED,
    ...NOT_AWAITED,
    opened: "leaving keep > leave",
    failed: REFUSED,
  },
  leaving: { ...LOCKED, ...NOT_AWAITED, stayed: "idle", failed: REFUSED },
  paid: { ...LOCKED, ...NOT_AWAITED, "moved-on": "idle" },
  declined: { ...SHOWN, "moved-on": "idle" },
  cancelled: SHOWN,
  "needs-authentication": SHOWN,
  unknown: SHOWN,
};

const PAIRS = Object.values(STATES).flatMap((state) =>
  Object.values(EVENTS).map((event) => ({
    state,
    event,
    pair: `${state.kind} + ${event.kind}`,
    follows: TABLE[state.kind][event.kind],
  })),
);

test.each(PAIRS)("$pair: $follows", ({ state, event, follows }) => {
  expect(inWords(from(state), event)).toBe(follows);
});

const LATE = PAIRS.flatMap(({ event, ...rest }) =>
  "run" in event ? [{ ...rest, event }] : [],
);

test.each(LATE)(
  "$pair, answered too late: nothing moves",
  ({ state, event }) => {
    const payment = from(state);
    const late = reduce(payment, { ...event, run: RUN - 1 });
    expect(late.payment).toBe(payment);
    expect(late.call).toBeNull();
    // What the server said is kept all the same.
    expect(late.notes).toEqual(reduce(from(STATES.paid), event).notes);
  },
);

const BACK = PAIRS.flatMap(({ event, ...rest }) =>
  "arrival" in event && statusOf(rest.state) === "pending"
    ? [{ ...rest, event }]
    : [],
);

test.each(BACK)(
  "$pair, back by the browser's cache: as if nothing had been under way",
  ({ state, event }) => {
    const later = { ...event, arrival: ARRIVAL + 1 };
    const idle = reduce({ ...from(STATES.idle), run: RUN + 1 }, later);
    const back = reduce(from(state), later);
    expect(back.payment.run).toBeGreaterThan(RUN);
    expect(back).toEqual({
      ...idle,
      payment: { ...idle.payment, arrival: ARRIVAL + 1 },
    });
  },
);
