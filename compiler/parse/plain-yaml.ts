import { MAX_DEPTH, MAX_ENTRIES, MAX_TOKENS } from "./limits.ts";
import { skipFlow } from "./plain-flow.ts";
import {
  type Builder,
  type Kind,
  put,
  QUOTED,
  readKey,
  skip,
  skipSpaces,
  spacesAt,
  type Scan,
} from "./scan.ts";

const LF = 10;
const SPACE = 32;
const HASH = 35;
const DASH = 45;
const PLUS = 43;

// Everything but printable text: tabs, CR, controls, U+200B, U+2028/9, U+2060, lone surrogates, U+FFFD, byte-order marks.
const UNUSUAL =
  /[^\n\x20-\x7e\u00a0-\u200a\u200c-\u2027\u202f-\u205f\u2061-\ud7ff\ue000-\ufefe\uff00-\ufffc\u{10000}-\u{10ffff}]/u;
const PLAIN_START = /[^\s\-?:,[\]{}#&*!|>'"%@`~=<]|-(?=[\w.])/y;
const PLAIN_REST = /[^\n:#]*(?:(?::(?![ \n])|(?<! )#)[^\n:#]*)*/y;
const BLOCK_HEADER = /[|>][+-]?\n/y;

/**
 * What a builder makes of a text that keeps to the part of YAML about which all parsers agree: block mappings and lists
 * with sound indentation, one-line quotes, plain and block text, flow lists and mappings; no anchors, tags, comments in
 * flow, odd keys or empty values. One pass, linear; when in doubt, null.
 */
export function scanPlain<T>(text: string, builder: Builder<T>): T | null {
  // Every token has a character at least.
  if (text.length > MAX_TOKENS || !text.endsWith("\n")) return null;
  if (UNUSUAL.test(text)) return null;
  const at = text.startsWith("---\n") ? 4 : 0;
  const scan: Scan<T> = {
    text,
    at,
    levels: [],
    open: null,
    key: null,
    builder,
  };
  while (scan.at < text.length) {
    const column = spacesAt(text, scan.at);
    const first = text.charCodeAt(scan.at + column);
    scan.at += column;
    if (first === LF) scan.at += 1;
    else if (first === HASH) scan.at = nextLine(text, scan.at);
    else if (!readLine(scan, column)) return null;
  }
  const [root] = scan.levels;
  return scan.open === null && root !== undefined ? root.value : null;
}

function nextLine(text: string, from: number): number {
  return text.indexOf("\n", from) + 1;
}

function isDash(scan: Scan<unknown>): boolean {
  if (scan.text.charCodeAt(scan.at) !== DASH) return false;
  const next = scan.text.charCodeAt(scan.at + 1);
  return next === SPACE || next === LF;
}

/** A line of content that starts at `column`: dashes, a key, a value, in this order. */
function readLine<T>(scan: Scan<T>, start: number): boolean {
  if (!enter(scan, start, isDash(scan) ? "seq" : "map")) return false;
  let column = start;
  let parent = -1;
  while (isDash(scan)) {
    if (column !== start && !push(scan, column, "seq")) return false;
    count(scan);
    scan.at += 1;
    parent = column;
    column += 1 + skipSpaces(scan);
    if (endsWithoutValue(scan)) {
      scan.open = { column: parent, kind: "seq" };
      return true;
    }
  }
  const atKey = scan.at;
  const key = readKey(scan);
  if (key !== null) {
    if (column !== start && !push(scan, column, "map", atKey)) return false;
    scan.key = key;
    return count(scan) && readKeyValue(scan, column);
  }
  scan.at = atKey;
  return parent !== -1 && readValue(scan, parent);
}

function readKeyValue<T>(scan: Scan<T>, column: number): boolean {
  skipSpaces(scan);
  if (!endsWithoutValue(scan)) return readValue(scan, column);
  scan.open = { column, kind: "map" };
  return true;
}

/** Moves to the next line when nothing but a comment follows. `#fff` without a space may be meant as a value. */
function endsWithoutValue(scan: Scan<unknown>): boolean {
  const { text, at } = scan;
  const isComment =
    text.charCodeAt(at) === HASH && text.charCodeAt(at + 1) === SPACE;
  if (text.charCodeAt(at) !== LF && !isComment) return false;
  scan.at = nextLine(text, at);
  return true;
}

/** Closes what ends before `column`, and checks that what stands there fits into what is open. */
function enter<T>(scan: Scan<T>, column: number, kind: Kind): boolean {
  const { open, levels } = scan;
  if (open !== null) {
    scan.open = null;
    const besideKey =
      column === open.column && open.kind === "map" && kind === "seq";
    return (column > open.column || besideKey) && push(scan, column, kind);
  }
  if (levels.length === 0)
    return column === 0 && kind === "map" && push(scan, column, kind);
  while ((levels.at(-1)?.column ?? -1) > column) levels.pop();
  // A list may stand right under its key, without further indentation.
  if (levels.at(-1)?.kind === "seq" && kind === "map") levels.pop();
  const top = levels.at(-1);
  return top?.column === column && top.kind === kind;
}

function push<T>(
  scan: Scan<T>,
  column: number,
  kind: Kind,
  start = scan.at,
): boolean {
  const value = scan.builder.collection(kind, start, true);
  put(scan, value);
  scan.levels.push({ column, kind, entries: 0, value });
  return scan.levels.length < MAX_DEPTH / 2;
}

function count(scan: Scan<unknown>): boolean {
  const top = scan.levels.at(-1);
  if (top === undefined) return false;
  top.entries += 1;
  return top.entries <= MAX_ENTRIES;
}

/** A value whose further lines, if any, are indented deeper than `parent`. */
function readValue<T>(scan: Scan<T>, parent: number): boolean {
  const start = scan.at;
  switch (scan.text[start]) {
    case '"':
    case "'":
      return skip(scan, QUOTED) && putText(scan, start) && endLine(scan);
    case "[":
    case "{":
      return skipFlow(scan, parent, MAX_DEPTH / 2) && endLine(scan);
    case "|":
    case ">":
      return skip(scan, BLOCK_HEADER) && readBlockText(scan, parent, start);
    default:
      return readPlain(scan, parent);
  }
}

/** Puts a text that ends here into what is open. */
function putText<T>(scan: Scan<T>, start: number, end = scan.at): true {
  put(scan, scan.builder.scalar(start, end));
  return true;
}

function endLine(scan: Scan<unknown>): boolean {
  const spaces = skipSpaces(scan);
  const next = scan.text.charCodeAt(scan.at);
  if (next !== LF && (next !== HASH || spaces === 0)) return false;
  scan.at = nextLine(scan.text, scan.at);
  return true;
}

function readPlain<T>(scan: Scan<T>, parent: number): boolean {
  const { text } = scan;
  const start = scan.at;
  for (;;) {
    if (!skip(scan, PLAIN_START)) return false;
    skip(scan, PLAIN_REST);
    const end = scan.at;
    const sign = text.charCodeAt(end);
    scan.at = nextLine(text, end);
    if (sign !== HASH && sign !== LF) return false;
    const next = nextFilledLine(text, scan.at);
    const column = spacesAt(text, next);
    const first = text.charCodeAt(next + column);
    const isLast = sign === HASH || column <= parent || first === HASH;
    if (isLast || next + column >= text.length)
      return putText(scan, start, trimmed(text, end));
    scan.at = next + column;
  }
}

/** Without the spaces before this offset. */
function trimmed(text: string, end: number): number {
  let at = end;
  while (text.charCodeAt(at - 1) === SPACE) at -= 1;
  return at;
}

/** Start of the first line from `from` on that holds more than spaces. */
function nextFilledLine(text: string, from: number): number {
  let at = from;
  for (;;) {
    const end = at + spacesAt(text, at);
    if (text.charCodeAt(end) !== LF) return at;
    at = end + 1;
  }
}

/** The lines of a `|` or `>` text; lines of nothing but spaces are left to the exact parser. */
function readBlockText<T>(
  scan: Scan<T>,
  parent: number,
  start: number,
): boolean {
  const { text } = scan;
  const isKept = text.charCodeAt(start + 1) === PLUS;
  let own = -1;
  let end = scan.at;
  while (scan.at < text.length) {
    const column = spacesAt(text, scan.at);
    const isBlank = text.charCodeAt(scan.at + column) === LF;
    if (isBlank && column > 0) return false;
    if (!isBlank && own === -1) own = column;
    if (!isBlank && (column < own || column <= parent)) break;
    scan.at = nextLine(text, scan.at);
    if (!isBlank || isKept) end = scan.at;
  }
  return own > parent && putText(scan, start, end);
}
