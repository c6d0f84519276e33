import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  reduceSubscription,
  renews,
  type SubscriptionEvent,
  type SubscriptionState,
} from "./subscription.ts";

const NEW: SubscriptionState = {
  status: "active",
  endsAt: null,
  toldAt: null,
  toldEnd: null,
  toldEndAt: null,
};
const at = (ms: number) => new Date(ms);
const END = at(99);
type Making = (toldAt: Date) => SubscriptionEvent;
const events: Readonly<Record<string, Making>> = {
  active: (toldAt) => ({
    kind: "told",
    status: "active",
    endsAt: null,
    toldAt,
  }),
  ending: (toldAt) => ({ kind: "told", status: "active", endsAt: END, toldAt }),
  overdue: (toldAt) => ({
    kind: "told",
    status: "past_due",
    endsAt: null,
    toldAt,
  }),
  cancelled: (toldAt) => ({
    kind: "told",
    status: "cancelled",
    endsAt: null,
    toldAt,
  }),
  renewed: (toldAt) => ({ kind: "renewed", toldAt }),
  failed: (toldAt) => ({ kind: "renewal-failed", toldAt }),
};
const outcomes: Readonly<Record<string, readonly [string, Date | null]>> = {
  active: ["active", null],
  ending: ["active", END],
  overdue: ["past_due", null],
  cancelled: ["cancelled", null],
  renewed: ["active", null],
  failed: ["past_due", null],
};
const names = Object.keys(events);
const make = (name: string, ms: number): SubscriptionEvent => {
  const making = events[name];
  if (making === undefined) throw new Error(`there is no event ${name}`);
  return making(at(ms));
};
const after = (...list: readonly SubscriptionEvent[]) =>
  list.reduce(reduceSubscription, NEW);

describe("of two things told of a subscription", () => {
  const pairs = names.flatMap((one) =>
    names.map((other) => [one, other] as const),
  );
  test.each(pairs)("%s, then %s: the later one counts", (one, other) => {
    const isOver = one === "cancelled" || other === "cancelled";
    const [status, endsAt] = isOver
      ? ["cancelled", null]
      : (outcomes[other] ?? []);
    const isKept = one === "ending" && ["renewed", "failed"].includes(other);
    const expected = {
      status,
      endsAt: isKept ? END : endsAt,
      toldAt: at(2),
    };
    expect(after(make(one, 1), make(other, 2))).toMatchObject(expected);
    expect(after(make(other, 2), make(one, 1))).toMatchObject(expected);
  });
});

describe("of two things told at the same moment", () => {
  const further = [
    "failed",
    "overdue",
    "renewed",
    "active",
    "ending",
    "cancelled",
  ];
  const pairs = further.flatMap((one, index) =>
    further.slice(index).map((other) => [one, other] as const),
  );
  test.each(pairs)("%s and %s: the further one counts", (one, other) => {
    const [status, endsAt] = outcomes[other] ?? [];
    const expected = { status, endsAt, toldAt: at(1) };
    expect(after(make(one, 1), make(other, 1))).toMatchObject(expected);
    expect(after(make(other, 1), make(one, 1))).toMatchObject(expected);
  });
});

describe("the end that a provider has said", () => {
  const END_MS = END.getTime();
  test.each([
    ["renewed", -1, END],
    ["failed", -1, END],
    ["renewed", 0, null],
    ["failed", 1, null],
  ] as const)(
    "stands when it is %s %i ms from it: %s",
    (name, from, endsAt) => {
      const ending = make("ending", 1);
      const news = make(name, END_MS + from);
      const expected = { endsAt, toldEnd: END };
      expect(after(ending, news)).toMatchObject(expected);
      expect(after(news, ending)).toMatchObject(expected);
    },
  );

  test("is gone when the provider says later that there is none, and not when it says so of before", () => {
    const taken = after(make("ending", 1), make("active", 2));
    expect(taken).toMatchObject({ toldEnd: null });
    expect(reduceSubscription(taken, make("ending", 1))).toBe(taken);
    const late = after(make("active", 1), make("ending", 2));
    expect(late).toMatchObject({ toldEnd: END });
  });

  test("of what is over is when that was said first, whatever is said afterwards", () => {
    const over = { status: "cancelled", toldEnd: at(2) };
    for (const [one, other] of [
      [3, 2],
      [2, 3],
    ] as const)
      expect(
        after(make("cancelled", one), make("cancelled", other)),
      ).toMatchObject(over);
    for (const name of ["active", "ending", "renewed"])
      expect(after(make("cancelled", 2), make(name, 4))).toMatchObject(over);
    expect(after(make("ending", 1), make("cancelled", 2))).toMatchObject(over);
    expect(after(make("ending", 4), make("cancelled", 2))).toMatchObject(over);
  });
});

test("the first thing that is told counts, whenever it was", () => {
  expect(after(make("failed", 0))).toMatchObject({ status: "past_due" });
});

test.each(["active", "ending", "failed"])(
  "%s, told once more, changes nothing",
  (name) => {
    const known = after(make(name, 1));
    expect(reduceSubscription(known, make(name, 1))).toBe(known);
  },
);

test("the same events lead to the same state, in any order and however often they come", () => {
  const list = fc.array(
    fc
      .record({
        name: fc.constantFrom(...names),
        ms: fc.integer({ min: 1, max: 3 }),
      })
      .map(({ name, ms }) => make(name, ms)),
    { maxLength: 8 },
  );
  const shuffledTwice = list.chain((told) =>
    fc.record({
      told: fc.constant(told),
      other: fc.shuffledSubarray([...told, ...told], {
        minLength: 2 * told.length,
      }),
    }),
  );
  fc.assert(
    fc.property(shuffledTwice, ({ told, other }) => {
      expect(after(...other)).toEqual(after(...told));
    }),
  );
});

test.each([
  ["active", null, true],
  ["past_due", null, true],
  ["active", END, false],
  ["past_due", END, false],
  ["cancelled", null, false],
] as const)("what is %s and ends at %s renews: %s", (status, ends_at, does) => {
  expect(renews({ status, ends_at })).toBe(does);
});
