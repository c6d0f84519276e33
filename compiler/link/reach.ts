import type { Path } from "../diagnostics/span.ts";
import { boundsOf } from "../schema/answer-trait.ts";
import type { Language } from "../schema/language.ts";
import { data, number, text } from "../schema/read.ts";
import { type Ends, isOn, type Reach } from "../shared/grid.ts";
import { gridOf } from "./grid.ts";
import { type RawStep, valueOf } from "./raw-steps.ts";

/** A number of a condition that no answer comes up to, where it is written, and what is not so. */
export interface OutOfReach {
  readonly at: Path;
  readonly wanted: string;
}

/** What a question takes as it is written; null where it has choices. */
export function reachOf(step: RawStep, language: Language): Reach | null {
  const { answer } = step.traits;
  const written = (key: string) => valueOf(step, key, language);
  switch (answer?.kind) {
    case "quantity": {
      const props = boundsOf(answer).map((key) => [key, written(key)] as const);
      return { kind: "quantity", ...gridOf(Object.fromEntries(props), answer) };
    }
    case "day":
      return {
        kind: "day",
        first: text(written(answer.low)) || null,
        last: text(written(answer.high)) || null,
      };
    case "words": {
      const { longest } = answer;
      const most = longest === undefined ? null : number(written(longest));
      return { kind: "words", most };
    }
    case "one":
    case "several":
    case undefined:
      return null;
  }
}

/** An answer of a condition as it is stored; null where no answer is written like that. */
export function storedAs(value: string, { kind }: Reach): string | null {
  switch (kind) {
    case "quantity":
      return /^-?\d+(?:\.\d+)?$/.test(value) ? String(Number(value)) : null;
    case "day":
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value) ? value : null;
    case "words":
      return value;
  }
}

/** Whether a question takes nothing at all, because its ends are swapped. */
export function isCrossed(reach: Reach): boolean {
  switch (reach.kind) {
    case "quantity":
      return (reach.first ?? -Infinity) > (reach.last ?? Infinity);
    case "day": {
      const { first, last } = reach;
      const isFixed = first !== TODAY && last !== TODAY;
      return isFixed && first !== null && last !== null && first > last;
    }
    case "words":
      return false;
  }
}

/** Whether a question takes an answer that is written as its answers are. Which day `today` is, is not known here. */
export function isTaken(value: string, reach: Reach): boolean {
  switch (reach.kind) {
    case "quantity":
      return isOn(Number(value), reach);
    case "day": {
      const [first, last] = [reach.first, reach.last].map((end) =>
        end === TODAY ? null : end,
      );
      return value >= (first ?? value) && value <= (last ?? value);
    }
    case "words":
      return value.length <= (reach.most ?? value.length);
  }
}

/** The end of a question for days that moves on. */
export const TODAY = "today";

/** Whether a day as YYYY-MM-DD is in the calendar; words such as `today` always are. */
export function isDay(day: string): boolean {
  if (!/^\d/.test(day)) return true;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Why no answer meets these bounds; null where one may. */
export function boundsOutOfReach(
  bounds: unknown,
  { first, last }: Ends,
): OutOfReach | null {
  const { atLeast, atMost } = data(bounds);
  const [from, to] = [number(atLeast), number(atMost)];
  if (from !== null && from > (last ?? from))
    return { at: ["atLeast"], wanted: `${from} or more` };
  if (to !== null && to < (first ?? to))
    return { at: ["atMost"], wanted: `${to} or less` };
  if (from === null || to === null || from <= to) return null;
  return { at: ["atMost"], wanted: `at least ${from} and at most ${to}` };
}
