import type { Condition } from "../shared/contract.ts";
import type { Leaf } from "./assignments.ts";
import { truthOf, type ValuesOf } from "./conditions.ts";
import type { Facts } from "./facts.ts";
import { valuesIn } from "./signs.ts";
import { isKnown, type State } from "./states.ts";
import type { Had } from "./wanted.ts";

/** Somebody at a step, of whom something is so; what is left out does not matter. */
export interface Sought {
  readonly step: number;
  /** What may be met by them, or where it has to be sure, certainly is. */
  readonly when?: Condition | null;
  readonly isSure?: true;
  /** What they know or have bought, or have not. */
  readonly had?: Had;
  readonly lacks?: Had;
  /** How they have come. */
  readonly came?: (state: State) => boolean;
}

/** Whether somebody in a state of the step is who is sought. */
export function isSought(
  { when = null, isSure, had, lacks, came }: Sought,
  state: State,
  facts: Facts,
): boolean {
  const knows = (one: Had) => isKnown(state, facts.had.get(one) ?? -1);
  if (had !== undefined && !knows(had)) return false;
  if (lacks !== undefined && knows(lacks)) return false;
  if (came?.(state) === false) return false;
  return meets(when, isSure === true, valuesIn(state.facts, facts));
}

/** Whether a condition may be met, or certainly is. */
export function meets(
  when: Condition | null,
  isSure: boolean,
  valuesOf: ValuesOf,
): boolean {
  if (when === null) return true;
  const truth = truthOf(when, valuesOf);
  return isSure ? truth === true : truth !== false;
}

/** One of some conditions; what they ask of the same question is one. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const answers = new Map<string, Set<string>>();
  const others: Condition[] = [];
  for (const one of conditions) {
    if (one.kind !== "answer") {
      others.push(one);
      continue;
    }
    const values = answers.get(one.step) ?? new Set();
    for (const value of one.in) values.add(value);
    answers.set(one.step, values);
  }
  const merged = [...answers].map(([step, values]): Leaf => ({
    kind: "answer",
    step,
    in: [...values],
  }));
  return { kind: "any", of: [...merged, ...others] };
}

/** None of some conditions. */
export function noneOf(conditions: readonly Condition[]): Condition {
  return { kind: "not", of: anyOf(conditions) };
}

/** All of some conditions. */
export function allOf(conditions: readonly Condition[]): Condition {
  return { kind: "all", of: conditions };
}
