import type { FunnelNode } from "../link/program.ts";
import { type Assignment, fits } from "../prove/assignments.ts";
import { leavesOf } from "../shared/condition-leaves.ts";
import { conditionsOf } from "../prove/conditions.ts";
import { questionOf } from "../prove/facts.ts";
import { proofOf } from "../prove/proof.ts";
import { answerIn } from "../prove/signs.ts";
import { labelOf, witnessOf } from "../prove/witness.ts";

/** How somebody comes to a step whose answers are these, and answers there; null where nobody does. */
export function exampleFor(
  step: string,
  assignment: Assignment,
  node: FunnelNode,
): string | null {
  const { steps } = node.funnel;
  const i = steps.findIndex(({ id }) => id === step);
  const answers = answersIn(assignment);
  const own = answers.get(step);
  const label = own === undefined ? null : labelOf(own, steps[i]?.props);
  const here = label === null ? step : `${step} "${label}"`;
  const { whole } = proofOf(node);
  if (whole === null) return here;
  const { facts } = whole;
  const state = whole.states[i]?.find((one) => {
    return [...answers].every(([question, values]) => {
      const given =
        question === step ? null : answerIn(one.facts, facts, question);
      return given === null || isSameCase(question, values, given, node);
    });
  });
  if (state === undefined) return null;
  const way = witnessOf({ state, facts }, node).split(" → ");
  return [...way.slice(0, -1), here].join(" → ");
}

/** By question; scores are thought to be anything. */
function answersIn(assignment: Assignment): Map<string, readonly string[]> {
  return new Map(
    [...assignment].flatMap(([subject, values]) => {
      const [, question] = /^answer (.*)$/.exec(subject) ?? [];
      return question === undefined ? [] : [[question, values] as const];
    }),
  );
}

/** Whether no condition tells one answer from the other. */
function isSameCase(
  question: string,
  one: readonly string[],
  other: readonly string[],
  { funnel }: FunnelNode,
): boolean {
  if ((one.length === 0) !== (other.length === 0)) return false;
  return funnel.steps
    .flatMap((step) => conditionsOf(step).flatMap(leavesOf))
    .filter((leaf) => questionOf(leaf) === question)
    .every(
      (leaf) =>
        one.some((value) => fits(value, leaf)) ===
        other.some((value) => fits(value, leaf)),
    );
}

/** The shortest way to a step, with the answers that decide something; null where nobody comes to it, or nobody knows. */
export function exampleOf(step: string, node: FunnelNode): string | null {
  const i = node.funnel.steps.findIndex(({ id }) => id === step);
  const found = proofOf(node).find({ step: i });
  return found && witnessOf(found, node);
}

/** Whether nobody comes to a step; false where nobody knows. */
export function isForNobody(id: string, node: FunnelNode): boolean {
  const step = node.funnel.steps.findIndex((one) => one.id === id);
  return proofOf(node).isNobody({ step });
}
