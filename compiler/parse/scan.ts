export type Kind = "map" | "seq";

/** What a pass over a text makes of what it comes by: the data, or an outline of where everything stands. */
export interface Builder<T> {
  /** A list or mapping that begins at an offset, still empty. */
  collection(kind: Kind, start: number, isBlock: boolean): T;
  /** What is written from `start` to `end`. */
  scalar(start: number, end: number): T;
  /** Puts a value into a list, or into a mapping under a key. */
  add(into: T, key: Key | null, value: T): void;
  /** Says where the closing bracket of a list or mapping stands. */
  close(collection: T, end: number): void;
}

/** A key, and where it is written. */
export interface Key {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A list or mapping that is open at this point of the text. */
interface Level<T> {
  readonly column: number;
  readonly kind: Kind;
  entries: number;
  readonly value: T;
}

/** A pass over a text that asks whether everything in it is plain, and builds something of it. */
export interface Scan<T> {
  readonly text: string;
  at: number;
  readonly levels: Level<T>[];
  /** What still waits for its value: a key or a dash, and its column. */
  open: { readonly column: number; readonly kind: Kind } | null;
  /** The key whose value comes next. */
  key: Key | null;
  readonly builder: Builder<T>;
}

/** The same of something that is only moved along. */
type Position = Pick<Scan<unknown>, "text" | "at">;

const KEY = /([A-Za-z_][\w./-]{0,99}):(?= |\n)/y;
const REFUSED_KEYS: ReadonlySet<string> = new Set(
  "__proto__ constructor prototype null Null NULL true True TRUE false False FALSE".split(
    " ",
  ),
);

/** A text in quotes on one line, with the escapes that all parsers know. */
export const QUOTED =
  /"[^"\\\n]*(?:\\["\\/n_][^"\\\n]*)*"|'[^'\n]*(?:''[^'\n]*)*'/y;

/** Moves past a match of a sticky expression at the scan's position; false when there is none. */
export function skip(scan: Position, pattern: RegExp): boolean {
  pattern.lastIndex = scan.at;
  if (!pattern.test(scan.text)) return false;
  scan.at = pattern.lastIndex;
  return true;
}

/** Moves past `key:`; null when no key is there that every parser takes for a text. */
export function readKey(scan: Position): Key | null {
  const start = scan.at;
  if (!skip(scan, KEY)) return null;
  const end = scan.at - 1;
  const name = scan.text.slice(start, end);
  return REFUSED_KEYS.has(name) ? null : { name, start, end };
}

/** Moves past spaces and returns how many there were. */
export function skipSpaces(scan: Position): number {
  const count = spacesAt(scan.text, scan.at);
  scan.at += count;
  return count;
}

export function spacesAt(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32) at += 1;
  return at - from;
}

/** Puts a value into what is open. */
export function put<T>({ levels, key, builder }: Scan<T>, value: T): void {
  const parent = levels.at(-1);
  if (parent !== undefined)
    builder.add(parent.value, parent.kind === "map" ? key : null, value);
}
