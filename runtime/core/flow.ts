/** The folder `core` holds the logic of pages, without React and without globals. */
import type { EdgeKind, Funnel, Step } from "../../generated/contract.ts";
import type { AnyNames } from "../../generated/funnel-names.ts";
import { answerOf, type Answers, isQuestion } from "./answers.ts";
import { holds } from "./conditions.ts";

/** The step that the first fitting edge of a kind leads to; null when the step has none. */
export function nextStep(
  funnel: Funnel,
  step: Step,
  on: EdgeKind,
  answers: Answers,
): Step | null {
  const edge = step.edges[edgeTaken(funnel, step, on, answers)];
  return edge === undefined ? null : stepById(funnel, edge.to);
}

/** The position of the first edge of a kind that fits; -1 when none does. */
export function edgeTaken(
  funnel: Funnel,
  step: Step,
  on: EdgeKind,
  answers: Answers,
): number {
  return step.edges.findIndex(
    (candidate) =>
      candidate.on === on && holds(candidate.when, { funnel, answers }),
  );
}

/** A step by its id, null when there is none. */
export function stepById(funnel: Funnel, id: AnyNames["target"]): Step | null {
  return funnel.steps.find((step) => step.id === id) ?? null;
}

/**
 * The steps on the visitor's way from the entry, each once, by the answers as they are when the next one is asked for;
 * it ends before a step that has been there, and is empty for pages that are no flow.
 */
export function* wayThrough(
  funnel: Funnel,
  answers: () => Answers,
): Iterable<Step> {
  const way = new Set<Step>();
  let step = funnel.entry === null ? null : stepById(funnel, funnel.entry);
  while (step !== null && !way.has(step)) {
    way.add(step);
    yield step;
    step = nextStep(funnel, step, "next", answers());
  }
}

/**
 * The step before this one on the visitor's way through the quiz, as the answers make it; null at the
 * entry, outside the quiz, and where the answers do not lead to the step.
 */
export function previousStep(
  funnel: Funnel,
  step: Step,
  answers: Answers,
): Step | null {
  if (step.progress === null) return null;
  for (const before of wayThrough(funnel, () => answers))
    if (nextStep(funnel, before, "next", answers)?.id === step.id)
      return before;
  return null;
}

/**
 * The answers that count. One to a question that the visitor's way passes by, since they went back and answered
 * otherwise, is kept for when they come to it again, and decides nothing. What lies behind the end of the way, or behind
 * its first question without an answer, counts as it did.
 */
export function answersOnWay(funnel: Funnel, given: Answers): Answers {
  let counted: Answers = {};
  const count = ({ id }: Step) => {
    const answer = answerOf(given, id);
    if (answer !== null) counted = { ...counted, [id]: answer };
    return answer;
  };
  let end = -1;
  for (const step of wayThrough(funnel, () => counted)) {
    end = funnel.steps.indexOf(step);
    if (count(step) === null && isQuestion(step)) break;
  }
  funnel.steps.slice(end + 1).forEach(count);
  return counted;
}
