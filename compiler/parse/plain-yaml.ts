import { MAX_DEPTH, MAX_ENTRIES, MAX_TOKENS } from "./limits.ts";
import { skipFlow } from "./plain-flow.ts";
import {
  QUOTED,
  skip,
  skipKey,
  skipSpaces,
  spacesAt,
  type Scan,
} from "./scan.ts";

const LF = 10;
const SPACE = 32;
const HASH = 35;
const DASH = 45;

// Everything but printable text: tabs, CR, controls, U+2028/9, lone surrogates, U+FFFD, byte-order marks.
const UNUSUAL =
  /[^\n\x20-\x7e\u00a0-\u2027\u202f-\ud7ff\ue000-\ufefe\uff00-\ufffc\u{10000}-\u{10ffff}]/u;
const PLAIN_START = /[^\s\-?:,[\]{}#&*!|>'"%@`~=<]|-(?=[\w.])/y;
const PLAIN_REST = /[^\n:#]*(?:(?::(?![ \n])|(?<! )#)[^\n:#]*)*/y;
const BLOCK_HEADER = /[|>][+-]?\n/y;

/**
 * True when the text keeps to the part of YAML about which all parsers agree: block mappings and lists with
 * sound indentation, one-line quotes, plain and block text, flow lists and mappings; no anchors, tags,
 * comments in flow, odd keys or empty values. One pass, linear; when in doubt, false.
 */
export function isPlainYaml(text: string): boolean {
  // Every token has a character at least.
  if (text.length > MAX_TOKENS || !text.endsWith("\n")) return false;
  if (UNUSUAL.test(text)) return false;
  const at = text.startsWith("---\n") ? 4 : 0;
  const scan: Scan = { text, at, levels: [], open: null };
  while (scan.at < text.length) {
    const column = spacesAt(text, scan.at);
    const first = text.charCodeAt(scan.at + column);
    scan.at += column;
    if (first === LF) scan.at += 1;
    else if (first === HASH) scan.at = nextLine(text, scan.at);
    else if (!readLine(scan, column)) return false;
  }
  return scan.open === null && scan.levels.length > 0;
}

function nextLine(text: string, from: number): number {
  return text.indexOf("\n", from) + 1;
}

function isDash(scan: Scan): boolean {
  if (scan.text.charCodeAt(scan.at) !== DASH) return false;
  const next = scan.text.charCodeAt(scan.at + 1);
  return next === SPACE || next === LF;
}

/** A line of content that starts at `column`: dashes, a key, a value, in this order. */
function readLine(scan: Scan, start: number): boolean {
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
  if (skipKey(scan)) {
    if (column !== start && !push(scan, column, "map")) return false;
    return count(scan) && readKeyValue(scan, column);
  }
  scan.at = atKey;
  return parent !== -1 && readValue(scan, parent);
}

function readKeyValue(scan: Scan, column: number): boolean {
  skipSpaces(scan);
  if (!endsWithoutValue(scan)) return readValue(scan, column);
  scan.open = { column, kind: "map" };
  return true;
}

/** Moves to the next line when nothing but a comment follows. `#fff` without a space may be meant as a value. */
function endsWithoutValue(scan: Scan): boolean {
  const { text, at } = scan;
  const isComment =
    text.charCodeAt(at) === HASH && text.charCodeAt(at + 1) === SPACE;
  if (text.charCodeAt(at) !== LF && !isComment) return false;
  scan.at = nextLine(text, at);
  return true;
}

/** Closes what ends before `column`, and checks that what stands there fits into what is open. */
function enter(scan: Scan, column: number, kind: "map" | "seq"): boolean {
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

function push(scan: Scan, column: number, kind: "map" | "seq"): boolean {
  scan.levels.push({ column, kind, entries: 0 });
  return scan.levels.length < MAX_DEPTH / 2;
}

function count(scan: Scan): boolean {
  const top = scan.levels.at(-1);
  if (top === undefined) return false;
  top.entries += 1;
  return top.entries <= MAX_ENTRIES;
}

/** A value whose further lines, if any, are indented deeper than `parent`. */
function readValue(scan: Scan, parent: number): boolean {
  switch (scan.text[scan.at]) {
    case '"':
    case "'":
      return skip(scan, QUOTED) && endLine(scan);
    case "[":
    case "{":
      return skipFlow(scan, parent, MAX_DEPTH / 2) && endLine(scan);
    case "|":
    case ">":
      return skip(scan, BLOCK_HEADER) && readBlockText(scan, parent);
    default:
      return readPlain(scan, parent);
  }
}

function endLine(scan: Scan): boolean {
  const spaces = skipSpaces(scan);
  const next = scan.text.charCodeAt(scan.at);
  if (next !== LF && (next !== HASH || spaces === 0)) return false;
  scan.at = nextLine(scan.text, scan.at);
  return true;
}

function readPlain(scan: Scan, parent: number): boolean {
  const { text } = scan;
  for (;;) {
    if (!skip(scan, PLAIN_START)) return false;
    skip(scan, PLAIN_REST);
    const end = text.charCodeAt(scan.at);
    scan.at = nextLine(text, scan.at);
    if (end === HASH) return true;
    if (end !== LF) return false;
    const next = nextFilledLine(text, scan.at);
    const column = spacesAt(text, next);
    if (column <= parent || text.charCodeAt(next + column) === HASH)
      return true;
    scan.at = next + column;
    if (scan.at >= text.length) return true;
  }
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
function readBlockText(scan: Scan, parent: number): boolean {
  const { text } = scan;
  let own = -1;
  while (scan.at < text.length) {
    const column = spacesAt(text, scan.at);
    const isBlank = text.charCodeAt(scan.at + column) === LF;
    if (isBlank && column > 0) return false;
    if (!isBlank && own === -1) own = column;
    if (!isBlank && (column < own || column <= parent)) break;
    scan.at = nextLine(text, scan.at);
  }
  return own > parent;
}
