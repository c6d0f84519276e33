import { diagnose } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { fromWords, TENS_WORDS } from "../link/number-words.ts";
import { sectionsWritten, traitsOf } from "../link/sections-written.ts";
import { data, text } from "../schema/read.ts";
import type { LengthTrait } from "../schema/traits.ts";
import type { FunnelRule } from "./rule.ts";

/** "30 days", "a thirty-day trial", "forty-five minutes", "two hours". */
const LENGTH = new RegExp(
  String.raw`\b(\d{1,4}|(?:${TENS_WORDS})(?:[- ][a-z]+)?|[a-z]+)[- ](day|week|minute|hour)s?\b`,
  "gi",
);
/** How many units of a section's own length each unit is. */
const UNITS: Readonly<
  Record<LengthTrait["unit"], Readonly<Record<string, number>>>
> = {
  day: { day: 1, week: 7 },
  minute: { minute: 1, hour: 60 },
};

/**
 * A section that lasts for some time does not name another one. A text may name further lengths ("we answer within two
 * days") beside its own.
 */
export const claimsLength: FunnelRule = ({ source, traits }) =>
  sectionsWritten(source).flatMap(({ section, path }) => {
    const lasts = traitsOf(section, traits)?.lasts ?? null;
    if (lasts === null) return [];
    const { property } = lasts;
    const own = data(section)[property];
    if (typeof own !== "number") return [];
    for (const key of lasts.texts) {
      const words = otherLength(text(data(section)[key]), own, lasts.unit);
      if (words === null) continue;
      const at = narrow(source, [...path, key], words);
      return [diagnose("claim/other-length", at, { words, property, own })];
    }
    return [];
  });

/** The first length that a text names, where none of those is the section's own. */
function otherLength(
  said: string,
  own: number,
  unit: LengthTrait["unit"],
): string | null {
  const named = [...said.matchAll(LENGTH)].flatMap(([words, count, of]) => {
    const times = UNITS[unit][of?.toLowerCase() ?? ""];
    const number = fromWords(count ?? "");
    return times === undefined || number === null
      ? []
      : [{ words, length: number * times }];
  });
  const [first] = named;
  return first === undefined || named.some(({ length }) => length === own)
    ? null
    : first.words;
}
