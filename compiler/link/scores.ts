import type { Band, Score } from "../shared/contract.ts";
import { createLeaf } from "./leaf.ts";
import { emptyUsage } from "./step-usage.ts";
import { optionValue } from "./options.ts";
import type { Language } from "../schema/language.ts";
import { valueOf, type RawStep } from "./raw-steps.ts";
import { data, items, number, text, type Data } from "../schema/read.ts";
import type { Findings, FunnelScope, Shapes } from "./scope.ts";

/** The scores of a funnel with what every answer adds, and the range they can reach. */
export function linkScores(
  raw: Data,
  steps: readonly RawStep[],
  scope: FunnelScope,
  shapes: Shapes,
  findings: Findings,
): Score[] {
  const leaf = createLeaf(shapes, scope, findings, emptyUsage(""));
  return Object.entries(data(raw.scores)).map(([id, entry]) => {
    const { label, bands } = data(entry);
    const path = ["scores", id];
    const scored = steps.filter(
      (step) => step.traits.answer !== null && text(step.raw.score) === id,
    );
    const points = scored.map((step) => pointsOf(step, shapes.language));
    return {
      id,
      label: inline(leaf("text", label, [...path, "label"])),
      min: sum(points.map((item) => item.min)),
      max: sum(points.map((item) => item.max)),
      items: Object.fromEntries(points.map((item) => [item.step, item.values])),
      bands: items(bands).map((band, i): Band => {
        const own = data(band);
        const at = [...path, "bands", i];
        return {
          id: text(own.id),
          label: inline(leaf("text", own.label, [...at, "label"])),
          text:
            own.text === undefined
              ? null
              : inline(leaf("text", own.text, [...at, "text"])),
          upTo: number(own.upTo),
        };
      }),
    };
  });
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
  if (answer?.kind === "several")
    return {
      step: step.id,
      values,
      min: sum(all.filter((n) => n < 0)),
      max: sum(all.filter((n) => n > 0)),
    };
  return {
    step: step.id,
    values,
    min: Math.min(...all),
    max: Math.max(...all),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

function inline(value: unknown): Score["label"] {
  return typeof value === "string" || Array.isArray(value) ? value : "";
}
