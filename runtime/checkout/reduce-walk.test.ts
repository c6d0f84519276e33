import { describe, expect, test } from "vitest";
import {
  ASKS,
  AT_ONCE,
  CHARGED,
  EVENTS,
  FRESH,
  GONE,
  HOSTED,
  is,
  ofOther,
  OPENED,
  pay,
  RUN,
  SAVED,
  STATES,
  UNFOUND,
} from "./machine.fixture.ts";
import {
  type Call,
  type Event,
  NO_PAYMENT,
  type Payment,
  statusOf,
} from "./machine.ts";
import { reduce } from "./reduce.ts";
import type { Reduced } from "./reduced.ts";

/** Everything that each call may be answered by. */
const ANSWERS: { readonly [K in Call["kind"]]: readonly Event[] } = {
  "ask-payment": [
    EVENTS.outcome,
    GONE,
    ASKS,
    is("open"),
    is("declined"),
    is("cancelled"),
    EVENTS.failed,
  ],
  "ask-charge": [
    { ...EVENTS.outcome, attempt: CHARGED },
    UNFOUND,
    EVENTS.failed,
  ],
  wait: [EVENTS.waited],
  confirm: [
    EVENTS.confirmed,
    { ...EVENTS.confirmed, reference: null },
    EVENTS.failed,
  ],
  "find-visitor": [
    EVENTS["visitor-found"],
    { ...EVENTS["visitor-found"], visitorId: null },
    EVENTS.failed,
  ],
  "charge-by-reference": [
    EVENTS.outcome,
    is("declined"),
    ASKS,
    EVENTS["nothing-saved"],
    EVENTS.failed,
  ],
  "charge-at-once": [
    EVENTS.outcome,
    is("declined"),
    ASKS,
    EVENTS["nothing-saved"],
    EVENTS.failed,
  ],
  open: [EVENTS.opened, EVENTS.failed, { ...EVENTS.failed, error: null }],
  leave: [EVENTS.stayed, EVENTS.failed],
};

/** Everything that a visitor may do, with everything that may be stored. */
const ACTS: readonly Event[] = [null, FRESH, OPENED, CHARGED]
  .flatMap((attempt) => [attempt, attempt && ofOther(attempt)])
  .flatMap((attempt) => [
    ...[HOSTED, SAVED, AT_ONCE].map((request) => pay({ request, attempt })),
    { ...EVENTS.shown, attempt },
    { ...EVENTS.returned, attempt },
    { ...EVENTS.returned, attempt, knowable: false },
  ]);

describe("wherever a visitor can come to", () => {
  const steps = everyStep();

  test("every state is come to", () => {
    const kinds = new Set(
      steps.map(({ reduced }) => reduced.payment.state.kind),
    );
    expect([...kinds].toSorted()).toEqual(Object.keys(STATES).toSorted());
  });

  test("who waits is answered: a call is made, and each of its answers leads on", () => {
    const stuck = steps.filter(
      ({ before, reduced }) =>
        (statusOf(reduced.payment.state) === "pending") !==
          (reduced.call !== null) || reduced.payment === before,
    );
    expect(stuck).toEqual([]);
  });

  test("nothing is charged whose attempt was not kept just before", () => {
    const charges = steps.flatMap(({ reduced: { notes, call } }) =>
      call?.kind === "charge-at-once" || call?.kind === "charge-by-reference"
        ? [[notes.at(-1), { kind: "keep", attempt: call.attempt }] as const]
        : [],
    );
    expect(charges.length).toBeGreaterThan(0);
    for (const [note, kept] of charges) expect(note).toEqual(kept);
  });

  test("a payment that the server calls paid is never followed by a charge or a page", () => {
    for (const { event, reduced } of steps) {
      if (event.kind !== "outcome" || event.outcome.kind !== "paid") continue;
      expect([reduced.payment.state.kind, reduced.call]).toEqual([
        "paid",
        null,
      ]);
    }
  });
});

/** Every step from a new visitor on: whatever they do where they may, and whatever they are answered. */
function everyStep() {
  const steps: { before: Payment; event: Event; reduced: Reduced }[] = [];
  const known = new Set<string>();
  const open: { payment: Payment; call: Call | null }[] = [
    { payment: { ...NO_PAYMENT, run: RUN }, call: null },
  ];
  for (const { payment, call } of open) {
    const free = payment.state.kind === "paid" ? [EVENTS["moved-on"]] : ACTS;
    const events =
      call === null
        ? free
        : ANSWERS[call.kind].map((event) => ({ ...event, run: payment.run }));
    for (const event of events) {
      const reduced = reduce(payment, event);
      // Where nothing is asked about, showing the page changes nothing.
      if (event.kind === "shown" && reduced.payment === payment) continue;
      steps.push({ before: payment, event, reduced });
      const next = {
        payment: { ...reduced.payment, run: RUN },
        call: reduced.call,
      };
      const name = JSON.stringify(next);
      if (!known.has(name)) open.push(next);
      known.add(name);
    }
  }
  return steps;
}
