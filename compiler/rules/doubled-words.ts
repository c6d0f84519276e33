import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { isUnder, pathOf, textsOf } from "../link/texts.ts";
import { NAMES } from "./claim-texts.ts";
import type { SourceRule } from "./rule.ts";

/** Words that no English sentence has twice in a row, other than `had had`, `that that` and `what it is is`. */
const DOUBLED =
  /\b(the|an?|of|and|or|your|our|their|with|from)\s+\1\b(?![-’'])/i;

/** No word stands twice in a row: it was left when a sentence was changed. */
export const doubledWords: SourceRule = (source) => {
  if (!DOUBLED.test(source.text)) return [];
  return textsOf(source.data).flatMap(({ text, place }): Diagnostic[] => {
    const [words, word = ""] = DOUBLED.exec(text) ?? [];
    if (words === undefined) return [];
    const path = pathOf(place);
    if (isUnder(NAMES, path)) return [];
    const at = narrow(source, path, words);
    return [diagnose("text/doubled-word", at, { words, word })];
  });
};
