import type { OutlineKey, OutlineNode } from "./outline.ts";

/** A list or mapping that is open at this point of the text. */
interface Level {
  readonly column: number;
  readonly kind: "map" | "seq";
  entries: number;
  /** Its part of the outline; null where none is made. */
  readonly node: OutlineNode | null;
}

/** A pass over a text that asks whether everything in it is plain, and may note where it stands. */
export interface Scan {
  readonly text: string;
  at: number;
  readonly levels: Level[];
  /** What still waits for its value: a key or a dash, and its column. */
  open: { readonly column: number; readonly kind: "map" | "seq" } | null;
  /** Null where nobody asks where anything stands. */
  readonly outline: Outline | null;
}

/** What was noted so far: the whole, and the key whose value comes next. */
interface Outline {
  root: OutlineNode | null;
  key: OutlineKey | null;
}

const KEY = /([A-Za-z_][\w./-]{0,99}):(?= |\n)/y;
const REFUSED_KEYS =
  /^(?:__proto__|constructor|prototype|null|Null|NULL|true|True|TRUE|false|False|FALSE)$/;

/** A text in quotes on one line, with the escapes that all parsers know. */
export const QUOTED =
  /"[^"\\\n]*(?:\\["\\/n_][^"\\\n]*)*"|'[^'\n]*(?:''[^'\n]*)*'/y;

/** Moves past a match of a sticky expression at the scan's position; false when there is none. */
export function skip(scan: Scan, pattern: RegExp): boolean {
  pattern.lastIndex = scan.at;
  if (!pattern.test(scan.text)) return false;
  scan.at = pattern.lastIndex;
  return true;
}

/** Moves past `key:`; false when no key is there that every parser takes for a text. */
export function skipKey(scan: Scan): boolean {
  const start = scan.at;
  if (!skip(scan, KEY)) return false;
  return !REFUSED_KEYS.test(scan.text.slice(start, scan.at - 1));
}

/** Moves past spaces and returns how many there were. */
export function skipSpaces(scan: Scan): number {
  const count = spacesAt(scan.text, scan.at);
  scan.at += count;
  return count;
}

export function spacesAt(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32) at += 1;
  return at - from;
}

/** Notes a key that ends before its colon, which the scan has just passed. */
export function noteKey(scan: Scan, start: number): void {
  if (scan.outline === null) return;
  const end = scan.at - 1;
  scan.outline.key = { name: scan.text.slice(start, end), start, end };
}

/** Notes a list or mapping without brackets, in what is open. */
export function noteBlock(
  scan: Scan,
  kind: "map" | "seq",
  start: number,
): OutlineNode | null {
  if (scan.outline === null) return null;
  const node: OutlineNode = {
    // Only the first line of it will be asked for.
    ...scalarNode(start, scan.text.length),
    kind,
    isBlock: true,
  };
  noteIn(scan.outline, scan.levels, node);
  return node;
}

/** Notes a value, in what is open. */
export function noteValue(scan: Scan, value: OutlineNode): void {
  if (scan.outline !== null) noteIn(scan.outline, scan.levels, value);
}

function noteIn(
  outline: Outline,
  levels: readonly Level[],
  value: OutlineNode,
): void {
  const parent = levels.at(-1)?.node ?? null;
  if (parent === null) outline.root = value;
  else {
    const key = parent.kind === "map" ? outline.key : null;
    parent.entries.push({ key, value });
  }
}

/** A scalar from `start` to `end`. */
export function scalarNode(start: number, end: number): OutlineNode {
  return {
    start,
    end,
    kind: "scalar",
    isBlock: false,
    isEmpty: false,
    entries: [],
  };
}
