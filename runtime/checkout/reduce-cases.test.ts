import { describe, expect, test } from "vitest";
import { ASK_AGAIN_MS } from "./asking.ts";
import type { Attempt } from "../core/attempt.ts";
import {
  ASKS,
  AT_ONCE,
  CHARGED,
  EVENTS,
  FRESH,
  from,
  GONE,
  HOSTED,
  inWords,
  is,
  NEW,
  ofOther,
  OPENED,
  PAID,
  SAVED,
  STATES,
  told,
  UNKNOWABLE,
} from "../testing/payment-machine.ts";
import type { Event, PayRequest, State, StateOf } from "./machine.ts";
import { reduce } from "./reduce.ts";

interface Case {
  readonly name: string;
  readonly state: State;
  readonly attempt: Attempt | null;
  readonly event: Event;
  readonly follows: string;
}

const toPay = (
  name: string,
  attempt: Attempt | null,
  request: PayRequest,
  follows: string,
): Case => {
  const event = { ...EVENTS.pay, request };
  return { name, state: STATES.idle, attempt, event, follows };
};
const AGAIN = { ...HOSTED.product, repeatable: true } as const;
const { idle, charging, confirming } = STATES;
const onArrival = STATES["asking-on-arrival"];
const earlier = { ...STATES["asking-earlier"] };
const earlierSaved = { ...earlier, request: SAVED };
const earlierAtOnce = { ...earlier, request: AT_ONCE };
const visitor = STATES["finding-visitor"];
const trial = { ...HOSTED.order, product: "trial" };
const paidWithTrial = { ...HOSTED, owned: ["plan"], order: trial };
const lost = { ...onArrival, about: CHARGED };
const lostEarlier = { ...earlier, about: ofOther(CHARGED) };
const onReturn = (open: number): StateOf<"asking-on-return"> => ({
  ...STATES["asking-on-return"],
  open,
});
const outcome = (
  name: string,
  [state, attempt]: readonly [Parameters<typeof told>[0], Attempt | null],
  event: Parameters<typeof told>[1],
  follows: string,
  more: Parameters<typeof told>[2] = {},
): Case => ({ name, state, attempt, event: told(state, event, more), follows });
const UNFOUND = { payment: null, attempt: CHARGED };
const FOUND = { attempt: CHARGED };

const PAYING: readonly Case[] = [
  toPay("nothing was begun", null, HOSTED, "confirming:open begin"),
  toPay("nothing was sent", NEW, HOSTED, "confirming:open"),
  toPay(
    "nothing was sent of another order",
    ofOther(NEW),
    HOSTED,
    "confirming:open begin",
  ),
  toPay(
    "another order has a payment",
    ofOther(OPENED),
    HOSTED,
    "asking-earlier:c-1",
  ),
  toPay(
    "another order was charged",
    ofOther(CHARGED),
    HOSTED,
    "asking-earlier:charge",
  ),
  toPay("a charge was lost", CHARGED, HOSTED, "finding-visitor"),
  toPay(
    "a charge was lost, and is wanted again",
    CHARGED,
    SAVED,
    "finding-visitor",
  ),
  toPay("an immediate charge was lost", CHARGED, AT_ONCE, "confirming:charge"),
  toPay("by what is saved", null, SAVED, "confirming:charge begin"),
  toPay("by what PayPro keeps", null, AT_ONCE, "confirming:charge begin"),
  toPay("it was paid", PAID, HOSTED, "asking-earlier:c-1"),
  toPay(
    "it was paid, and is sold again",
    PAID,
    { ...HOSTED, product: AGAIN },
    "confirming:open begin",
  ),
  toPay(
    "another product was paid here, and this one is sold again",
    ofOther(PAID),
    { ...SAVED, product: AGAIN },
    "confirming:charge begin",
  ),
  toPay(
    "it may be paid, and is sold again",
    OPENED,
    { ...SAVED, product: AGAIN },
    "asking-earlier:c-1",
  ),
];

const EARLIER: readonly Case[] = [
  outcome("the same order is open", [earlier, OPENED], is("open"), "opening"),
  outcome(
    "the same order is open, PayPro could charge",
    [earlierAtOnce, OPENED],
    is("open"),
    "opening",
  ),
  outcome(
    "the same order is open, a card may be saved",
    [earlierSaved, OPENED],
    is("open"),
    "confirming:charge",
  ),
  outcome(
    "the same charge by PayPro is open",
    [earlierAtOnce, { ...OPENED, reference: "k-1" }],
    is("open"),
    "charging",
  ),
  outcome(
    "the bank asks for the same order",
    [earlier, OPENED],
    ASKS,
    "leaving",
  ),
  outcome(
    "the same order was declined",
    [earlier, OPENED],
    is("declined"),
    "confirming:open begin",
  ),
  outcome(
    "the same order was cancelled",
    [earlier, OPENED],
    is("cancelled"),
    "confirming:open begin",
  ),
  outcome(
    "the same order was declined, a card may be saved",
    [earlierSaved, OPENED],
    is("declined"),
    "declined forget",
  ),
  outcome(
    "the same order was cancelled, PayPro could charge",
    [earlierAtOnce, OPENED],
    is("cancelled"),
    "cancelled forget",
  ),
  outcome(
    "the payment of another product was declined, a card may be saved",
    [earlierSaved, ofOther(OPENED)],
    { kind: "declined", product: "trial" },
    "confirming:charge begin",
  ),
  outcome(
    "the same order is gone",
    [earlier, OPENED],
    GONE,
    "confirming:open begin",
  ),
  outcome(
    "nobody can know of the same order",
    [earlier, OPENED],
    UNKNOWABLE,
    "confirming:open begin",
  ),
  outcome(
    "the same order is paid, and was known to be",
    [earlier, PAID],
    is("paid"),
    "paid",
  ),
  outcome(
    "another order is open",
    [earlier, ofOther(OPENED)],
    is("open"),
    "confirming:open begin",
  ),
  outcome(
    "the bank asks for another order",
    [earlier, ofOther(OPENED)],
    ASKS,
    "confirming:open begin",
  ),
  outcome(
    "another order is paid",
    [earlier, ofOther(OPENED)],
    is("paid"),
    "paid keep bought",
  ),
  outcome(
    "another order is paid, and was shown as bought",
    [{ ...earlier, request: paidWithTrial }, PAID],
    is("paid"),
    "confirming:open begin",
  ),
  outcome(
    "another order is paid, and a third one was shown as bought",
    [{ ...earlier, request: { ...paidWithTrial, owned: ["journal"] } }, OPENED],
    is("paid"),
    "paid keep bought",
  ),
  outcome(
    "the same order is paid, and was shown as bought",
    [{ ...earlier, request: { ...HOSTED, owned: ["plan"] } }, PAID],
    is("paid"),
    "paid",
  ),
  outcome(
    "another order was charged",
    [lostEarlier, ofOther(CHARGED)],
    is("paid"),
    "paid keep bought",
    { attempt: ofOther(CHARGED) },
  ),
  outcome(
    "another order was not charged",
    [lostEarlier, ofOther(CHARGED)],
    GONE,
    "confirming:open begin",
    UNFOUND,
  ),
  outcome(
    "what came back is still open, and not remembered",
    [earlier, null],
    is("open"),
    "confirming:open begin",
  ),
  outcome(
    "another tab has begun another order meanwhile",
    [earlier, ofOther(NEW)],
    is("open"),
    "confirming:open begin",
  ),
];

const CHARGES: readonly Case[] = [
  {
    name: "nothing is saved",
    state: confirming,
    attempt: NEW,
    event: { ...EVENTS.confirmed, reference: null },
    follows: "opening",
  },
  ...((state) => [
    {
      name: "for a payment page",
      state,
      attempt: NEW,
      event: { ...EVENTS.confirmed, to: state },
      follows: "opening",
    },
  ])({ ...confirming, next: "open" } as const),
  ...((state) => [
    {
      name: "for PayPro",
      state,
      attempt: NEW,
      event: { ...EVENTS.confirmed, to: state, reference: null },
      follows: "charging keep",
    },
  ])({ ...confirming, request: AT_ONCE }),
  {
    name: "nobody knows the visitor",
    state: visitor,
    attempt: NEW,
    event: { ...EVENTS["visitor-found"], visitorId: null },
    follows: "opening",
  },
  outcome(
    "charged",
    [charging, CHARGED],
    is("paid"),
    "paid keep bought",
    FOUND,
  ),
  outcome(
    "declined",
    [charging, CHARGED],
    is("declined"),
    "declined forget",
    FOUND,
  ),
  outcome(
    "the bank asks",
    [charging, CHARGED],
    ASKS,
    "needs-authentication keep",
    FOUND,
  ),
  ...((state) => [
    {
      name: "nothing saved, a page is open",
      state,
      attempt: state.attempt,
      event: { ...EVENTS["nothing-saved"], to: state },
      follows: "opening keep",
    },
  ])({ ...charging, attempt: { ...CHARGED, payment: "c-1" } }),
];

const RETURNS: readonly Case[] = [
  outcome(
    "still open",
    [onReturn(0), OPENED],
    is("open"),
    "asking-on-return:c-1",
  ),
  outcome(
    "still open the last time",
    [onReturn(ASK_AGAIN_MS.length - 1), OPENED],
    is("open"),
    "asking-on-return:c-1",
  ),
  outcome(
    "still open after that",
    [onReturn(ASK_AGAIN_MS.length), OPENED],
    is("open"),
    "unknown",
  ),
  outcome("gone", [onReturn(0), OPENED], GONE, "idle forget"),
  outcome("gone, and not remembered", [onReturn(0), null], GONE, "idle"),
  outcome(
    "gone, as far as anybody can know",
    [onReturn(0), OPENED],
    UNKNOWABLE,
    "unknown forget",
  ),
  outcome(
    "declined on return",
    [onReturn(0), OPENED],
    is("declined"),
    "declined forget",
  ),
  outcome(
    "cancelled on return",
    [onReturn(0), OPENED],
    is("cancelled"),
    "cancelled forget",
  ),
  outcome(
    "cancelled on return, another one is stored",
    [onReturn(0), { ...OPENED, payment: "c-2" }],
    is("cancelled"),
    "cancelled",
  ),
  outcome(
    "paid on return, another one is stored",
    [onReturn(0), { ...OPENED, payment: "c-2" }],
    is("paid"),
    "paid bought",
  ),
  outcome(
    "paid on return, and known to be",
    [onReturn(0), PAID],
    is("paid"),
    "paid",
  ),
  outcome(
    "paid on return, and not remembered",
    [onReturn(0), null],
    is("paid"),
    "paid bought",
  ),
  outcome(
    "the bank asks on return",
    [onReturn(0), OPENED],
    ASKS,
    "needs-authentication",
  ),
];

const shown = (
  name: string,
  attempt: Attempt | null,
  follows: string,
): Case => ({
  name,
  state: idle,
  attempt,
  event: EVENTS.shown,
  follows,
});
const ARRIVALS: readonly Case[] = [
  shown("shown, nothing stored", null, "="),
  shown("shown, nothing sent", NEW, "="),
  shown("shown, paid and known to be", PAID, "="),
  shown(
    "shown, a charge whose answer was lost",
    CHARGED,
    "asking-on-arrival:charge",
  ),
  outcome("it is still open", [onArrival, OPENED], is("open"), "idle"),
  outcome("it is gone", [onArrival, OPENED], GONE, "idle forget"),
  outcome("nobody can know", [onArrival, OPENED], UNKNOWABLE, "idle forget"),
  outcome("it was never charged", [lost, CHARGED], GONE, "idle", UNFOUND),
  outcome(
    "it was charged",
    [lost, CHARGED],
    is("paid"),
    "paid keep bought",
    FOUND,
  ),
];

const checked = (
  name: string,
  attempt: Attempt | null,
  follows: string,
): Case => ({
  name,
  state: STATES.unknown,
  attempt,
  event: EVENTS.checked,
  follows,
});
const lostOnReturn = { ...onReturn(0), about: CHARGED, isSought: true };
const CHECKS: readonly Case[] = [
  checked("checked, a page is open", OPENED, "asking-on-return:c-1"),
  checked("checked, a charge was lost", CHARGED, "asking-on-return:charge"),
  checked("checked, nothing was sent", NEW, "nothing-found"),
  checked("checked, nothing is stored", null, "nothing-found"),
  outcome(
    "checked, and it was charged",
    [lostOnReturn, CHARGED],
    is("paid"),
    "paid keep bought",
    FOUND,
  ),
  outcome(
    "checked, and it was never charged",
    [lostOnReturn, CHARGED],
    GONE,
    "nothing-found",
    UNFOUND,
  ),
  {
    name: "checked, and nobody answers",
    state: lostOnReturn,
    attempt: CHARGED,
    event: { ...EVENTS.failed, to: lostOnReturn, why: "passing" },
    follows: "unknown",
  },
];

test.each([
  ...PAYING,
  ...EARLIER,
  ...CHARGES,
  ...RETURNS,
  ...ARRIVALS,
  ...CHECKS,
])("$name: $follows", ({ state, attempt, event, follows }) => {
  expect(inWords(from(state, attempt), event)).toBe(follows);
});

describe("what an attempt is known by", () => {
  test("a new one has the fresh pair of ids", () => {
    const { attempt, state } = reduce(from(idle, ofOther(NEW)), EVENTS.pay);
    expect(attempt).toBe(FRESH);
    expect(state).toMatchObject({ kind: "confirming", attempt: FRESH });
  });

  test("one that goes on keeps its own", () => {
    const { attempt, state } = reduce(from(idle, NEW), EVENTS.pay);
    expect(attempt).toBe(NEW);
    expect(state).toMatchObject({ kind: "confirming", attempt: NEW });
  });

  test("an immediate charge goes by the key, kept before it is sent", () => {
    const to = { ...confirming, request: AT_ONCE };
    const event = { ...EVENTS.confirmed, to };
    const { attempt, state } = reduce(from(to, NEW), event);
    expect(attempt).toEqual({ ...NEW, reference: "k-1" });
    expect(state).toMatchObject({ kind: "charging", attempt, visitorId: null });
  });

  test("a charge by reference goes by what the server named", () => {
    const { attempt, state } = reduce(
      from(visitor, NEW),
      EVENTS["visitor-found"],
    );
    expect(attempt).toEqual(CHARGED);
    expect(state).toEqual(charging);
  });

  test("a payment page that takes over goes by no reference", () => {
    const { attempt, state } = reduce(
      from(charging, CHARGED),
      EVENTS["nothing-saved"],
    );
    expect(attempt).toEqual(NEW);
    expect(state).toMatchObject({ kind: "confirming", attempt: NEW });
  });

  test("what is paid is kept as paid, with its payment", () => {
    const event = told(charging, is("paid"), FOUND);
    expect(reduce(from(charging, CHARGED), event).attempt).toEqual({
      ...CHARGED,
      payment: "c-1",
      paid: true,
    });
  });
});

describe("an offer that the visitor has left", () => {
  test.each([
    ["opened", STATES.opening, EVENTS.opened],
    ["the bank asks for an earlier charge", earlier, told(earlier, ASKS)],
  ] as const)("%s: nothing opens, and the attempt is kept", (_, to, event) => {
    const before = { ...from(to, OPENED), isLeft: true };
    expect(inWords(before, event)).toBe("idle");
  });

  test("what is charged goes on", () => {
    const before = { ...from(confirming, NEW), isLeft: true };
    expect(inWords(before, EVENTS.confirmed)).toBe("finding-visitor");
  });
});

describe("what is remembered beside the state", () => {
  const to = { ...onReturn(0), about: "c-9" };
  const unsettled = reduce(from(to, null), { ...EVENTS.failed, to });

  test("a payment that stayed unknown on return is asked about before another is begun", () => {
    expect(unsettled).toEqual({
      ...from(STATES.unknown, null),
      unsettled: "c-9",
    });
    expect(reduce(unsettled, EVENTS.pay).state).toMatchObject({
      kind: "asking-earlier",
      about: "c-9",
    });
    expect(reduce(unsettled, EVENTS.checked).state).toMatchObject({
      kind: "asking-on-return",
      about: "c-9",
    });
  });

  test("an outcome settles it, and names the product that the server names", () => {
    const outcome = { kind: "paid", product: "extra" } as const;
    const asking = { ...unsettled, state: earlier };
    expect(reduce(asking, told(earlier, outcome))).toMatchObject({
      unsettled: null,
      product: "extra",
    });
  });

  test.each([
    ["pay", EVENTS.pay, OPENED, "plan"],
    ["returned", EVENTS.returned, OPENED, "plan"],
    ["returned, and nothing is stored", EVENTS.returned, null, null],
    ["shown", EVENTS.shown, OPENED, "plan"],
  ] as const)(
    "%s locks the offer for its product",
    (_, event, attempt, product) => {
      const before = { ...from(idle, attempt), product: "before", arrivals: 2 };
      expect(reduce(before, event)).toMatchObject({ product, begun: 2 });
    },
  );
});
