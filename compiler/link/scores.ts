import type { Band, Score } from "../shared/contract.ts";
import { createLeaf } from "./leaf.ts";
import { emptyUsage, type StepUsage } from "./step-usage.ts";
import { optionValue } from "./options.ts";
import type { Language } from "../schema/language.ts";
import { lacksChoices, valueOf, type RawStep } from "./raw-steps.ts";
import type { Ends } from "../shared/grid.ts";
import { data, items, number, text, type Data } from "../schema/read.ts";
import type { Findings, FunnelScope, LinkedScore, Shapes } from "./scope.ts";

/** The names of a funnel with the words of its scores, each text linked once for all steps that show it. */
export function withScoreWords(
  raw: Data,
  scope: FunnelScope,
  shapes: Shapes,
  findings: Findings,
): FunnelScope {
  const linked = Object.entries(data(raw.scores)).map(
    ([id, entry]): [string, LinkedScore] => {
      const written = data(entry);
      const path = ["scores", id];
      const labels = emptyUsage("");
      const texts = emptyUsage("");
      const leafFor = (usage: StepUsage) =>
        createLeaf(shapes, scope, findings, usage);
      const [ofLabels, ofTexts] = [leafFor(labels), leafFor(texts)];
      const label = inline(ofTexts("text", written.label, [...path, "label"]));
      const bands = items(written.bands).map((item, i): Band => {
        const own = data(item);
        const at = [...path, "bands", i];
        const band = text(own.id);
        // Nobody sees it but those who are in the band.
        labels.when = { kind: "band", score: id, in: [band] };
        texts.when = labels.when;
        return {
          id: band,
          label: inline(ofLabels("text", own.label, [...at, "label"])),
          text:
            own.text === undefined
              ? null
              : inline(ofTexts("text", own.text, [...at, "text"])),
          upTo: number(own.upTo),
        };
      });
      const reach = scope.scores.get(id)?.reach ?? null;
      return [id, { label, bands, labels, texts, reach }];
    },
  );
  return { ...scope, scores: new Map(linked) };
}

/** The scores of a funnel with what every answer adds, and the range they can reach. */
export function linkScores(
  steps: readonly RawStep[],
  scope: Pick<FunnelScope, "scores">,
  shapes: Shapes,
): Score[] {
  return [...scope.scores].map(([id, { label, bands }]) => {
    const points = pointsIn(id, steps, shapes.language);
    return {
      id,
      label,
      min: sum(points.map((item) => item.min)),
      max: sum(points.map((item) => item.max)),
      items: Object.fromEntries(points.map((item) => [item.step, item.values])),
      bands,
    };
  });
}

/** What the questions of a score add up to, whichever of them are asked; null where it has none, or nobody knows. */
export function reachOfScore(
  id: string,
  steps: readonly RawStep[],
  language: Language,
): Ends | null {
  const points = pointsIn(id, steps, language);
  const isUnclear =
    points.some(({ min, max }) => min > max) ||
    steps.some((step) => text(step.raw.score) === id && lacksChoices(step));
  return points.length === 0 || isUnclear
    ? null
    : {
        first: sum(points.map(({ min }) => min)),
        last: sum(points.map(({ max }) => max)),
      };
}

function pointsIn(
  id: string,
  steps: readonly RawStep[],
  language: Language,
): Points[] {
  return steps
    .filter(
      ({ traits, raw }) => traits.answer !== null && text(raw.score) === id,
    )
    .map((step) => pointsOf(step, language));
}

interface Points {
  readonly step: string;
  readonly values: Readonly<Record<string, number>> | "value";
  readonly min: number;
  readonly max: number;
}

function pointsOf(step: RawStep, language: Language): Points {
  const { answer } = step.traits;
  if (answer?.kind === "quantity")
    return {
      step: step.id,
      values: "value",
      min: number(valueOf(step, answer.low, language)) ?? 0,
      max: number(valueOf(step, answer.high, language)) ?? 0,
    };
  const values = Object.fromEntries(
    (step.choices?.list ?? []).map((choice) => [
      optionValue(choice),
      number(data(choice).points) ?? 0,
    ]),
  );
  const all = Object.values(values);
  if (answer?.kind === "several") {
    const sums = sumsOfSeveral(all, {
      least: number(valueOf(step, answer.low, language)) ?? 1,
      most: number(valueOf(step, answer.high, language)) ?? all.length,
    });
    // Whoever chooses `none` gets no points; numbers that allow no answer are a finding of their own.
    if (step.raw.none !== undefined || sums.length === 0) sums.push(0);
    return {
      step: step.id,
      values,
      min: Math.min(...sums),
      max: Math.max(...sums),
    };
  }
  return {
    step: step.id,
    values,
    min: Math.min(...all),
    max: Math.max(...all),
  };
}

/** The lowest and the highest that so many choices add up to, for every number of choices that is allowed. */
function sumsOfSeveral(
  points: readonly number[],
  { least, most }: { readonly least: number; readonly most: number },
): number[] {
  const rising = points.toSorted((a, b) => a - b);
  const counts = rising.map((_, i) => i + 1);
  return [0, ...counts]
    .filter((count) => count >= least && count <= most)
    .flatMap((count) => [
      sum(rising.slice(0, count)),
      sum(rising.slice(rising.length - count)),
    ]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

function inline(value: unknown): Score["label"] {
  return typeof value === "string" || Array.isArray(value) ? value : "";
}
