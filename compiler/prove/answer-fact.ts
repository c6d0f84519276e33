import type { FunnelNode } from "../link/program.ts";
import type { Step } from "../shared/contract.ts";
import { casesOf, fits } from "./assignments.ts";
import type { Leaf } from "../shared/condition-leaves.ts";
import { answersOf } from "./possible-answers.ts";
import { answersOneByOne, type Followed, onePer, pointsOf } from "./totals.ts";

/** Which of these cases the answer to a question is; a case stands for all answers that no condition tells from it. */
export interface AnswerFact {
  readonly kind: "answer";
  readonly step: number;
  readonly cases: readonly (readonly string[])[];
  /** By case: the one that stands for it behind the step. Cases may differ in nothing but what they add to a score. */
  readonly alike: readonly number[];
  /** By case: the parts of a point that it adds to each score whose total is a fact. */
  readonly points: readonly ReadonlyMap<string, number>[];
  /** Whether a condition looks at it, or a text that needs more than nothing, and not only a score that it adds to. */
  readonly isAsked: boolean;
}

/** More cases of one question than these are not told apart: whatever depends on it is then thought possible. */
const MAX_CASES = 64;

/** Where no condition looks at a question. */
const NOTHING_NAMED = { named: [], points: [], signOf: () => "" };

/** The fact of a question, by the conditions that look at it and the scores that it adds to; null where it has too many cases. */
export function answerFact(
  node: FunnelNode,
  step: number,
  asked: readonly Leaf[],
  adding: readonly Followed[],
  isShown: boolean,
): AnswerFact | null {
  const question = node.funnel.steps[step];
  if (question === undefined) return null;
  // Nothing chosen is a case by itself.
  const signOf = (values: readonly string[]) => {
    const points = [...pointsIn(values, question.id, adding).values()];
    return `${values.length === 0} ${truthsOf(values, asked)} ${points.join()}`;
  };
  const answers = answersTo(question, asked, adding, signOf, node);
  const cases = onePer(signOf, answers);
  if (cases.length === 0 || cases.length > MAX_CASES) return null;
  const truths = cases.map((values) => truthsOf(values, asked));
  return {
    kind: "answer",
    step,
    cases,
    alike: truths.map((truth) => truths.indexOf(truth)),
    points: cases.map((values) => pointsIn(values, question.id, adding)),
    isAsked: asked.length > 0 || isShown,
  };
}

/** Its answers, as far as what looks at them tells them apart. */
function answersTo(
  question: Step,
  asked: readonly Leaf[],
  adding: readonly Followed[],
  signOf: (values: readonly string[]) => string,
  node: FunnelNode,
): readonly (readonly string[])[] {
  if (adding.length > 0)
    return answersOneByOne(question, node.traits, signOf) ?? [];
  return asked.length > 0
    ? casesOf(asked, node, () => "yes")
    : answersOf(question, node.traits, NOTHING_NAMED);
}

/** Which of the conditions an answer fulfils. */
function truthsOf(values: readonly string[], leaves: readonly Leaf[]): string {
  return leaves.map((leaf) => values.some((one) => fits(one, leaf))).join();
}

function pointsIn(
  values: readonly string[],
  question: string,
  adding: readonly Followed[],
): ReadonlyMap<string, number> {
  return new Map(
    adding.map(({ score, parts }) => [
      score.id,
      Math.round(pointsOf(score, question, values) * parts),
    ]),
  );
}
