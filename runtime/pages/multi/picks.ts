import type { PageProps } from "../../../generated/names.ts";
import { NONE } from "../../core/answers.ts";

type Limits = Pick<PageProps["multi"], "options" | "max" | "min">;

/** What is ticked after `value` was flipped, in the options' order; null when that would be too many. */
export function toggle(
  picks: readonly string[],
  value: string,
  { options, max }: Limits,
): readonly string[] | null {
  if (picks.includes(value)) return picks.filter((pick) => pick !== value);
  if (value === NONE) return [NONE];
  const others = picks.filter((pick) => pick !== NONE);
  if (max !== undefined && others.length >= max) return null;
  return options
    .map((option) => option.value)
    .filter((candidate) => candidate === value || others.includes(candidate));
}

/** What is still to be done before going on, in words; null when nothing is. */
export function missing(picks: readonly string[], min: number): string | null {
  const left = picks.includes(NONE) ? 0 : min - picks.length;
  if (left <= 0) return null;
  if (picks.length > 0) return `Choose ${left} more`;
  return min === 1 ? "Choose at least one" : `Choose at least ${min}`;
}

/** How many may be chosen, for a question that does not say so itself. */
export function range({ options, min, max }: Limits): string {
  if (max === undefined || max >= options.length)
    return min > 1 ? `Choose at least ${min}.` : "Choose all that apply.";
  if (min === max) return `Choose ${max}.`;
  return min > 1 ? `Choose ${min} to ${max}.` : `Choose up to ${max}.`;
}
