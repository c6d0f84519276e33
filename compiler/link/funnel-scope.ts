import type { Band } from "../shared/contract.ts";
import { createLeaf } from "./leaf.ts";
import { emptyUsage } from "./step-usage.ts";
import { linkOptions, NONE, optionValue } from "./options.ts";
import { lacksChoices, type RawStep } from "./raw-steps.ts";
import { reachOf } from "./reach.ts";
import { reachOfScore } from "./scores.ts";
import { data, items, number, text, type Data } from "../schema/read.ts";
import type {
  BrandScope,
  Findings,
  FunnelScope,
  LinkedSet,
  QuestionNames,
  Shapes,
} from "./scope.ts";

/** All names of a funnel; option sets are linked here, once for all questions that use them. */
export function scopeOf(
  raw: Data,
  steps: readonly RawStep[],
  brand: BrandScope,
  shapes: Shapes,
  findings: Findings,
  isBrandPages: boolean,
): FunnelScope {
  const questions = new Map<string, QuestionNames>();
  const sets = data(raw.optionSets);
  for (const step of steps)
    if (step.traits.answer !== null)
      questions.set(step.id, {
        kind: step.traits.answer.kind,
        values: choiceValues(step),
        written: step.choices?.list ?? [],
        reach: reachOf(step, shapes.language),
      });
  const scores = new Map(
    Object.entries(data(raw.scores)).map(([id, score]) => [
      id,
      {
        label: "",
        bands: bandsOf(score),
        labels: emptyUsage(""),
        texts: emptyUsage(""),
        reach: reachOfScore(id, steps, shapes.language),
      },
    ]),
  );
  const scope = {
    ...brand,
    isBrandPages,
    longTexts: isBrandPages ? brand.longTexts : shapes.longTexts,
    steps: steps.map((step) => step.id),
    questions,
    scores,
    experiments: Object.keys(data(raw.experiments)),
    codes: new Map(
      Object.entries(data(raw.codes)).map(([id, declared]) => [
        id,
        text(data(declared).code).endsWith("-*"),
      ]),
    ),
    shared: new Map(
      Object.entries(data(raw.shared)).map(([name, section]) => [
        name,
        { data: { ...data(section) }, path: ["shared", name] },
      ]),
    ),
    optionSets: new Map<string, LinkedSet>(),
  } satisfies FunnelScope;
  for (const [name, set] of Object.entries(sets)) {
    const notes = emptyUsage("");
    const leaf = createLeaf(shapes, scope, findings, notes);
    const options = linkOptions(set, ["optionSets", name], leaf);
    scope.optionSets.set(name, { options, notes });
  }
  return scope;
}

function bandsOf(score: unknown): Band[] {
  return items(data(score).bands).map((band) => ({
    id: text(data(band).id),
    label: text(data(band).label),
    text: null,
    upTo: number(data(band).upTo),
  }));
}

function choiceValues(step: RawStep): readonly string[] | null {
  const { choices, raw } = step;
  if (choices === null || lacksChoices(step)) return null;
  const values = choices.list.map(optionValue);
  return raw.none === undefined ? values : [...values, NONE];
}
