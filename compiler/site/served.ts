const SERVED = "served/";

/** Where an entry of the build's cache holds a file that is served at `/${name}`. */
export function servedAs(name: string): string {
  return `${SERVED}${name}`;
}

/** The name that a file of an entry is served by; null for one that is not. */
export function servedName(file: string): string | null {
  return file.startsWith(SERVED) ? file.slice(SERVED.length) : null;
}

/** The file of an entry that is the picture of a shared link. */
export const PICTURE = "picture";

/** The file of a unit's entry that says what is known of it, as JSON. */
export const UNIT_FACTS = "unit.json";
export interface UnitFacts {
  readonly pages: number;
  /** What the brand's worker keeps of it; null where it keeps nothing. */
  readonly kept: object | null;
}
