import { diagnose } from "../diagnostics/diagnostic.ts";
import { isCoreScalar } from "../parse/core-scalar.ts";
import { readTokens } from "../parse/lexemes.ts";
import { linesOf } from "../parse/lines.ts";
import type { SourceRule } from "./rule.ts";

/** A comment without a space after its sign, or one that goes on as a sentence does: `# of`. Most files have none. */
const WORDS = /#(?:[^\s#]|[ \t]+of[ \t]+\S)/;
const BEHIND = new RegExp(String.raw`\S[ \t]+${WORDS.source}`);
const WHOLE = new RegExp(`^${WORDS.source}`);

/** `help: Up to #3 answers` is read as "Up to", `ask: The # of days?` as "The": the rest is a comment. */
export const cutText: SourceRule = ({ file, text }) => {
  if (!BEHIND.test(text)) return [];
  const gate = readTokens(text);
  if (gate.kind === "closed") return [];
  const lines = linesOf(file, text);
  const parts = gate.lexemes.filter(({ kind }) => kind !== "space");
  return parts.flatMap((comment, i) => {
    const before = parts[i - 1];
    if (comment.kind !== "comment" || !WHOLE.test(comment.source)) return [];
    const isSentence = /^#\s/.test(comment.source);
    // A sentence that has ended does not go on.
    if (isSentence && /[.!?…:;)]$/.test(before?.source ?? "")) return [];
    // Numbers and switches are seldom continued: what follows them is a hasty comment.
    if (before?.kind !== "plain" || isCoreScalar(before.source)) return [];
    const end = comment.start + comment.source.length;
    const at = lines.firstLine(comment.start, end);
    const words = { kept: before.source, lost: comment.source.trimEnd() };
    return [diagnose("text/cut-by-comment", at, words)];
  });
};
