import { catalogue } from "../diagnostics/catalogue.ts";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { linesOf } from "../parse/lines.ts";
import type { Source } from "../parse/source.ts";
import type { SourceRule } from "./rule.ts";

const COMMENT =
  /(?:^|[ \t])#[ \t]*funnels-ignore[ \t]+([\w-]+\/[\w-]+)(?:[ \t]*:[ \t]*(\S.*?))?[ \t]*\r?$/gm;
/** The same without the code of anything. */
const WITHOUT_CODE =
  /(?:^|[ \t])#[ \t]*funnels-ignore(?![\w-])(?![ \t]+[\w-]+\/[\w-]+)[^\n\r]*/gm;
/** A comment that is alone on its line. */
const ALONE = /^[ \t]*#/;

/**
 * `# funnels-ignore text/tag: we mean it` excuses warnings of that code on its line, or on the next one that is no
 * comment. Each is a finding itself, which goes with what it excuses.
 */
export const excuses: SourceRule = (source) => {
  if (!source.text.includes("funnels-ignore")) return [];
  const lines = linesOf(source.file, source.text);
  const placeOf = ({ 0: whole, index }: RegExpExecArray) =>
    lines.firstLine(index + whole.indexOf("#"), index + whole.length);
  const nameless = [...source.text.matchAll(WITHOUT_CODE)].map((match) =>
    diagnose("ignore/no-code", placeOf(match), {}),
  );
  const named = [...source.text.matchAll(COMMENT)].map((match): Diagnostic => {
    const [, code = "", reason] = match;
    const at = placeOf(match);
    const severity = severityOf(code);
    if (!isAdjustable(severity))
      return diagnose("ignore/not-allowed", at, {
        code,
        known: severity === null ? adjustable() : [],
      });
    if (reason === undefined) return diagnose("ignore/no-reason", at, { code });
    const line = targetOf(source, at.line);
    return {
      ...diagnose("ignore/unused", at, { code }),
      excuses: { code, line },
    };
  });
  return [...nameless, ...named];
};

function targetOf({ file, text }: Source, line: number): number {
  const lines = linesOf(file, text);
  let target = line;
  while (target < lines.count && ALONE.test(lines.textOf(target))) target += 1;
  return target;
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
        one.at.line === comment.excuses.line
      ) {
        gone.add(one);
        gone.add(comment);
      }
  return found.filter((one) => !gone.has(one));
}
