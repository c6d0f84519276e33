import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Funnel } from "../generated/contract.ts";
import type { FunnelNode } from "../compiler/link/program.ts";
import { isShown, missingIn } from "../compiler/prove/missing.ts";
import { proofOf } from "../compiler/prove/proof.ts";
import type { State } from "../compiler/prove/states.ts";
import { fuzz } from "../compiler/testing/fuzz.ts";
import { type Answers, readAnswer } from "../runtime/core/answers.ts";
import { nextStep } from "../runtime/core/flow.ts";
import { OTHER } from "../compiler/prove/possible-answers.ts";
import { answersTo } from "../runtime/walk/answers-to.ts";
import { movesFrom } from "../runtime/walk/visit.ts";
import { madeQuizzes, type Made, quizOf } from "./testing/made-quiz.ts";
import { asShipped, tryFunnel } from "./testing/try-funnel.ts";
import { walkable } from "./testing/follow.ts";

/**
 * Two programs that know nothing of each other look at the same funnels: the compiler, which keeps what can still make a
 * difference, and a walker that goes every way there is by the functions that visitors' pages go by.
 */

const prove = (list: readonly Made[]) => tryFunnel(quizOf(list), /id: (\w+)/);

describe("the prover agrees with a walker over the functions of the runtime", () => {
  test("on where an answer can be missing", () => {
    fc.assert(
      fc.property(madeQuizzes, (list) => {
        const { node, visits, saidOf } = prove(list);
        const missing = node.uses
          .filter(({ required, step, id }) => {
            const there = visits.filter((visit) => visit.step.id === step);
            return (
              required && there.some(({ answers }) => isNothing(answers[id]))
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
          expect(isNothing(answers[use.id])).toBe(true);
        }
      }),
      fuzz(250),
    );
  });
});

/** Whether a question was not asked, or nothing was chosen. */
function isNothing(answer: Answers[string] | undefined): boolean {
  return answer === undefined || (Array.isArray(answer) && answer.length === 0);
}

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
