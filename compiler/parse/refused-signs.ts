import type { CST } from "yaml";
import type { Finding } from "./finding.ts";
import { wrongBeginning } from "./after-colon.ts";
import { otherDash } from "./glued-text.ts";
import { MAX_FINDINGS } from "./limits.ts";
import type { Lexeme } from "./lexemes.ts";
import type { Lines } from "./lines.ts";
import { endOfLine, named, needsQuotes, quoted, restOfLine } from "./quoted.ts";
import { unindentedBlock } from "./unindented-block.ts";

/** A part of the text whose further errors are consequences. */
export interface Muted {
  readonly start: number;
  readonly end: number;
}

export interface Signs {
  readonly findings: readonly Finding[];
  readonly muted: readonly Muted[];
}

interface Place {
  readonly lexemes: readonly Lexeme[];
  readonly index: number;
  readonly lexeme: Lexeme;
  readonly lines: Lines;
  /** Names after `&` anywhere in the file. */
  readonly anchors: ReadonlySet<string>;
}

/**
 * What YAML can do and funnels may not: anchors, aliases, tags, directives, several documents; and texts that
 * begin with a sign of YAML by accident. Each of them silences what the parser says about the rest of its line.
 */
export function refusedSigns(
  lexemes: readonly Lexeme[],
  tokens: readonly CST.Token[],
  lines: Lines,
): Signs {
  const findings: Finding[] = [];
  const muted: Muted[] = [];
  const anchors = new Set(
    lexemes
      .filter(({ kind }) => kind === "anchor")
      .map(({ source }) => source.slice(1)),
  );
  let silentUntil = -1;
  for (const [index, lexeme] of lexemes.entries()) {
    if (lexeme.start < silentUntil) continue;
    const finding = findSign({ lexemes, index, lexeme, lines, anchors });
    if (finding === null) continue;
    findings.push(finding);
    silentUntil = endOfLine(lexeme.start, lines);
    muted.push({ start: lexeme.start, end: silentUntil });
    if (findings.length === MAX_FINDINGS) break;
  }
  return { findings: [...findings, ...secondDocument(tokens)], muted };
}

function findSign(place: Place): Finding | null {
  const { lexeme } = place;
  switch (lexeme.kind) {
    case "anchor":
      return anchor(place);
    case "alias":
      return alias(place);
    case "tag":
      return tag(place);
    case "directive-line":
      return directive(lexeme);
    case "flow-map-start":
      return variable(place);
    default:
      return null;
  }
}

function anchor(place: Place): Finding {
  const { lexeme } = place;
  return {
    code: "yaml/anchor",
    message: `${named(lexeme.source)} is an anchor, and anchors are not allowed`,
    hint: `write out the value wherever it is needed${isText(place) ? `; if & is part of the text, put the text in quotes: ${quoted(textBehind(place))}` : ""}`,
    start: lexeme.start,
    end: lexeme.start + lexeme.source.length,
  };
}

/** Whether a sign can be meant as one of a text: before a bracket it is not. */
function isText({ lexemes, index }: Place): boolean {
  const next = lexemes.slice(index + 1).find(({ kind }) => kind !== "space");
  return !/^flow-\w+-start$/.test(next?.kind ?? "");
}

/** A text that begins with a sign: between braces and brackets it ends before theirs. */
function textBehind({ lexemes, index, lexeme, lines }: Place): string {
  const rest = restOfLine(lexeme.start, lines);
  const text = lexemes.slice(index + 1).find(({ kind }) => kind !== "space");
  if (text?.kind !== "plain") return rest;
  return rest.slice(0, text.start + text.source.length - lexeme.start);
}

function alias(place: Place): Finding {
  const { lexeme, lines, anchors } = place;
  if (anchors.has(lexeme.source.slice(1)))
    return {
      code: "yaml/alias",
      message: `${named(lexeme.source)} refers to an anchor, and anchors are not allowed`,
      hint: "write out the value here",
      start: lexeme.start,
      end: lexeme.start + lexeme.source.length,
    };
  const what = "text that starts with *";
  return (
    unindentedBlock(lexeme.start, lines) ??
    otherDash(lexeme, lines) ??
    wrongBeginning(lexeme.start, what, lines, endOfItem(place))
  );
}

function tag(place: Place): Finding {
  const { lexeme } = place;
  return {
    code: "yaml/tag",
    message: `${named(lexeme.source)} is a tag, and tags are not allowed`,
    hint: `remove it; if ! is part of the text, put the text in quotes: ${quoted(textBehind(place))}`,
    start: lexeme.start,
    end: lexeme.start + lexeme.source.length,
  };
}

function directive({ start, source }: Lexeme): Finding {
  return {
    code: "yaml/directive",
    message: `${named(source)} is a directive, and directives are not allowed`,
    hint: "delete the line",
    start,
    end: start + source.length,
  };
}

/**
 * `{{ name }}` at the start of an unquoted text, or anywhere in one between brackets, is a mapping in a mapping for YAML;
 * `{name}` behind a text between brackets is one, too.
 */
function variable(place: Place): Finding | null {
  const { lexemes, index, lexeme, lines } = place;
  const [next, behind] = lexemes
    .slice(index + 1, index + 5)
    .filter(({ kind }) => kind !== "space");
  const before = lexemes
    .slice(0, index)
    .findLast(({ kind }) => kind !== "space");
  const end = endOfItem(place);
  if (
    before?.kind === "plain" &&
    next?.kind === "plain" &&
    behind?.kind === "flow-map-end" &&
    openBracket(lexemes.slice(0, index)) !== undefined
  )
    return needsQuotes(
      before.start,
      "text with { between brackets",
      lines,
      end,
    );
  if (next?.kind !== "flow-map-start" || next.start !== lexeme.start + 1)
    return null;
  return before?.kind === "plain"
    ? needsQuotes(before.start, "text with {{ between brackets", lines, end)
    : wrongBeginning(lexeme.start, "text that starts with {{", lines, end);
}

/**
 * Where a text ends that begins or goes on at a sign: between brackets at theirs, or at a comma; between braces at the
 * comma before another key. Infinity where the whole line is its own.
 */
export function endOfItem({
  lexemes,
  index,
}: Pick<Place, "lexemes" | "index">): number {
  const holder = openBracket(lexemes.slice(0, index));
  if (holder === undefined) return Number.POSITIVE_INFINITY;
  let depth = 0;
  let end = 0;
  for (const [i, { kind, start, source }] of lexemes.entries()) {
    if (i < index || kind === "space") continue;
    if (kind === "newline" || kind === "comment") break;
    if (OPENING.test(kind)) depth += 1;
    if (CLOSING.test(kind)) depth -= 1;
    if (depth < 0) break;
    if (kind !== "comma" || depth > 0) end = start + source.length;
    else if (holder === "flow-seq-start" || !isProse(lexemes.slice(i + 1)))
      break;
  }
  return end;
}

const OPENING = /^flow-(?:map|seq)-start$/;
const CLOSING = /^flow-(?:map|seq)-end$/;

/** The innermost bracket that is not closed. */
function openBracket(lexemes: readonly Lexeme[]): string | undefined {
  const open: string[] = [];
  for (const { kind } of lexemes)
    if (OPENING.test(kind)) open.push(kind);
    else if (CLOSING.test(kind)) open.pop();
  return open.at(-1);
}

/** Whether what follows a comma between braces is no key. */
function isProse(lexemes: readonly Lexeme[]): boolean {
  const [first, second] = lexemes.filter(({ kind }) => kind !== "space");
  return first?.kind === "plain" && second?.kind !== "map-value-ind";
}

function secondDocument(tokens: readonly CST.Token[]): Finding[] {
  const second = tokens.filter(({ type }) => type === "document")[1];
  if (second === undefined) return [];
  return [
    {
      code: "yaml/several-documents",
      message: "a second document starts here, but a file can hold only one",
      hint: "delete the line `---` or `...`, or move everything after it to another file",
      start: second.offset,
      end: second.offset + 3,
    },
  ];
}
