import { isCoreScalar } from "./core-scalar.ts";
import type { Finding } from "./finding.ts";
import type { Lexeme } from "./lexemes.ts";
import { MAX_FINDINGS } from "./limits.ts";
import type { Lines } from "./lines.ts";
import { named, restOfLine } from "./quoted.ts";

/**
 * List items that YAML silently takes for a part of a text: those indented deeper than the list, and those without
 * a space after the dash. Valid YAML, never meant.
 */
export function gluedText(lexemes: readonly Lexeme[], lines: Lines): Finding[] {
  const findings: Finding[] = [];
  let last: Finding | null = null;
  let brackets = 0;
  for (const lexeme of lexemes) {
    if (/^flow-\w+-start$/.test(lexeme.kind)) brackets += 1;
    if (/^flow-\w+-end$/.test(lexeme.kind)) brackets -= 1;
    if (lexeme.kind === "flow-error-end") brackets = 0;
    if (lexeme.kind !== "plain" || brackets > 0) continue;
    const finding =
      withoutSpace(lexeme, lines) ??
      otherDash(lexeme, lines) ??
      tooDeep(lexeme, lines);
    if (finding === null) continue;
    const isFurther = last !== null && isFurtherItem(finding, last, lines);
    last = finding;
    if (!isFurther) findings.push(finding);
    if (findings.length === MAX_FINDINGS) break;
  }
  return findings;
}

/** A text that begins with a dash, alone on its line: `-coffee`. */
function withoutSpace({ start, source }: Lexeme, lines: Lines): Finding | null {
  if (!/^-[^\s-]/.test(source) || isCoreScalar(source)) return null;
  if (!isFirst(start, lines)) return null;
  // Of an item in brackets the text ends at its first colon.
  const item = /^-[{[]/.test(source)
    ? restOfLine(start, lines)
    : (source.split("\n")[0] ?? "");
  return {
    code: "yaml/missing-space",
    message: "a space is missing after the dash",
    hint: `write "- ${item.slice(1).trim()}"; if the dash is part of the text, put the text in quotes`,
    start,
    end: start + 2,
  };
}

/** What stands in the place of a hyphen, before what can only be an item: `– { id: mood }`, `* { id: mood }`. */
const OTHER_DASH = /^[*‐‑–—−•]\s+(?=[{[]|[\w-]+:(?:\s|$))/;

/** An item that begins with another sign than a hyphen. */
export function otherDash(
  { start }: Pick<Lexeme, "start">,
  lines: Lines,
): Finding | null {
  const rest = restOfLine(start, lines);
  if (!isFirst(start, lines)) return null;
  const isItem =
    OTHER_DASH.test(rest) ||
    (/^[*•–—]\s+\S/.test(rest) && isAmongItems(start, lines));
  if (!isItem) return null;
  const sign = rest.slice(0, 1);
  return {
    code: "yaml/other-dash",
    message: `the list item begins with ${sign}, which is not a hyphen`,
    hint: `write a hyphen and a space: "- ${rest.slice(1).trim()}"${sign === "*" ? "" : `; text processors put ${sign} in its place`}`,
    start,
    end: start + 1,
  };
}

/** Whether the line above or below is an item that begins in the same column. */
function isAmongItems(start: number, lines: Lines): boolean {
  const line = lines.lineOf(start);
  const dash = `${" ".repeat(start - lines.startOf(line))}- `;
  return [line - 1, line + 1].some(
    (other) =>
      other > 0 && other <= lines.count && lines.textOf(other).startsWith(dash),
  );
}

/** Whether nothing stands before it on its line. */
function isFirst(start: number, lines: Lines): boolean {
  const line = lines.lineOf(start);
  const before = lines.textOf(line).slice(0, start - lines.startOf(line));
  return before.trim() === "";
}

/** Whether a finding is that of a dash: brackets and keys behind it are taken for a part of a text. */
export function isWrongDash({ code, start }: Finding, lines: Lines): boolean {
  if (code === "yaml/other-dash") return true;
  return (
    code === "yaml/missing-space" && /^-[{[]/.test(restOfLine(start, lines))
  );
}

/** Whether a list that is indented too far goes on: all of it is one mistake. */
function isFurtherItem(
  { code, start }: Finding,
  before: Finding,
  lines: Lines,
): boolean {
  if (code !== "yaml/indentation" || before.code !== code) return false;
  const first = lines.lineOf(before.start);
  const column = before.start - lines.startOf(first);
  const between = Array.from({ length: lines.lineOf(start) - first }, (_, n) =>
    lines.textOf(first + n + 1),
  );
  return between.every(
    (line) => line.trim() === "" || line.search(/\S/) >= column,
  );
}

function tooDeep({ start, source }: Lexeme, lines: Lines): Finding | null {
  const found = /\n[ \t]*(?=- )/.exec(source);
  if (found === null) return null;
  const dash = start + found.index + found[0].length;
  const line = lines.lineOf(start);
  const before = lines.textOf(line).slice(0, start - lines.startOf(line));
  const key = /([\w-]+): +$/.exec(before)?.[1];
  // A text ends before what is not set in deeper than its key, unless something above it is broken: that is told.
  const column = before.search(/[\w-]+: +$/);
  if (dash - lines.startOf(lines.lineOf(dash)) <= column) return null;
  const text = source.slice(0, found.index);
  return {
    code: "yaml/indentation",
    message:
      "this list item is indented too far, so it would become part of the text above",
    hint:
      key === undefined
        ? "align its dash with the other dashes; if it is part of the text, put the text in quotes"
        : `if the list is what belongs to ${named(key)}, delete ${named(text)}; if it is part of the text, put all of the text in quotes`,
    start: dash,
    end: dash + 1,
    note: {
      message: "the text starts here",
      start,
      end: start + source.length,
    },
  };
}
