import { describe, expect, test } from "vitest";
import { ASK_AGAIN_MS } from "./asking.ts";
import {
  ARRIVAL,
  ASKS,
  asked,
  AT_ONCE,
  CHARGED,
  earlier,
  EVENTS,
  FRESH,
  from,
  GONE,
  IDS,
  inWords,
  is,
  ofOther,
  OPENED,
  pay,
  RUN,
  SAVED,
  STATES,
  told,
  UNFOUND,
} from "./machine.fixture.ts";
import type { Event, Payment, State } from "./machine.ts";
import { reduce } from "./reduce.ts";

/** What else an event may say, or a state hold. */
const CASES: readonly (readonly [
  name: string,
  state: State,
  event: Event,
  follows: string,
])[] = [
  // To pay
  [
    "nothing was begun",
    STATES.idle,
    pay({ attempt: null }),
    "confirming begin > confirm",
  ],
  [
    "nothing was sent",
    STATES.idle,
    pay({ attempt: FRESH }),
    "confirming > confirm",
  ],
  [
    "nothing was sent of another order",
    STATES.idle,
    pay({ attempt: ofOther(FRESH) }),
    "confirming begin > confirm",
  ],
  [
    "another order has a payment",
    STATES.idle,
    pay({ attempt: ofOther(OPENED) }),
    "asking-earlier > ask-payment",
  ],
  [
    "another order was charged",
    STATES.idle,
    pay({ attempt: ofOther(CHARGED) }),
    "asking-earlier > ask-charge",
  ],
  [
    "a charge was lost",
    STATES.idle,
    pay({ attempt: CHARGED }),
    "finding-visitor > find-visitor",
  ],
  [
    "a charge was lost, and is wanted again",
    STATES.idle,
    pay({ attempt: CHARGED, request: SAVED }),
    "finding-visitor > find-visitor",
  ],
  [
    "an immediate charge was lost",
    STATES.idle,
    pay({ attempt: CHARGED, request: AT_ONCE }),
    "confirming > confirm",
  ],
  [
    "by what is saved",
    STATES.idle,
    pay({ attempt: null, request: SAVED }),
    "confirming begin > confirm",
  ],
  // The attempt before this one
  ["the same order is open", earlier({}), is("open"), "opening > open"],
  [
    "the same order is open, PayPro could charge",
    earlier({ request: AT_ONCE }),
    is("open"),
    "opening > open",
  ],
  [
    "the same order is open, a card is saved",
    earlier({ request: SAVED }),
    is("open"),
    "confirming > confirm",
  ],
  [
    "the same charge by PayPro is open",
    earlier({ request: AT_ONCE, earlier: { ...CHARGED, payment: "c-1" } }),
    is("open"),
    "charging keep > charge-at-once",
  ],
  ["the bank asks for the same order", earlier({}), ASKS, "leaving > leave"],
  [
    "the same order was declined",
    earlier({}),
    is("declined"),
    "confirming forget begin > confirm",
  ],
  [
    "the same order was cancelled",
    earlier({}),
    is("cancelled"),
    "confirming forget begin > confirm",
  ],
  [
    "the same order is gone",
    earlier({}),
    GONE,
    "confirming forget begin > confirm",
  ],
  [
    "another order is open",
    earlier({ earlier: ofOther(OPENED) }),
    is("open"),
    "confirming begin > confirm",
  ],
  [
    "the bank asks for another order",
    earlier({ earlier: ofOther(OPENED) }),
    ASKS,
    "confirming begin > confirm",
  ],
  [
    "another order is paid",
    earlier({ earlier: ofOther(OPENED) }),
    EVENTS.outcome,
    "paid mark-paid",
  ],
  [
    "another order was not charged",
    earlier({ earlier: ofOther(CHARGED) }),
    UNFOUND,
    "confirming begin > confirm",
  ],
  [
    "what came back is still open, and not remembered",
    earlier({ earlier: null }),
    is("open"),
    "confirming begin > confirm",
  ],
  // The charge
  [
    "nothing is saved",
    STATES.confirming,
    { ...EVENTS.confirmed, reference: null },
    "opening > open",
  ],
  [
    "for a payment page",
    { ...STATES.confirming, next: "open" },
    EVENTS.confirmed,
    "opening > open",
  ],
  [
    "for PayPro",
    { ...STATES.confirming, request: AT_ONCE },
    { ...EVENTS.confirmed, reference: null },
    "charging keep > charge-at-once",
  ],
  [
    "nobody knows the visitor",
    STATES["finding-visitor"],
    { ...EVENTS["visitor-found"], visitorId: null },
    "opening > open",
  ],
  [
    "charged",
    STATES.charging,
    { ...EVENTS.outcome, attempt: CHARGED },
    "paid keep mark-paid",
  ],
  [
    "declined",
    STATES.charging,
    { ...is("declined"), attempt: CHARGED },
    "declined keep forget",
  ],
  [
    "the bank asks",
    STATES.charging,
    { ...ASKS, attempt: CHARGED },
    "needs-authentication keep",
  ],
  [
    "nothing saved, a page is open",
    { ...STATES.charging, attempt: { ...CHARGED, payment: "c-1" } },
    EVENTS["nothing-saved"],
    "opening > open",
  ],
  // The payment page
  [
    "it may well work later",
    STATES.opening,
    { ...EVENTS.failed, refused: false },
    "unknown report:paying",
  ],
  [
    "it is in the log already",
    STATES.opening,
    { ...EVENTS.failed, refused: false, error: null },
    "unknown",
  ],
  [
    "refused, in the log already",
    STATES.opening,
    { ...EVENTS.failed, error: null },
    "unknown forget",
  ],
  // On return
  ["still open", asked(1), is("open"), "waiting-to-ask > wait"],
  [
    "still open the last time",
    asked(ASK_AGAIN_MS.length),
    is("open"),
    "waiting-to-ask > wait",
  ],
  [
    "still open after that",
    asked(ASK_AGAIN_MS.length + 1),
    is("open"),
    "unknown",
  ],
  ["gone", asked(1), GONE, "idle forget"],
  ["gone, as far as anybody can know", asked(1, false), GONE, "unknown forget"],
  ["declined on return", asked(1), is("declined"), "declined forget"],
  ["cancelled on return", asked(1), is("cancelled"), "cancelled forget"],
  ["the bank asks on return", asked(1), ASKS, "needs-authentication"],
  // On arrival
  ["nothing stored", STATES.idle, { ...EVENTS.shown, attempt: null }, "="],
  ["nothing sent", STATES.idle, { ...EVENTS.shown, attempt: FRESH }, "="],
  [
    "paid and known so",
    STATES.idle,
    { ...EVENTS.shown, attempt: { ...OPENED, paid: true } },
    "=",
  ],
  [
    "a charge whose answer was lost",
    STATES.idle,
    { ...EVENTS.shown, attempt: CHARGED },
    "asking-on-arrival > ask-charge",
  ],
  ["it is still open", STATES["asking-on-arrival"], is("open"), "idle"],
  ["it is gone", STATES["asking-on-arrival"], GONE, "idle forget"],
  ["it was never charged", STATES["asking-on-arrival"], UNFOUND, "idle"],
  [
    "it was charged",
    STATES["asking-on-arrival"],
    { ...EVENTS.outcome, attempt: CHARGED },
    "paid keep mark-paid",
  ],
];

test.each(CASES)("%s", (_, state, event, follows) => {
  expect(inWords(from(state), event)).toBe(follows);
});

describe("what an attempt is known by", () => {
  test("a new one has the fresh pair of ids", () => {
    const { notes, call } = reduce(
      from(STATES.idle),
      pay({ attempt: ofOther(FRESH) }),
    );
    const attempt = { ...FRESH, ...IDS };
    expect(notes).toEqual([{ kind: "begin", attempt }]);
    expect(call).toEqual({ kind: "confirm", attempt });
  });

  test("one that goes on keeps its own", () => {
    const { notes, call } = reduce(from(STATES.idle), pay({ attempt: FRESH }));
    expect(notes).toEqual([]);
    expect(call).toEqual({ kind: "confirm", attempt: FRESH });
  });

  test("an immediate charge goes by the key, kept before it is sent", () => {
    const state = { ...STATES.confirming, request: AT_ONCE };
    const { notes, call } = reduce(from(state), EVENTS.confirmed);
    const attempt = { ...FRESH, reference: "k-1" };
    expect(notes).toEqual([{ kind: "keep", attempt }]);
    expect(call).toEqual({ kind: "charge-at-once", attempt });
  });

  test("a payment page that takes over goes by no reference", () => {
    const { call } = reduce(from(STATES.charging), EVENTS["nothing-saved"]);
    expect(call).toEqual({ kind: "confirm", attempt: FRESH });
  });
});

describe("what is remembered beside the state", () => {
  const unsettled: Payment = { ...from(STATES.unknown), unsettled: "c-9" };

  test("a payment that stayed unknown on return is asked about before another is begun", () => {
    const { payment } = reduce(
      from({ ...STATES["asking-on-return"], payment: "c-9" }),
      EVENTS.failed,
    );
    expect(payment).toEqual(unsettled);
    const again = reduce(
      reduce(payment, EVENTS.dismissed).payment,
      pay({ attempt: null }),
    );
    expect(again.call).toEqual({ kind: "ask-payment", payment: "c-9" });
  });

  test("an outcome settles it, and names the product that the server names", () => {
    const { payment } = reduce(
      { ...unsettled, state: STATES["asking-earlier"] },
      told({ kind: "paid", product: "extra" }),
    );
    expect(payment).toMatchObject({ unsettled: null, product: "extra" });
  });

  test.each([
    ["pay", EVENTS.pay, "plan"],
    ["returned", EVENTS.returned, "plan"],
    [
      "returned, and nothing is stored",
      { ...EVENTS.returned, attempt: null },
      null,
    ],
    ["shown", EVENTS.shown, "plan"],
  ] as const)(
    "%s begins a run of its own, for its product",
    (_, event, product) => {
      const { payment } = reduce(
        { ...from(STATES.idle), product: "before" },
        event,
      );
      expect(payment).toMatchObject({
        run: RUN + 1,
        arrival: ARRIVAL,
        product,
      });
    },
  );

  test("the waits between questions are those that are meant", () => {
    const waits = [1, 2, 3].map(
      (times) => reduce(from(asked(times)), is("open")).call,
    );
    expect(waits).toEqual(ASK_AGAIN_MS.map((ms) => ({ kind: "wait", ms })));
  });
});
