import type { Need, Score } from "../shared/contract.ts";
import type { FlowGraph } from "./graph.ts";
import type { Use } from "./program.ts";
import type { RawStep } from "./raw-steps.ts";
import { items, text } from "../schema/read.ts";

/**
 * What must be known before each step can be shown: the values its texts, scores and recaps use and every
 * visitor has given on the way, and the email before anything is sold. Each with the first step that provides it.
 */
export function needsOf(
  steps: readonly RawStep[],
  graph: FlowGraph,
  uses: readonly Use[],
  scores: readonly Score[],
): Need[][] {
  const index = new Map(steps.map((step, i) => [step.id, i]));
  const byStep = new Map<string, Use[]>();
  for (const use of uses)
    byStep.set(use.step, [...(byStep.get(use.step) ?? []), use]);
  return steps.map((step, i) => {
    const wanted = (byStep.get(step.id) ?? []).flatMap((use) =>
      answersBehind(use, scores),
    );
    if (step.flow === "offer") wanted.push({ kind: "contact", id: "email" });
    if (wanted.length === 0) return [];
    const before = [...(graph.dominators[i] ?? [])]
      .filter((n) => n !== i)
      .sort((a, b) => a - b);
    const needs = new Map<string, Need>();
    for (const want of wanted) {
      const from = before.find((n) => provides(steps[n], want));
      const provider = from === undefined ? undefined : steps[from];
      if (provider !== undefined)
        needs.set(`${want.kind}.${want.id}`, { ...want, from: provider.id });
    }
    return [...needs.values()].sort(
      (a, b) => (index.get(a.from) ?? 0) - (index.get(b.from) ?? 0),
    );
  });
}

export interface Want {
  readonly kind: Need["kind"];
  readonly id: string;
}

function answersBehind(use: Use, scores: readonly Score[]): Want[] {
  if (use.kind !== "score") return [{ kind: use.kind, id: use.id }];
  const score = scores.find((candidate) => candidate.id === use.id);
  return Object.keys(score?.items ?? {}).map((id) => ({ kind: "answer", id }));
}

/** Whether going through `step` leaves the wanted value behind. */
export function provides(step: RawStep | undefined, want: Want): boolean {
  if (step === undefined) return false;
  if (want.kind === "answer") return step.isAnswered && step.id === want.id;
  if (step.page === "registration") {
    const fields = items(step.raw.fields);
    return fields.length === 0 ? want.id === "email" : fields.includes(want.id);
  }
  return text(step.raw.contact) === want.id;
}
