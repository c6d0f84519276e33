import { describe, expect, test } from "vitest";
import type { Attempt } from "../core/attempt.ts";
import {
  ASKS,
  AT_ONCE,
  CHARGED,
  EVENTS,
  from,
  GONE,
  HOSTED,
  is,
  NEW,
  ofOther,
  OPENED,
  PAID,
  SAVED,
  STATES,
  UNKNOWABLE,
} from "../testing/payment-machine.ts";
import {
  type Asking,
  type Event,
  type Failure,
  isWaiting,
  type Outcome,
  type Payment,
  type State,
  type Waiting,
} from "./machine.ts";
import { reduce } from "./reduce.ts";

const TOLD: readonly Outcome[] = [
  is("paid"),
  is("declined"),
  is("cancelled"),
  is("open"),
  GONE,
  UNKNOWABLE,
  ASKS,
];

const FAILURES: readonly Failure[] = [
  "refused",
  "outdated",
  "in-flight",
  "passing",
];

/** Everything that the visitor may do, with everything that may be stored by then. */
const STORED: readonly (Attempt | null)[] = [
  null,
  ...[NEW, OPENED, CHARGED, PAID].flatMap((attempt) => [
    attempt,
    ofOther(attempt),
  ]),
];
const ACTS: readonly Event[] = [
  ...[HOSTED, SAVED, AT_ONCE].map((request) => ({ ...EVENTS.pay, request })),
  EVENTS.returned,
  EVENTS.shown,
  EVENTS.checked,
  EVENTS["moved-on"],
];

/** Everything that the call of a state may be answered by; nothing where it stands for none. */
function answersTo(state: State): readonly Event[] {
  switch (state.kind) {
    case "asking-on-return":
    case "asking-on-arrival":
    case "asking-earlier":
      return [...told(state), ...failures(state)];
    case "confirming":
      return [
        ...["r-1", null].map((reference) => ({
          ...EVENTS.confirmed,
          to: state,
          reference,
        })),
        ...failures(state),
      ];
    case "finding-visitor":
      return ["v-1", null].map((visitorId) => ({
        ...EVENTS["visitor-found"],
        to: state,
        visitorId,
      }));
    case "charging":
      return [
        ...TOLD.map((outcome) => ({
          ...EVENTS.outcome,
          to: state,
          outcome,
          attempt: state.attempt,
        })),
        { ...EVENTS["nothing-saved"], to: state },
        ...failures(state),
      ];
    case "opening":
      return [
        {
          ...EVENTS.opened,
          to: state,
          attempt: { ...state.attempt, payment: "c-1" },
        },
        ...failures(state),
      ];
    case "leaving":
      return [
        { ...EVENTS.stayed, to: state },
        ...[true, false].map((atEnd) => ({
          ...EVENTS["sheet-closed"],
          to: state,
          atEnd,
        })),
        ...failures(state),
      ];
    case "idle":
    case "paid":
    case "declined":
    case "cancelled":
    case "needs-authentication":
    case "price-changed":
    case "outdated":
    case "unreachable":
    case "unknown":
    case "still-open":
    case "nothing-found":
      return [];
  }
}

function told(to: Asking): readonly Event[] {
  const { about } = to;
  if (typeof about === "string")
    return TOLD.map((outcome) => ({
      ...EVENTS.outcome,
      to,
      outcome,
      payment: about,
    }));
  return [
    { ...EVENTS.outcome, to, outcome: is("paid"), attempt: about },
    { ...EVENTS.outcome, to, outcome: GONE, payment: null, attempt: about },
  ];
}

function failures(to: Waiting): readonly Event[] {
  return [
    ...FAILURES.map((why) => ({ ...EVENTS.failed, to, why })),
    { ...EVENTS["price-changed"], to },
  ];
}

/** What takes money, or leads to where it is taken. */
const PAYS: readonly State["kind"][] = [
  "confirming",
  "finding-visitor",
  "charging",
  "opening",
  "leaving",
];

interface Step {
  readonly before: Payment;
  readonly event: Event;
  readonly after: Payment;
}

describe("wherever a visitor can come to", () => {
  const steps = everyStep();

  test("every state is come to", () => {
    const kinds = new Set(steps.map(({ after }) => after.state.kind));
    expect([...kinds].toSorted()).toEqual(Object.keys(STATES).toSorted());
  });

  test("whoever waits is let go: each answer that may come leads to another state", () => {
    const waits = steps.filter(({ before }) => isWaiting(before.state));
    expect(waits.length).toBeGreaterThan(100);
    for (const { before, event, after } of waits)
      expect(after.state, `${before.state.kind} + ${event.kind}`).not.toBe(
        before.state,
      );
  });

  test("what is on its way is what is stored: nothing is sent that a reload would not find", () => {
    const sent = steps.flatMap(({ after }) =>
      "attempt" in after.state
        ? [[after.state.attempt, after.attempt] as const]
        : [],
    );
    expect(sent.length).toBeGreaterThan(100);
    for (const [attempt, stored] of sent) expect(attempt).toEqual(stored);
  });

  test("a charge goes by what is stored", () => {
    const charges = steps.flatMap(({ after: { state } }) =>
      state.kind === "charging" ? [state] : [],
    );
    expect(charges.length).toBeGreaterThan(0);
    for (const { attempt, reference } of charges)
      expect(attempt.reference).toBe(reference);
  });

  test("what the server calls paid is paid, and nothing is called after it", () => {
    const paid = steps.filter(
      ({ event }) => event.kind === "outcome" && event.outcome.kind === "paid",
    );
    expect(paid.length).toBeGreaterThan(0);
    for (const { after } of paid) expect(after.state).toEqual({ kind: "paid" });
  });

  test("whoever only asks what became of a payment is charged nothing by it, and led nowhere", () => {
    const asking = steps.filter(
      ({ before, event }) =>
        event.kind === "checked" ||
        before.state.kind === "asking-on-return" ||
        before.state.kind === "asking-on-arrival",
    );
    expect(asking.length).toBeGreaterThan(100);
    for (const { after } of asking)
      expect(PAYS).not.toContain(after.state.kind);
  });

  test("an attempt of which the server may know more is never replaced before the server was asked", () => {
    const paying = steps.filter(
      ({ before, event }) =>
        event.kind === "pay" &&
        (before.attempt?.payment ?? before.attempt?.reference) != null,
    );
    expect(paying.length).toBeGreaterThan(0);
    for (const { before, after } of paying)
      expect(after.attempt).toBe(before.attempt);
  });
});

/** Every step from a new visitor on: whatever they do where they may, and whatever they are answered. */
function everyStep(): readonly Step[] {
  const steps: Step[] = [];
  const known = new Set<string>();
  const open = STORED.map((attempt) => from(STATES.idle, attempt));
  for (const before of open) {
    const answers = answersTo(before.state);
    for (const event of answers.length > 0 ? answers : ACTS) {
      const after = reduce(before, event);
      steps.push({ before, event, after });
      const name = JSON.stringify(after);
      if (!known.has(name)) open.push(after);
      known.add(name);
    }
  }
  return steps;
}
