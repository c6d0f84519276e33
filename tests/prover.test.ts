import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Funnel } from "../generated/contract.ts";
import type { FunnelNode } from "../compiler/link/program.ts";
import { isShown, missingIn } from "../compiler/prove/missing.ts";
import { proofOf } from "../compiler/prove/proof.ts";
import type { State } from "../compiler/prove/states.ts";
import { quizText } from "../compiler/testing/base-content.ts";
import { fuzz } from "../compiler/testing/fuzz.ts";
import { type Answers, readAnswer } from "../runtime/core/answers.ts";
import { nextStep } from "../runtime/core/flow.ts";
import { OTHER } from "../compiler/prove/possible-answers.ts";
import { answersTo } from "../runtime/walk/answers-to.ts";
import { movesFrom } from "../runtime/walk/visit.ts";
import { asShipped, tryFunnel } from "./testing/try-funnel.ts";
import { walkable } from "./testing/follow.ts";

/**
 * Two programs that know nothing of each other look at the same funnels: the compiler, which keeps what can still make a
 * difference, and a walker that goes every way there is by the functions that visitors' pages go by.
 */

/** A question of a made-up funnel, with the positions of what it names. */
interface Made {
  readonly kind: "single" | "multi" | "number" | "info";
  readonly options: number;
  /** The question that its condition is about, which values it asks for, and whether it asks for others. */
  readonly when: readonly [question: number, values: number, not: boolean];
  readonly asksWhen: boolean;
  /** Where its first choice leads, in steps from here; 0 for nowhere. */
  readonly jump: number;
  /** The question whose answer it quotes; itself for none. */
  readonly quotes: number;
  /** What its choices add to the score, one after the other; nothing of it does where `isScored` is false. */
  readonly points: readonly number[];
  readonly isScored: boolean;
  /** The condition is about the score: at least as much of it, or the band below that. */
  readonly about: "answer" | "total" | "band";
}

const made: fc.Arbitrary<Made> = fc.record({
  kind: fc.constantFrom("single", "single", "multi", "number", "info"),
  options: fc.integer({ min: 2, max: 3 }),
  when: fc.tuple(fc.nat(5), fc.nat(2), fc.boolean()),
  asksWhen: fc.boolean(),
  jump: fc.nat(3),
  quotes: fc.nat(5),
  points: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -1, max: 3 }))),
  isScored: fc.boolean(),
  about: fc.constantFrom("answer", "answer", "total", "band"),
});

/** Bands of the score end here, and conditions ask for as much. */
const ENDS = [1, 3];

const funnels = fc.array(made, { minLength: 2, maxLength: 6 });

/** The funnel as an author writes it; what it names is there, and nothing else about it is sure. */
function written(list: readonly Made[]): string {
  const asked = list.map(({ kind }) => kind !== "info");
  const lines = list.map((one, i) => {
    const { kind, when, asksWhen, quotes, isScored } = one;
    const parts = [`id: q${i}`];
    if (kind !== "single") parts.push(`page: ${kind}`);
    const quoted =
      quotes < list.length && quotes !== i && asked[quotes] === true
        ? ` {{ q${quotes} }}`
        : "";
    const text = JSON.stringify(`Step ${i}${quoted}`);
    parts.push(kind === "info" ? `heading: ${text}` : `ask: ${text}`);
    const leaf = i > 0 && asksWhen ? conditionOf(one, list) : null;
    const not = when[2];
    if (leaf !== null) parts.push(`when: ${not ? `{ not: ${leaf} }` : leaf}`);
    if (kind === "number") parts.push("min: 1, max: 9");
    if (kind !== "info" && isScored) parts.push("score: s");
    if (kind === "single" || kind === "multi")
      parts.push(`options: [${choices(one, i, list.length)}]`);
    return `- { ${parts.join(", ")} }`;
  });
  const hasScore = list.some(
    ({ kind, isScored }) => kind !== "info" && isScored,
  );
  return quizText(lines.join("\n"), "", hasScore ? SCORES : "");
}

const SCORES = [
  "scores:",
  "  s:",
  "    label: Score",
  "    bands:",
  ...ENDS.map((end, n) => `      - { id: b${n}, upTo: ${end}, label: B${n} }`),
  `      - { id: b${ENDS.length}, label: B${ENDS.length} }`,
].join("\n");

/** null where there is not what it would be about. */
function conditionOf(
  { when: [question, value], about }: Made,
  list: readonly Made[],
): string | null {
  const target = list[question];
  if (target === undefined || target.kind === "info") return null;
  if (about === "answer") {
    const { kind, options } = target;
    return kind === "number"
      ? `{ q${question}: { atLeast: ${2 + value * 3} } }`
      : `{ q${question}: v${value % options} }`;
  }
  if (!target.isScored) return null;
  if (about === "band") return `{ band: { s: b${value} } }`;
  const wanted = ENDS[value % 2] ?? 0;
  // What no answers add up to is a mistake of its own.
  return wanted > mostOf(list)
    ? null
    : `{ score: { s: { atLeast: ${wanted} } } }`;
}

/** The most that the answers to all questions of the score add up to. */
function mostOf(list: readonly Made[]): number {
  const most = list.map(({ kind, options, points, isScored }) => {
    if (kind === "info" || !isScored) return 0;
    if (kind === "number") return 9;
    const own = points.slice(0, options);
    const gains = own.filter((each) => each > 0);
    return kind === "single" || gains.length === 0
      ? Math.max(...own)
      : gains.reduce((sum, each) => sum + each, 0);
  });
  return most.reduce((sum, each) => sum + each, 0);
}

function choices(
  { options, kind, jump, points, isScored }: Made,
  i: number,
  length: number,
): string {
  return Array.from({ length: options }, (_, n) => {
    const target = i + jump;
    const to =
      n === 0 && kind === "single" && jump > 1 && target < length
        ? `, to: q${target}`
        : "";
    const worth = isScored ? `, points: ${points[n]}` : "";
    return `{ label: L${n}, value: v${n}${worth}${to} }`;
  }).join(", ");
}

const prove = (list: readonly Made[]) => tryFunnel(written(list), /id: (\w+)/);

describe("the prover agrees with a walker over the functions of the runtime", () => {
  test("on where an answer can be missing", () => {
    fc.assert(
      fc.property(funnels, (list) => {
        const { node, visits, saidOf } = prove(list);
        const missing = node.uses
          .filter(({ required, step, id }) => {
            const there = visits.filter((visit) => visit.step.id === step);
            return required && there.some(({ answers }) => !(id in answers));
          })
          .map(({ step }) => step);
        expect([...saidOf("variable/may-be-missing")].sort()).toEqual(
          [...new Set(missing)].sort(),
        );
      }),
      fuzz(250),
    );
  });

  test("on who comes where", () => {
    fc.assert(
      fc.property(funnels, (list) => {
        const { node, visits, saidOf } = prove(list);
        const proof = proofOf(node);
        const reached = new Set<string | undefined>(
          visits.map(({ step }) => step.id),
        );
        const { steps } = node.funnel;
        const proved = new Set(
          proof?.states.flat().map(({ step }) => steps[step]?.id),
        );
        expect(proved).toEqual(reached);
        // Nothing is said of a step that somebody sees, and of the first that nobody sees on a way something is.
        const silent = [
          ...[...saidOf("flow/never-shown")].sort(),
          ...[...saidOf("flow/unreachable")].sort(),
        ];
        expect(silent.filter((id) => reached.has(id))).toEqual([]);
        if (proved.size < steps.length) expect(silent).not.toEqual([]);
      }),
      fuzz(250),
    );
  });

  test("on conditions that everybody meets", () => {
    fc.assert(
      fc.property(funnels, (list) => {
        const { funnel, visits, saidOf } = prove(list);
        for (const id of [...saidOf("flow/always-shown")].sort())
          for (const visit of visits) {
            const at = placeOf(id, visit.step);
            if (at === -1) continue;
            for (const { to } of movesFrom(walkable(funnel), visit))
              // Led elsewhere before, or here: never past it.
              expect(
                placeOf(String(to?.step.id), visit.step),
              ).toBeLessThanOrEqual(at);
          }
      }),
      fuzz(200),
    );
  });

  test("on every way that it gives as an example", () => {
    fc.assert(
      fc.property(funnels, (list) => {
        const { node } = prove(list);
        const proof = proofOf(node);
        if (proof === null) throw new Error("too many ways");
        for (const wanted of proof.facts.wanted) {
          const { why } = wanted;
          const use = why.kind === "use" ? node.uses[why.use] : undefined;
          if (use?.required !== true) continue;
          const state = missingIn(wanted, proof, (one) =>
            isShown(use, one, proof),
          );
          if (state === undefined) continue;
          const { step, answers } = replay(state, node);
          expect(step).toBe(use.step);
          expect(Object.keys(answers)).not.toContain(use.id);
        }
      }),
      fuzz(250),
    );
  });
});

/** Which of the ways out of a step leads there. */
function placeOf(id: string, { edges }: Funnel["steps"][number]): number {
  return edges.findIndex(({ to }) => to === id);
}

/** Goes the way of a state with the runtime; where it ends, and what was answered. */
function replay(
  end: State,
  node: FunnelNode,
): { readonly step: string; readonly answers: Answers } {
  const funnel = asShipped(node);
  const way: State[] = [];
  for (let at: State | undefined = end; at !== undefined; at = at.from?.state)
    way.unshift(at);
  let answers: Answers = {};
  let step = funnel.steps[way[0]?.step ?? 0] ?? null;
  for (const { from } of way.slice(1)) {
    if (step === null || from === null) throw new Error("there is no way on");
    expect(funnel.steps.indexOf(step)).toBe(from.state.step);
    const answer = answerOf(step, from.state.step, from.answer, node);
    if (answer !== null) answers = { ...answers, [step.id]: answer };
    step = nextStep(funnel, step, "next", answers);
  }
  return { step: String(step?.id), answers };
}

/** An answer of the case that was given; where there are no cases, the first that there is. */
function answerOf(
  step: Funnel["steps"][number],
  at: number,
  answer: number | null,
  node: FunnelNode,
) {
  const fact = proofOf(node)?.facts.all.find(
    (one) => one.kind === "answer" && one.step === at,
  );
  const cases = fact?.kind === "answer" ? fact.cases : [];
  const named = new Set(cases.flat());
  const options = "options" in step.props ? step.props.options : [];
  const other = options.find(({ value }) => !named.has(value))?.value;
  const values = (answer === null ? [] : (cases[answer] ?? [])).map((value) =>
    value === OTHER ? other : value,
  );
  return (
    readAnswer(step, values[0]) ??
    readAnswer(step, values) ??
    answersTo(step)[0] ??
    null
  );
}
