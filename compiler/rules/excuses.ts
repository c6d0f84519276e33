import { catalogue } from "../diagnostics/catalogue.ts";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { readTokens, type Lexeme } from "../parse/lexemes.ts";
import { linesOf, type Lines } from "../parse/lines.ts";
import type { SourceRule } from "./rule.ts";

/** An excuse in a comment, with the code of what it excuses and the reason. */
const EXCUSE =
  /(?:^|[ \t])#[ \t]*funnels-ignore[ \t]+([\w-]+\/[\w-]+)(?:[ \t]*:[ \t]*(\S.*?))?[ \t]*\r?$/;
/** The same without the code of anything. */
const WITHOUT_CODE =
  /(?:^|[ \t])#[ \t]*funnels-ignore(?![\w-])(?![ \t]+[\w-]+\/[\w-]+)/;
/** A comment that is alone on its line. */
const ALONE = /^[ \t]*#/;

/**
 * `# funnels-ignore text/tag: we mean it` excuses warnings of that code on its line, or on the next one that is no
 * comment; of a text that begins there with `|` or `>`, on all its lines. Each is a finding itself, which goes with
 * what it excuses.
 */
export const excuses: SourceRule = ({ file, text }) => {
  if (!text.includes("funnels-ignore")) return [];
  const gate = readTokens(text);
  if (gate.kind === "closed") return [];
  const { lexemes } = gate;
  const lines = linesOf(file, text);
  return lexemes.flatMap(({ kind, start, source }): Diagnostic[] => {
    if (kind !== "comment") return [];
    const placeOf = ({ 0: whole, index }: RegExpExecArray) =>
      lines.firstLine(
        start + index + whole.indexOf("#"),
        start + source.length,
      );
    const nameless = WITHOUT_CODE.exec(source);
    if (nameless !== null)
      return [diagnose("ignore/no-code", placeOf(nameless), {})];
    const match = EXCUSE.exec(source);
    if (match === null) return [];
    const [, code = "", reason] = match;
    const at = placeOf(match);
    const severity = severityOf(code);
    if (!isAdjustable(severity)) {
      const known = severity === null ? adjustable() : [];
      return [diagnose("ignore/not-allowed", at, { code, known })];
    }
    if (reason === undefined)
      return [diagnose("ignore/no-reason", at, { code })];
    const first = targetOf(lines, at.line);
    const last = lastLineOf(first, lexemes, lines);
    const unused = diagnose("ignore/unused", at, { code });
    return [{ ...unused, excuses: { code, first, last } }];
  });
};

function targetOf(lines: Lines, line: number): number {
  let target = line;
  while (target < lines.count && ALONE.test(lines.textOf(target))) target += 1;
  return target;
}

/** The last line of the text that begins on a line with `|` or `>`; the line itself where none does. */
function lastLineOf(
  line: number,
  lexemes: readonly Lexeme[],
  lines: Lines,
): number {
  const header = lexemes.findIndex(
    ({ kind, start }) =>
      kind === "block-scalar-header" && lines.lineOf(start) === line,
  );
  const block = lexemes.find(
    ({ kind }, i) => header !== -1 && i > header && kind === "block-text",
  );
  return block === undefined
    ? line
    : lines.lineOf(block.start + block.source.length - 1);
}

/** How bad findings of a code are as they come; null for a code that is none. */
export function severityOf(code: string): string | null {
  const entries = new Map(Object.entries(catalogue));
  return entries.get(code)?.severity ?? null;
}

/** The codes that are a matter of taste. */
export function adjustable(): string[] {
  return Object.entries(catalogue).flatMap(([code, { severity }]) =>
    isAdjustable(severity) && !code.startsWith("ignore/") ? [code] : [],
  );
}

/** Whether findings of this severity can be excused, or be as bad as a site says. */
export function isAdjustable(severity: string | null): boolean {
  return severity === "warning" || severity === "info";
}

/** Findings without those that a comment excuses, and without the comments that excuse some. */
export function withoutExcused(found: readonly Diagnostic[]): Diagnostic[] {
  const comments = found.filter(
    ({ excuses: excused }) => excused !== undefined,
  );
  if (comments.length === 0) return [...found];
  const gone = new Set<Diagnostic>();
  for (const comment of comments)
    for (const one of found)
      if (
        one.at.file === comment.at.file &&
        one.code === comment.excuses?.code &&
        one.at.line >= comment.excuses.first &&
        one.at.line <= comment.excuses.last
      ) {
        gone.add(one);
        gone.add(comment);
      }
  return found.filter((one) => !gone.has(one));
}
