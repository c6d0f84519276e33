import { isCoreScalar } from "./core-scalar.ts";
import type { Finding } from "./finding.ts";
import type { Lexeme } from "./lexemes.ts";
import { MAX_FINDINGS } from "./limits.ts";
import type { Lines } from "./lines.ts";

/**
 * List items that YAML silently takes for a part of a text: those indented deeper than the list, and those without
 * a space after the dash. Valid YAML, never meant.
 */
export function gluedText(lexemes: readonly Lexeme[], lines: Lines): Finding[] {
  const findings: Finding[] = [];
  let brackets = 0;
  for (const lexeme of lexemes) {
    if (/^flow-\w+-start$/.test(lexeme.kind)) brackets += 1;
    if (/^flow-\w+-end$/.test(lexeme.kind)) brackets -= 1;
    if (lexeme.kind === "flow-error-end") brackets = 0;
    if (lexeme.kind !== "plain" || brackets > 0) continue;
    const finding = withoutSpace(lexeme, lines) ?? tooDeep(lexeme);
    if (finding !== null) findings.push(finding);
    if (findings.length === MAX_FINDINGS) break;
  }
  return findings;
}

/** A text that begins with a dash, alone on its line: `-coffee`. */
function withoutSpace({ start, source }: Lexeme, lines: Lines): Finding | null {
  if (!/^-[^\s-]/.test(source) || isCoreScalar(source)) return null;
  const lineStart = lines.startOf(lines.lineOf(start));
  const before = lines.textOf(lines.lineOf(start)).slice(0, start - lineStart);
  if (before.trim() !== "") return null;
  return {
    code: "yaml/missing-space",
    message: "a space is missing after the dash",
    hint: `write "- ${(source.split("\n")[0] ?? "").slice(1).trim()}"; if the dash is part of the text, put the text in quotes`,
    start,
    end: start + 2,
  };
}

function tooDeep({ start, source }: Lexeme): Finding | null {
  const found = /\n[ \t]*(?=- )/.exec(source);
  if (found === null) return null;
  const dash = start + found.index + found[0].length;
  return {
    code: "yaml/indentation",
    message:
      "this list item is indented too far, so it would become part of the text above",
    hint: "align its dash with the other dashes; if it is part of the text, put the text in quotes",
    start: dash,
    end: dash + 1,
    note: {
      message: "the text starts here",
      start,
      end: start + source.length,
    },
  };
}
