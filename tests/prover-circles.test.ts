import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proofOf } from "../compiler/prove/proof.ts";
import type { State } from "../compiler/prove/states.ts";
import type { Circle } from "../compiler/prove/circles.ts";
import { circlesOf } from "../compiler/rules/flow-loop.ts";
import { quizText } from "../compiler/testing/base-content.ts";
import { fuzz } from "../compiler/testing/fuzz.ts";
import type { Funnel, Step } from "../generated/contract.ts";
import type { Answers } from "../runtime/core/answers.ts";
import { answersOnWay, nextStep } from "../runtime/core/flow.ts";
import { own } from "../runtime/core/read.ts";
import { answersTo } from "../runtime/walk/answers-to.ts";
import { entryOf } from "../runtime/walk/visit.ts";
import { asShipped, linted } from "./testing/try-funnel.ts";

/**
 * Funnels whose ways lead forward and back, as the compiler sees them and as a walker goes them by the functions of the
 * runtime: whoever is told to be caught must be, by all answers that were given and by those that count.
 */

const made = fc.record({
  isQuestion: fc.boolean(),
  isScored: fc.boolean(),
  /** Where it leads under conditions, and at last; null for the next in the file. */
  ways: fc.array(
    fc.record({
      to: fc.nat(6),
      question: fc.nat(4),
      value: fc.nat(1),
      not: fc.boolean(),
      ofScore: fc.constantFrom(false, false, false, true),
    }),
    { maxLength: 2 },
  ),
  last: fc.option(fc.nat(6)),
});
type Made = typeof made extends fc.Arbitrary<infer T> ? T : never;

const madeLoops = fc.array(made, { minLength: 2, maxLength: 5 });

/** The same, where all is decided by the first question alone, and nothing leads back to it. */
const decidedAtFirst = madeLoops.map((list) =>
  list.map((one, i) => ({
    ...one,
    isQuestion: one.isQuestion || i === 0,
    isScored: false,
    last: one.last === 0 ? 1 : one.last,
    ways: one.ways.map((way) => ({
      ...way,
      to: Math.max(1, way.to),
      question: 0,
      ofScore: false,
    })),
  })),
);

const SCORES =
  "scores: { s: { label: S, bands: [{ id: b0, upTo: 0, label: A }, { id: b1, label: B }] } }";

function quizOf(list: readonly Made[]): string {
  const hasScore = list.some((one) => one.isQuestion && one.isScored);
  const idAt = (i: number) => (i < list.length ? `q${i}` : "thank-you");
  const lines = list.map((one, i) => {
    const ways = one.ways.flatMap(({ to, question, value, not, ofScore }) => {
      const isThere = ofScore ? hasScore : list[question]?.isQuestion === true;
      if (to === i || !isThere) return [];
      const is = ofScore
        ? `{ band: { s: b${value} } }`
        : `{ q${question}: v${value} }`;
      return `{ to: ${idAt(to)}, when: ${not ? `{ not: ${is} }` : is} }`;
    });
    const last = one.last === null || one.last === i ? i + 1 : one.last;
    const next = `next: [${[...ways, `{ to: ${idAt(last)} }`].join(", ")}]`;
    if (!one.isQuestion)
      return `- { id: q${i}, page: info, heading: H, ${next} }`;
    const options = [0, 1].map((n) => {
      const points = one.isScored ? `, points: ${n}` : "";
      return `{ label: L${n}, value: v${n}${points} }`;
    });
    const score = one.isScored ? "score: s, " : "";
    return `- { id: q${i}, ask: Q${i}, ${score}options: [${options.join(", ")}], ${next} }`;
  });
  return quizText(lines.join("\n"), "", hasScore ? SCORES : "");
}

type Count = (funnel: Funnel, given: Answers) => Answers;

/** Which answers decide: all that were given, or those of the visitor's way, by which their pages go. */
const COUNTS: readonly [string, Count][] = [
  ["all answers that were given", (_, given) => given],
  ["the answers that count", answersOnWay],
];

interface Caught {
  readonly step: Step;
  readonly given: Answers;
}

/** Everybody who will never come to an end, wherever they are. */
function caughtIn(funnel: Funnel, count: Count): Caught[] {
  const seen = new Map<string, Caught & { readonly before: Set<string> }>();
  const ends = new Set<string>();
  const arrive = (step: Step, given: Answers, from: string | null) => {
    const answers = funnel.steps.map(({ id }) => own(given, id) ?? null);
    const key = JSON.stringify([step.id, answers]);
    const known = seen.get(key) ?? { step, given, before: new Set<string>() };
    seen.set(key, known);
    if (from !== null) known.before.add(from);
  };
  const entry = entryOf(funnel);
  if (entry !== null) arrive(entry, {}, null);
  // The list grows while it is gone through.
  for (const [key, { step, given }] of seen) {
    const answers = answersTo(step);
    const after = answers.map((answer) => ({ ...given, [step.id]: answer }));
    for (const now of answers.length === 0 ? [given] : after) {
      const to = nextStep(funnel, step, "next", count(funnel, now));
      if (to === null) ends.add(key);
      else arrive(to, now, key);
    }
  }
  for (const key of ends)
    for (const before of seen.get(key)?.before ?? []) ends.add(before);
  return [...seen].flatMap(([key, one]) => (ends.has(key) ? [] : [one]));
}

/** The answers on the way of an example, by question, as far as they make a difference. */
function answersOf({ found }: Circle, { steps }: Funnel): Map<string, string> {
  const answers = new Map<string, string>();
  let { from }: Pick<State, "from"> = found.state;
  for (; from !== null; { from } = from.state) {
    const at = from.state.step;
    const fact = found.facts.all.find(
      (one) => one.kind === "answer" && one.step === at,
    );
    if (fact?.kind !== "answer" || from.answer === null) continue;
    answers.set(steps[at]?.id ?? "", fact.cases[from.answer]?.[0] ?? "");
  }
  return answers;
}

describe.each(COUNTS)("by %s", (_, count) => {
  test("whoever is an example of a circle never comes to an end", () => {
    let told = 0;
    fc.assert(
      fc.property(madeLoops, (list) => {
        const { node } = linted(quizOf(list), "at once");
        const circles = circlesOf(node);
        if (circles.length === 0) return;
        told += 1;
        const funnel = asShipped(node);
        const caught = caughtIn(funnel, count);
        for (const circle of circles) {
          const step = funnel.steps[circle.found.state.step];
          const answers = [...answersOf(circle, funnel)];
          const example = caught.find(
            (one) =>
              one.step === step &&
              answers.every(([id, value]) => own(one.given, id) === value),
          );
          expect(example).toBeDefined();
        }
      }),
      fuzz(300),
    );
    expect(told).toBeGreaterThan(0);
  });

  test("whoever is caught by an answer before the circle is told", () => {
    let told = 0;
    fc.assert(
      fc.property(decidedAtFirst, (list) => {
        const { node } = linted(quizOf(list), "at once");
        const { reachable, finishing } = node.graph;
        // A loop without exit is told as such, and whoever comes to it is not caught in another one.
        if ([...reachable].some((i) => !finishing.has(i))) return;
        const isCaught = caughtIn(asShipped(node), count).length > 0;
        expect(circlesOf(node).length > 0).toBe(isCaught);
        expect(proofOf(node).unproved).toEqual([]);
        if (isCaught) told += 1;
      }),
      fuzz(300),
    );
    expect(told).toBeGreaterThan(0);
  });
});
