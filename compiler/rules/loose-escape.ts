import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { pathOf, textsOf } from "../link/texts.ts";
import { linesOf } from "../parse/lines.ts";
import type { SourceRule } from "./rule.ts";

/** `\n` with what stands around it, or two words joined by `\_`; an address may have a sign that is escaped. */
const ESCAPE =
  /\S{0,20}\\n\S{0,20}|(?<![^\s("'\u201c\u2018])[\p{L}'\u2019]+\\_[\p{L}'\u2019]+(?![^\s.,:;!?)"'\u201d\u2019]|[.:]\S)/u;

/** What is written for a text in double quotes, in one that has others or none. */
export const looseEscape: SourceRule = (source) => {
  if (!/\\[n_]/.test(source.text)) return [];
  return textsOf(source.data).flatMap(({ text, place }): Diagnostic[] => {
    if (!text.includes("\\")) return [];
    const written = ESCAPE.exec(text)?.[0];
    if (written === undefined) return [];
    const path = pathOf(place);
    const { line, column } = source.span(path, "value");
    const first =
      source.text[linesOf(source.file, source.text).startOf(line) + column - 1];
    // Between double quotes a backslash that is left was written twice: it is meant.
    if (first === '"') return [];
    const at = narrow(source, path, written);
    const inBlock = first === "|" || first === ">";
    return [diagnose("text/loose-escape", at, { written, inBlock })];
  });
};
