import type { Step } from "../../generated/contract.ts";
import { type Answer, answerTo, NONE, optionsOf } from "../core/answers.ts";

/** A scale has all its points tried; of a longer range the ends. */
const SHORT_RANGE = 12;

/**
 * What can be answered to a question: every choice, of several choices each one and each pair, of numbers both ends and
 * those of `marks` that fit. Empty for a page that asks nothing.
 */
export function answersTo(
  step: Step,
  marks: readonly number[] = [],
): readonly Answer[] {
  const { kind, min, max } = answerTo(step);
  const values = optionsOf(step)?.map(({ value }) => value) ?? [];
  switch (kind) {
    case "one":
      return values;
    case "several":
      return choicesOf(values, { min, max, none: "none" in step.props });
    case "quantity":
      return quantities(min, max, marks);
    case "day":
      return ["1990-05-17"];
    case "words":
      return ["Robin"];
    case undefined:
      return [];
  }
}

/** Any answer there is; `random` in [0, 1). Null for a page that asks nothing. */
export function someAnswerTo(step: Step, random: () => number): Answer | null {
  const { kind, min, max } = answerTo(step);
  const values = optionsOf(step)?.map(({ value }) => value) ?? [];
  const between = (low: number, high: number) =>
    low + Math.floor(random() * (high - low + 1));
  switch (kind) {
    case "one":
      return values[between(0, values.length - 1)] ?? null;
    case "several": {
      if ("none" in step.props && random() < 0.2) return [NONE];
      const least = Math.max(0, min);
      const count = between(least, Math.min(max, values.length));
      const order = values.map((value) => ({ value, at: random() }));
      const chosen = order.sort((one, other) => one.at - other.at);
      const taken = new Set(chosen.slice(0, count).map(({ value }) => value));
      return values.filter((value) => taken.has(value));
    }
    case "quantity": {
      const [last = 1, first = last] = quantities(min, max, []);
      return between(Math.min(first, last), Math.max(first, last));
    }
    default:
      return answersTo(step)[0] ?? null;
  }
}

function choicesOf(
  values: readonly string[],
  {
    min,
    max,
    none,
  }: { readonly min: number; readonly max: number; readonly none: boolean },
): readonly (readonly string[])[] {
  const pairs = values.flatMap((one, at) =>
    values.slice(at + 1).map((other) => [one, other]),
  );
  const sets = [...values.map((value) => [value]), ...pairs, values, []];
  const fitting = sets.filter(({ length }) => length >= min && length <= max);
  return none ? [...fitting, [NONE]] : fitting;
}

function quantities(
  min: number,
  max: number,
  marks: readonly number[],
): readonly number[] {
  const last = Number.isFinite(max) ? max : Math.max(1, min);
  const first = Number.isFinite(min) ? min : last;
  if (last - first <= SHORT_RANGE)
    return Array.from({ length: last - first + 1 }, (_, at) => last - at);
  const inside = marks.filter((mark) => mark > first && mark < last);
  return [last, first, ...inside];
}
