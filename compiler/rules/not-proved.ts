import { diagnose } from "../diagnostics/diagnostic.ts";
import { proofOf } from "../prove/proof.ts";
import { problemOf } from "./question-bounds.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/** Longer lists of names are cut. */
const MAX_NAMED = 6;

/** What the rules before this one have asked and could not be told: where too many answers decide together. */
export const notProved: FunnelRule = (node) => {
  const { steps } = node.funnel;
  // Of a question that takes no answer, that is the mistake.
  const isWrong = (id: string) =>
    steps.some(
      (step) => step.id === id && problemOf(step, node.traits) !== null,
    );
  const unproved = proofOf(node).unproved.filter(
    ({ questions }) =>
      ![...questions].some(([id, count]) => count === Infinity && isWrong(id)),
  );
  const [first] = unproved;
  if (first === undefined) return [];
  const known = new Set(unproved.map(({ step }) => step));
  const cases = new Map<string, number>();
  for (const { questions } of unproved)
    for (const [id, count] of questions)
      cases.set(id, Math.max(cases.get(id) ?? 0, count));
  const named = [...cases].toSorted(([, a], [, b]) => b - a);
  const ids = steps.flatMap(({ id }, i) => (known.has(i) ? [id] : []));
  const words = {
    ids: ids.slice(0, MAX_NAMED),
    questions: named.slice(0, MAX_NAMED).map(([id]) => id),
  };
  return [diagnose("flow/not-proved", nameOf(node, first.step), words)];
};
