import { diagnose } from "../diagnostics/diagnostic.ts";
import { readTokens } from "../parse/lexemes.ts";
import { linesOf } from "../parse/lines.ts";
import type { SourceRule } from "./rule.ts";

const FOLDED = /[:-][ \t]+>[-+\d]*[ \t]*(?:#.*)?$/m;
const ITEM = /^- \S/;
const NUMBERED_OR_HEADLINE = /^(?:1[.)] |##+ )\S/;

/** After `>` the lines of a text are joined, those of a list too. */
export const foldedList: SourceRule = ({ file, text }) => {
  if (!FOLDED.test(text)) return [];
  const gate = readTokens(text);
  if (gate.kind === "closed") return [];
  const lines = linesOf(file, text);
  let header: number | null = null;
  return gate.lexemes.flatMap(({ kind, start, source }) => {
    if (kind === "block-scalar-header")
      header = source.startsWith(">") ? start : null;
    if (kind !== "block-text" || header === null) return [];
    const line = joinedIn(source);
    if (line === undefined) return [];
    const at = lines.span(header, header + 1);
    return [diagnose("text/folded-list", at, { line })];
  });
};

/** The first line that was meant to stand by itself and is joined to the one above; a single dash may be one of a sentence. */
function joinedIn(block: string): string | undefined {
  const written = block.split("\n");
  const indent = /^ */.exec(written.find((line) => line.trim() !== "") ?? "");
  const depth = indent?.[0].length ?? 0;
  const lines = written.map((line) => line.slice(depth).trimEnd());
  const isItem = (i: number) => ITEM.test(lines[i] ?? "");
  return lines.find((line, i) => {
    const above = lines[i - 1] ?? "";
    // Deeper lines stay as they are, and so does what stands behind an empty one.
    if (above === "" || above.startsWith(" ")) return false;
    const isOfList = isItem(i) && (isItem(i - 1) || isItem(i + 1));
    return isOfList || NUMBERED_OR_HEADLINE.test(line);
  });
}
