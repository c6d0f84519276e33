import { plainTextIn } from "../link/plain-text.ts";
import { NONE } from "../link/options.ts";
import type { FunnelNode } from "../link/program.ts";
import { data, items } from "../schema/read.ts";
import { OTHER } from "./possible-answers.ts";
import type { Facts } from "./facts.ts";
import type { State } from "./states.ts";

/** How somebody comes to a state: `age "Under 18" → area "At work" → oto`, with the answers that decide something. */
export function witnessOf(
  state: State,
  { funnel }: FunnelNode,
  facts: Facts,
): string {
  const way: string[] = [funnel.steps[state.step]?.id ?? ""];
  for (let { from } = state; from !== null; { from } = from.state) {
    const step = funnel.steps[from.state.step];
    const edge = step?.edges[from.edge];
    const label =
      from.answer === null
        ? null
        : answerAt(from.state.step, from.answer, facts, step?.props);
    if (step === undefined) continue;
    if (label !== null) way.unshift(`${step.id} "${label}"`);
    else if (edge !== undefined && edge.on !== "next")
      way.unshift(`${step.id} (${edge.on})`);
  }
  return way.join(" → ");
}

function answerAt(
  step: number,
  answer: number,
  { all }: Facts,
  props: unknown,
): string {
  const fact = all.find((one) => one.kind === "answer" && one.step === step);
  const values = fact?.kind === "answer" ? (fact.cases[answer] ?? []) : [];
  return labelOf(values, props);
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
