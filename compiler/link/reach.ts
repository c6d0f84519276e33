import type { Path } from "../diagnostics/span.ts";
import type { Language } from "../schema/language.ts";
import { data, number } from "../schema/read.ts";
import type { Ends, Grid } from "../shared/grid.ts";
import { gridOf } from "./grid.ts";
import { type RawStep, valueOf } from "./raw-steps.ts";

/** A number of a condition that no answer comes up to, where it is written, and what is not so. */
export interface OutOfReach {
  readonly at: Path;
  readonly wanted: string;
}

/** The numbers that a question takes as it is written; null where its answers are no numbers. */
export function reachOf(step: RawStep, language: Language): Grid | null {
  const { answer } = step.traits;
  if (answer?.kind !== "quantity") return null;
  const { low, high, step: distance = "", tenths = {} } = answer;
  const props = [low, high, distance, ...Object.keys(tenths)].map(
    (key) => [key, valueOf(step, key, language)] as const,
  );
  return gridOf(Object.fromEntries(props), answer);
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
