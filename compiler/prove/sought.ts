import type { Condition } from "../shared/contract.ts";
import { truthOf } from "./conditions.ts";
import type { Facts } from "./facts.ts";
import { valuesIn } from "./signs.ts";
import { isKnown, type State } from "./states.ts";
import type { Had } from "./wanted.ts";

/** Somebody at a step, of whom something is so; what is left out does not matter. */
export interface Sought {
  readonly step: number;
  /** What is met by them. */
  readonly when?: Condition | null;
  /** What they know or have bought, or have not. */
  readonly had?: Had;
  readonly lacks?: Had;
  /** How they have come. */
  readonly came?: (state: State) => boolean;
}

/** Whether somebody in a state of the step is one of those who are sought; null where nobody knows. */
export function isSought(
  { when = null, had, lacks, came }: Sought,
  state: State,
  facts: Facts,
): boolean | null {
  const knows = (one: Had) => isKnown(state, facts.had.get(one) ?? -1);
  if (had !== undefined && !knows(had)) return false;
  if (lacks !== undefined && knows(lacks)) return false;
  if (came?.(state) === false) return false;
  return when === null || truthOf(when, valuesIn(state.facts, facts));
}
