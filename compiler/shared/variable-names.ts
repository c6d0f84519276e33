/** Text variables that show something of another thing, by its id: `score.calm`, `band.calm`, `price.plan`. */
export const FAMILIES = ["score", "band", "price"] as const;
export type Family = (typeof FAMILIES)[number];

/** The variable of a family that shows something of the thing with this id. */
export function variableOf(family: Family, id: string): string {
  return `${family}.${id}`;
}

/** The id of what a variable of this family shows something of; null for all other variables. */
export function shownBy(family: Family, variable: string): string | null {
  const begin = variableOf(family, "");
  return variable.startsWith(begin) ? variable.slice(begin.length) : null;
}
