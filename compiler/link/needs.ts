import type { Need, Score } from "../shared/contract.ts";
import type { FlowGraph } from "./graph.ts";
import type { Use } from "./program.ts";
import { valueOf, type RawStep } from "./raw-steps.ts";
import type { Shapes } from "./scope.ts";

/**
 * What must be known before each step can be shown: the values its texts, scores and recaps use and every
 * visitor has given on the way, and the email before anything is sold. Each with the first step that provides it.
 */
export function needsOf(
  steps: readonly RawStep[],
  graph: FlowGraph,
  { uses, scores, shapes }: Wanting,
): Need[][] {
  const index = new Map(steps.map((step, i) => [step.id, i]));
  const byStep = new Map<string, Use[]>();
  for (const use of uses)
    byStep.set(use.step, [...(byStep.get(use.step) ?? []), use]);
  const left = valuesLeft(steps, shapes);
  return steps.map((step, i) => {
    const wanted = (byStep.get(step.id) ?? []).flatMap((use) =>
      answersBehind(use, scores),
    );
    if (step.flow === "offer") wanted.push({ kind: "contact", id: "email" });
    if (wanted.length === 0) return [];
    const before = graph.dominators[i];
    const needs = new Map<string, Need>();
    for (const want of wanted) {
      const from = left
        .get(`${want.kind}.${want.id}`)
        ?.find((n) => n !== i && before?.has(n));
      const provider = from === undefined ? undefined : steps[from];
      if (provider !== undefined)
        needs.set(`${want.kind}.${want.id}`, { ...want, from: provider.id });
    }
    return [...needs.values()].sort(
      (a, b) => (index.get(a.from) ?? 0) - (index.get(b.from) ?? 0),
    );
  });
}

interface Wanting {
  readonly uses: readonly Use[];
  readonly scores: readonly Score[];
  readonly shapes: Shapes;
}

interface Want {
  readonly kind: Need["kind"];
  readonly id: string;
}

function answersBehind(use: Use, scores: readonly Score[]): Want[] {
  if (use.kind !== "score") return [{ kind: use.kind, id: use.id }];
  const score = scores.find((candidate) => candidate.id === use.id);
  return Object.keys(score?.items ?? {}).map((id) => ({ kind: "answer", id }));
}

/** What visitors leave behind, and the positions of the steps where they do, ascending. */
export function valuesLeft(
  steps: readonly RawStep[],
  { language }: Pick<Shapes, "language">,
): ReadonlyMap<string, readonly number[]> {
  const left = new Map<string, number[]>();
  for (const [n, step] of steps.entries()) {
    const { answer, contact } = step.traits;
    const fields =
      contact === null ? [] : contactFields(step, contact, language);
    const names = new Set(fields.map((field) => `contact.${field}`));
    if (answer !== null) names.add(`answer.${step.id}`);
    for (const name of names) left.set(name, [...(left.get(name) ?? []), n]);
  }
  return left;
}

/** The contact fields that a step asks for, by the property that names them. */
export function contactFields(
  step: RawStep,
  property: string,
  language: Shapes["language"],
): string[] {
  return [valueOf(step, property, language)]
    .flat()
    .filter((field) => typeof field === "string");
}
