import { fromWords, TENS_WORDS } from "./number-words.ts";

/** The unit that lengths are told in, and how many of it each unit that texts name is, at least and at most. */
export type Units = Readonly<Record<string, readonly [number, number]>>;

/** A month of four weeks is none. */
export const IN_DAYS: Units = {
  day: [1, 1],
  week: [7, 7],
  month: [30, 31],
  year: [365, 366],
};
export const IN_MINUTES: Units = { minute: [1, 1], hour: [60, 60] };

interface Length {
  readonly words: string;
  readonly least: number;
  readonly most: number;
}

/** "30 days", "a thirty-day trial", "forty-five minutes", "two hours". */
const LENGTH = new RegExp(
  String.raw`\b(\d{1,4}|(?:${TENS_WORDS})(?:[- ][a-z]+)?|[a-z]+)[- ](day|week|month|year|minute|hour)s?\b`,
  "gi",
);

/**
 * The first length that a text names, where none of those that it names is the one that holds; null where one is, or
 * where it names none. It may name further lengths ("we answer within two days") beside the right one.
 */
export function otherLength(
  said: string,
  holds: number,
  units: Units,
): string | null {
  const named = lengthsIn(said, units);
  const isRight = named.some(
    ({ least, most }) => least <= holds && holds <= most,
  );
  return isRight ? null : (named[0]?.words ?? null);
}

function lengthsIn(said: string, units: Units): Length[] {
  return [...said.matchAll(LENGTH)].flatMap(([words, count, unit]) => {
    const range = units[unit?.toLowerCase() ?? ""];
    const number = fromWords(count ?? "");
    if (range === undefined || number === null) return [];
    const [least, most] = range;
    return [{ words, least: number * least, most: number * most }];
  });
}
