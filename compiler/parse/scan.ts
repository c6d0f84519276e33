/** A list or mapping that is open at this point of the text. */
interface Level {
  readonly column: number;
  readonly kind: "map" | "seq";
  entries: number;
}

/** A pass over a text that only asks whether everything in it is plain. */
export interface Scan {
  readonly text: string;
  at: number;
  readonly levels: Level[];
  /** What still waits for its value: a key or a dash, and its column. */
  open: { readonly column: number; readonly kind: "map" | "seq" } | null;
}

const KEY = /([A-Za-z_][\w./-]{0,99}):(?= |\n)/y;
const REFUSED_KEYS =
  /^(?:__proto__|constructor|prototype|null|Null|NULL|true|True|TRUE|false|False|FALSE)$/;

/** A text in quotes on one line, with the escapes that all parsers know. */
export const QUOTED =
  /"[^"\\\n]*(?:\\["\\/n][^"\\\n]*)*"|'[^'\n]*(?:''[^'\n]*)*'/y;

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
