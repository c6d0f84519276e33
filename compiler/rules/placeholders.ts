import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { isUnder, pathOf, textsOf } from "../link/texts.ts";
import { NAMES } from "./claim-texts.ts";
import type { SourceRule } from "./rule.ts";

/** What stands for words that are still to be written, or for a variable or an emoji as other programs write it. */
const PLACEHOLDER =
  /\b(?:TODO|FIXME|TBD|XXX)\b|\b[Ll]orem ipsum\b|%(?:[A-Za-z]+[-_ ])*[Nn](?:ame|AME)%|[<‹](?:[A-Za-z]+[-_ ])*[Nn](?:ame|AME)[>›]|(?<![\w:/]):[a-z]{2,}(?:_[a-z]+)*:(?![\w:/])/;

/** A note to a colleague, in brackets: "(Ann, please check this!)". */
const NOTE =
  /[([][^()[\]]*\b(?:please|pls) (?:check|confirm|proofread|review|rewrite|translate|verify)\b[^()[\]]*[)\]]|\[(?:note|comment|draft|check|legal|placeholder)\b[^\]]*\](?!\()/i;

/** The same, where it is all that a text says. */
const ALONE =
  /^\s*(?:t\.?b\.?d\.?|todo|fixme|xxx+|\?{3,}|(?:text|title|heading) here)\s*$/i;

/** None of them is longer. */
const LONGEST = 15;

/** Keys whose values no visitor reads, and may be like that. */
const STORED: ReadonlySet<string> = new Set([...NAMES, "value", "start"]);

/** The name of a file in the place of what it shows. */
const FILE = /^\s*[\w.-]+\.(?:svg|png|jpe?g|webp|avif|gif|mp4|vtt)\s*$/i;

/** No visitor reads what was to be replaced. */
export const placeholders: SourceRule = (source) => {
  const mayHold = PLACEHOLDER.test(source.text);
  const mayNote = NOTE.test(source.text);
  return textsOf(source.data).flatMap(({ text, place }): Diagnostic[] => {
    const words =
      (mayHold ? PLACEHOLDER.exec(text) : null) ??
      (mayNote ? NOTE.exec(text) : null) ??
      (text.length < LONGEST ? ALONE.exec(text) : null) ??
      (place.key === "alt" ? FILE.exec(text) : null);
    if (words === null) return [];
    const path = pathOf(place);
    if (isUnder(STORED, path)) return [];
    const at = narrow(source, path, words[0].trim());
    return [diagnose("text/placeholder", at, { words: words[0].trim() })];
  });
};
