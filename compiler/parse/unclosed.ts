import { wrongBeginning } from "./after-colon.ts";
import type { Finding } from "./finding.ts";
import type { Lexeme } from "./lexemes.ts";
import type { Lines } from "./lines.ts";
import { MAX_FINDINGS } from "./limits.ts";
import { openBracket } from "./open-bracket.ts";
import { endOfLine } from "./quoted.ts";
import type { Muted, Signs } from "./refused-signs.ts";

/** Quotes and brackets that do not pair up, and texts that go on after their closing quote or bracket. */
export function unclosed(lexemes: readonly Lexeme[], lines: Lines): Signs {
  const findings: Finding[] = [];
  const muted: Muted[] = [];
  const open: Lexeme[] = [];
  let silentUntil = -1;
  for (const [index, lexeme] of lexemes.entries()) {
    const told = pairUp({ lexemes, index, lexeme, lines, open });
    if (told === null || told.finding.start < silentUntil) continue;
    silentUntil = endOfLine(told.end, lines);
    findings.push(told.finding);
    muted.push({ start: told.finding.start, end: silentUntil });
    if (findings.length === MAX_FINDINGS) break;
  }
  const [outermost] = open;
  if (outermost !== undefined && outermost.start >= silentUntil) {
    findings.push(openBracket(outermost, lexemes, lines));
    muted.push({ start: outermost.start, end: Number.POSITIVE_INFINITY });
  }
  return { findings, muted };
}

interface At {
  readonly lexemes: readonly Lexeme[];
  readonly index: number;
  readonly lexeme: Lexeme;
  readonly lines: Lines;
  /** Brackets that are open before this lexeme; kept up to date. */
  readonly open: Lexeme[];
}

/** A finding, and the end of the text that it explains. */
interface Told {
  readonly finding: Finding;
  readonly end: number;
}

function pairUp(at: At): Told | null {
  const { lexeme, open } = at;
  const end = lexeme.start + lexeme.source.length;
  switch (lexeme.kind) {
    case "single-quoted-scalar":
    case "double-quoted-scalar":
      return told(quote(at), end);
    case "flow-seq-start":
    case "flow-map-start":
      open.push(lexeme);
      return null;
    case "flow-seq-end":
    case "flow-map-end":
      return told(bracket(open.pop(), at), end);
    case "flow-error-end": {
      const [outermost] = open.splice(0);
      return outermost === undefined
        ? null
        : told(openBracket(outermost, at.lexemes, at.lines), lexeme.start);
    }
    default:
      return null;
  }
}

function told(finding: Finding | null, end: number): Told | null {
  return finding === null ? null : { finding, end };
}

function isQuoted({ kind }: Lexeme): boolean {
  return kind === "single-quoted-scalar" || kind === "double-quoted-scalar";
}

function isClosed({ kind, source }: Lexeme): boolean {
  return kind === "single-quoted-scalar"
    ? /^'[^']*(?:''[^']*)*'$/.test(source)
    : /^"[^"\\]*(?:\\[^][^"\\]*)*"$/.test(source);
}

/** The text that follows on the same line; null when none does. */
function textAfter({ lexemes, index }: At): number | null {
  const next = lexemes[index + 1]?.kind === "space" ? index + 2 : index + 1;
  const lexeme = lexemes[next];
  if (lexeme === undefined) return null;
  return lexeme.kind === "plain" || isQuoted(lexeme) ? next : null;
}

function quote(at: At): Finding | null {
  const { lexemes, lexeme, lines, open } = at;
  const { start, source } = lexeme;
  const next = textAfter(at);
  if (!isClosed(lexeme) || (next !== null && source.includes("\n")))
    return {
      code: "yaml/unclosed-quote",
      message: "this quotation mark is never closed",
      hint: closingHint(source.slice(0, 1)),
      start,
      end: start + source.length,
    };
  const further = next === null ? undefined : lexemes[next];
  if (next === null || further === undefined) return null;
  const what = "text that continues after a closing quote";
  // As other programs separate lines.
  if (open.length === 0 && /^[,;]$/.test(further.source))
    return {
      code: "yaml/syntax",
      message: `there is a ${further.source} behind the closing quote`,
      hint: "delete it: the line ends with the quote",
      start: further.start,
      end: further.start + 1,
    };
  if (open.length === 0) return wrongBeginning(start, what, lines);
  const isNextItem =
    further.kind !== "plain" || lexemes[next + 1]?.kind === "map-value-ind";
  // Between brackets a comma may be missing instead.
  if (isNextItem) return null;
  return wrongBeginning(
    start,
    what,
    lines,
    further.start + further.source.length,
  );
}

function closingHint(sign: string): string {
  return sign === "'"
    ? "add ' at the end of the text; put text with an apostrophe in double quotes: \"it's\""
    : 'add " at the end of the text';
}

/** What is wrong with a closing bracket; null when it closes what it should and nothing follows. */
function bracket(opening: Lexeme | undefined, at: At): Finding | null {
  const { start, source } = at.lexeme;
  if (opening === undefined)
    return {
      code: "yaml/unclosed-bracket",
      message: `${source} has no matching opening bracket`,
      hint: `delete it; if ${source} is part of the text, put the text in quotes`,
      start,
      end: start + 1,
    };
  if (opening.source !== (source === "]" ? "[" : "{"))
    return {
      ...openBracket(opening, at.lexemes, at.lines),
      message: `${opening.source} is closed with ${source}`,
      hint: `write ${source === "]" ? "[" : "{"} in its place, or ${opening.source === "[" ? "]" : "}"} at the end`,
      note: { message: "closed here", start, end: start + 1 },
    };
  if (at.open.length > 0 || textAfter(at) === null) return null;
  const what = `text that starts with ${opening.source}`;
  return wrongBeginning(opening.start, what, at.lines);
}
