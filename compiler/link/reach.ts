import type { Language } from "../schema/language.ts";
import { data, number } from "../schema/read.ts";
import { type RawStep, valueOf } from "./raw-steps.ts";
import type { Path } from "../diagnostics/span.ts";

/** The numbers that a question takes; null where there is no end, or where it is not in steps. */
export interface Reach {
  readonly low: number | null;
  readonly high: number | null;
  readonly step: number | null;
}

/** A number of a condition that no answer comes up to, where it is written, and what is not so. */
export interface OutOfReach {
  readonly at: Path;
  readonly wanted: string;
}

/** What a question takes as it is written; null where its answers are no numbers. */
export function reachOf(step: RawStep, language: Language): Reach | null {
  const { answer } = step.traits;
  if (answer?.kind !== "quantity") return null;
  const numberAt = (key = "") => number(valueOf(step, key, language));
  return {
    low: numberAt(answer.low),
    high: numberAt(answer.high),
    step: answer.marks === undefined ? numberAt(answer.step) : 1,
  };
}

/** Why no answer meets these bounds; null where one may. */
export function boundsOutOfReach(
  bounds: unknown,
  { low, high }: Reach,
): OutOfReach | null {
  const { atLeast, atMost } = data(bounds);
  const [from, to] = [number(atLeast), number(atMost)];
  if (from !== null && from > (high ?? from))
    return { at: ["atLeast"], wanted: `${from} or more` };
  if (to !== null && to < (low ?? to))
    return { at: ["atMost"], wanted: `${to} or less` };
  if (from === null || to === null || from <= to) return null;
  return { at: ["atMost"], wanted: `at least ${from} and at most ${to}` };
}

/** Whether no answer is this number. */
export function isOutOfReach(value: number, { low, high, step }: Reach) {
  if (value < (low ?? value) || value > (high ?? value)) return true;
  if (low === null || step === null || step <= 0) return false;
  const steps = (value - low) / step;
  return Math.abs(steps - Math.round(steps)) > 1e-6;
}
