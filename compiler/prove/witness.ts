import { plainTextIn } from "../link/plain-text.ts";
import { NONE } from "../link/options.ts";
import type { FunnelNode } from "../link/program.ts";
import { data, items } from "../schema/read.ts";
import { OTHER } from "./possible-answers.ts";
import type { Facts } from "./facts.ts";
import { leavesOf } from "../shared/condition-leaves.ts";
import { conditionsOf, conditionsOfPoints } from "./conditions.ts";
import type { Found } from "./proof.ts";
import type { Move } from "./states.ts";
import { scoreIn } from "./totals.ts";

/**
 * How somebody comes to a state: `age "Under 18" → area "At work" → oto`, with the answers that decide something on the
 * way, or at steps further on, by position.
 */
export function witnessOf(
  { state, facts }: Found,
  { funnel }: FunnelNode,
  further: readonly number[] = [],
): string {
  const last = funnel.steps[state.step];
  const way: string[] = [last?.id ?? ""];
  /** Scores that decide something from here on. */
  const scores = new Set(
    [state.step, ...further]
      .flatMap((step) => funnel.steps[step] ?? [])
      .flatMap((step) => [...conditionsOf(step), ...conditionsOfPoints(step)])
      .flatMap(leavesOf)
      .map(scoreIn),
  );
  for (let { from } = state; from !== null; { from } = from.state) {
    const step = funnel.steps[from.state.step];
    if (step === undefined) continue;
    const edge = step.edges[from.edge];
    for (const leaf of conditionsOf(step).flatMap(leavesOf))
      scores.add(scoreIn(leaf));
    const label = answerAt(from, step.props, facts, scores);
    if (label !== null) way.unshift(`${step.id} "${label}"`);
    else if (edge !== undefined && edge.on !== "next")
      way.unshift(`${step.id} (${edge.on})`);
  }
  return way.join(" → ");
}

/** The answer that was given, where it decides something by itself or by what it adds to one of the scores. */
function answerAt(
  { state, answer }: Move,
  props: unknown,
  { all }: Facts,
  scores: ReadonlySet<string>,
): string | null {
  const fact = all.find(
    (one) => one.kind === "answer" && one.step === state.step,
  );
  if (answer === null || fact?.kind !== "answer") return null;
  const adds = [...(fact.points[answer]?.keys() ?? [])];
  // Where there is but one case, whatever was answered is the same.
  const decides = fact.isAsked && fact.cases.length > 1;
  return decides || adds.some((score) => scores.has(score))
    ? labelOf(fact.cases[answer] ?? [], props)
    : null;
}

/** An answer to a question with these properties, in the words that visitors see. */
export function labelOf(values: readonly string[], props: unknown): string {
  const { options, none } = data(props);
  const labels = values.map((value) => {
    const option = items(options).find((one) => data(one).value === value);
    const label = plainTextIn(data(option).label);
    if (label !== "") return label;
    if (value === NONE) return plainTextIn(none);
    return value === OTHER ? "something else" : value;
  });
  return labels.length === 0 ? "nothing" : labels.join(", ");
}
