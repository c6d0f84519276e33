import {
  diagnose,
  type Diagnostic,
  onePerPlace,
} from "../diagnostics/diagnostic.ts";
import { list } from "../diagnostics/wording.ts";
import { narrow } from "../link/narrow.ts";
import { pathOf, textsOf } from "../link/texts.ts";
import type { SourceRule } from "./rule.ts";

/** Countries as texts name them; the abbreviations are not `us`, and Northern Ireland is not Ireland. */
const COUNTRIES: readonly (readonly [string, RegExp])[] = [
  ["the United States", /\b(?:USA?|U\.S\.|United States|America)(?![\w-])/],
  ["Canada", /\bCanada\b/],
  [
    "the United Kingdom",
    /\b(?:UK|U\.K\.|United Kingdom|(?:Great )?Britain|England|Scotland|Wales|Northern Ireland)(?![\w-])/,
  ],
  ["Ireland", /(?<!Northern )\bIreland\b/],
  ["the European Union", /\b(?:EU|European Union|Europe)(?![\w-])/],
  ["Australia", /\bAustralia\b/],
  ["New Zealand", /\bNew Zealand\b/],
];

const AMERICA = ["the United States", "Canada"];
const ISLES = ["the United Kingdom", "Ireland"];
const EUROPE = "the European Union";

/** Where a number is answered that is the same wherever one stands in a country. */
const ANSWERED: Readonly<Record<string, readonly string[]>> = {
  "911": AMERICA,
  "988": AMERICA,
  "211": AMERICA,
  "999": ISLES,
  "112": [...ISLES, EUROPE, "Australia", "New Zealand"],
  "116123": [...ISLES, EUROPE],
  "000": ["Australia"],
  "131114": ["Australia"],
  "111": ["New Zealand", "the United Kingdom"],
};

const LINK = /\[[^[\]]+\]\((?:tel|sms):(\d+)\)/g;

/** A number to call is one that is answered in the country that it is given for. */
export const lineCountries: SourceRule = (source) => {
  if (!source.text.includes("](tel:")) return [];
  return onePerPlace(
    textsOf(source.data).flatMap(({ text, place }) =>
      text.includes("](tel:")
        ? partsOf(text).flatMap((part): Diagnostic[] => {
            const wrong = wrongIn(part);
            if (wrong === null) return [];
            const at = narrow(source, pathOf(place), wrong.link);
            return [diagnose("danger/other-country", at, wrong)];
          })
        : [],
    ),
  );
};

/** Lines and sentences, and "[988](tel:988) in the US, [999](tel:999) in the UK" at its comma. */
function partsOf(text: string): string[] {
  return text.split(/\n|(?<=[.;!?])\s/).flatMap((sentence) => {
    const [before = ""] = sentence.split("[", 1);
    // Where the countries come first, they are those of all numbers behind.
    return countriesIn(before).length > 0
      ? [sentence]
      : sentence.split(/,\s*(?=[*_]*\[)/);
  });
}

function countriesIn(part: string): string[] {
  return COUNTRIES.flatMap(([name, written]) =>
    written.test(part) ? [name] : [],
  );
}

function wrongIn(
  part: string,
): { link: string; number: string; said: string; meant: string } | null {
  const known = [...part.matchAll(LINK)].flatMap(([link, number = ""]) => {
    const meant = ANSWERED[number];
    return meant === undefined ? [] : [{ link, number, meant }];
  });
  const said = known.length === 0 ? [] : countriesIn(part);
  if (said.length === 0) return null;
  for (const { link, number, meant } of known) {
    if (meant.some((one) => said.includes(one))) continue;
    return { link, number, said: list(said), meant: list(meant) };
  }
  return null;
}
