import type { Condition } from "../shared/contract.ts";
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
