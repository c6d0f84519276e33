import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Funnel } from "../generated/contract.ts";
import type { FunnelNode } from "../compiler/link/program.ts";
import type { Facts } from "../compiler/prove/facts.ts";
import { type Found, proofOf } from "../compiler/prove/proof.ts";
import type { State } from "../compiler/prove/states.ts";
import { fuzz } from "../compiler/testing/fuzz.ts";
import { type Answers, readAnswer } from "../runtime/core/answers.ts";
import { answersOnWay, nextStep } from "../runtime/core/flow.ts";
import { OTHER } from "../compiler/prove/possible-answers.ts";
import { answersTo } from "../runtime/walk/answers-to.ts";
import { movesFrom } from "../runtime/walk/visit.ts";
import { madeQuizzes, type Made, quizOf } from "./testing/made-quiz.ts";
import {
  asShipped,
  isNothing,
  type Look,
  LOOKS,
  tryFunnel,
} from "./testing/try-funnel.ts";
import { walkable } from "./testing/follow.ts";

/**
 * Two programs that know nothing of each other look at the same funnels: the compiler, which keeps what can still make a
 * difference, and a walker that goes every way there is by the functions that visitors' pages go by.
 */

const proveAs = (list: readonly Made[], look: Look) =>
  tryFunnel(quizOf(list), /id: (\w+)/, look);

for (const { look, tags } of LOOKS)
  describe(
    `the prover that looks at a funnel ${look} agrees with a walker over the functions of the runtime`,
    { tags: [...tags] },
    () => {
      const prove = (list: readonly Made[]) => proveAs(list, look);

      test("on where an answer can be missing", () => {
        fc.assert(
          fc.property(madeQuizzes, (list) => {
            const { node, visits, saidOf } = prove(list);
            const missing = node.uses
              .filter(({ required, step, id }) => {
                const there = visits.filter((visit) => visit.step.id === step);
                return (
                  required &&
                  there.some(({ answers }) => isNothing(answers[id]))
                );
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
          fc.property(madeQuizzes, (list) => {
            const { node, visits, saidOf } = prove(list);
            const proof = proofOf(node);
            const reached = new Set<string | undefined>(
              visits.map(({ step }) => step.id),
            );
            const { steps } = node.funnel;
            const proved = new Set(
              steps.flatMap(({ id }, step) =>
                proof.isNobody({ step }) ? [] : [id],
              ),
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
          fc.property(madeQuizzes, (list) => {
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
          fc.property(madeQuizzes, (list) => {
            const { node } = prove(list);
            const proof = proofOf(node);
            expect(proof.unproved).toEqual([]);
            for (const { step: at, had, why } of proof.wanted) {
              const use = why.kind === "use" ? node.uses[why.use] : undefined;
              if (use?.required !== true) continue;
              const found = proof.find({
                step: at,
                when: use.when,
                lacks: had,
              });
              if (found === null) continue;
              const { step, answers } = replay(found, node);
              expect(step).toBe(use.step);
              expect(isNothing(answers[use.id])).toBe(true);
            }
          }),
          fuzz(250),
        );
      });
    },
  );

test("whoever went back and answered otherwise goes on as whoever answered so at once", () => {
  fc.assert(
    fc.property(madeQuizzes, fc.nat(), (list, before) => {
      const { funnel, visits } = proveAs(list, "at once");
      const ground = walkable(funnel);
      const ended = visits.filter((visit) =>
        movesFrom(ground, visit).every(({ to }) => to === null),
      );
      const left = visits[before % visits.length]?.answers;
      for (const { answers } of ended)
        expect(answersOnWay(funnel, { ...left, ...answers })).toEqual(answers);
    }),
    fuzz(250),
  );
});

/** Which of the ways out of a step leads there. */
function placeOf(id: string, { edges }: Funnel["steps"][number]): number {
  return edges.findIndex(({ to }) => to === id);
}

/** Goes the way of a state with the runtime, by the first answer to what decides nothing; where it ends, and what was answered. */
function replay(
  { state: end, facts }: Found,
  node: FunnelNode,
): { readonly step: string; readonly answers: Answers } {
  const funnel = asShipped(node);
  const cases = new Map<number, number | null>();
  for (let at: State = end; at.from !== null; at = at.from.state)
    cases.set(at.from.state.step, at.from.answer);
  let answers: Answers = {};
  let step = funnel.steps[0] ?? null;
  while (step !== null && funnel.steps.indexOf(step) !== end.step) {
    const at = funnel.steps.indexOf(step);
    const answer = answerOf(step, at, cases.get(at) ?? null, facts);
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
  { all }: Facts,
) {
  const fact = all.find((one) => one.kind === "answer" && one.step === at);
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
