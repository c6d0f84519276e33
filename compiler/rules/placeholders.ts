import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { isUnder, pathOf, textsOf } from "../link/texts.ts";
import { NAMES } from "./claim-texts.ts";
import type { SourceRule } from "./rule.ts";

/** What stands for words that are still to be written, or for a variable as other programs write it. */
const PLACEHOLDER =
  /\b(?:TODO|FIXME|TBD|XXX)\b|\b[Ll]orem ipsum\b|%(?:[A-Za-z]+[-_ ])*[Nn](?:ame|AME)%/;

/** No visitor reads what was to be replaced. */
export const placeholders: SourceRule = (source) => {
  if (!PLACEHOLDER.test(source.text)) return [];
  return textsOf(source.data).flatMap(({ text, place }): Diagnostic[] => {
    const words = PLACEHOLDER.exec(text)?.[0];
    if (words === undefined) return [];
    const path = pathOf(place);
    if (isUnder(NAMES, path)) return [];
    const at = narrow(source, path, words);
    return [diagnose("text/placeholder", at, { words })];
  });
};
