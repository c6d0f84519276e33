import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { placeOf } from "../parse/place.ts";

/**
 * An entry of a list or a mapping as it is written: from its leading comment lines, where it begins a line, to its
 * trailing comment. Offsets, the end exclusive; the line break behind it is not its own.
 */
export interface Entry {
  readonly start: number;
  readonly end: number;
  /** Where the entry itself begins: at its dash, its key or its value. */
  readonly at: number;
  /** Whether it begins a line; the first key of a list item stands behind a dash. */
  readonly beginsLine: boolean;
}

export interface Collection {
  readonly form: "block" | "flow";
  readonly kind: "list" | "mapping";
  readonly entries: readonly Entry[];
  /** How far its entries are indented, where it is a block. */
  readonly column: number;
}

/** How a list or a mapping is written; null where its entries cannot be told apart by their lines. */
export function collectionOf(
  text: string,
  node: YAMLMap | YAMLSeq,
): Collection | null {
  const kind = isSeq(node) ? "list" : "mapping";
  const places = node.items.map((item) => entryPlace(item));
  if (node.flow === true)
    return {
      form: "flow",
      kind,
      column: 0,
      entries: places.map(({ start, end }) => ({
        start,
        end,
        at: start,
        beginsLine: false,
      })),
    };
  const dashed = places.map(({ start, end }) => ({
    at: isSeq(node) ? dashBefore(text, start) : start,
    end,
  }));
  const [first] = dashed;
  if (first === undefined || dashed.some(({ at }) => at === -1)) return null;
  const column = first.at - lineStart(text, first.at);
  const entries = dashed.map(({ at, end }) =>
    blockEntry(text, at, end, column),
  );
  // Entries that share a line are no lines of their own.
  const isApart = entries.every(
    ({ start }, i) => start > (entries[i - 1]?.end ?? -1),
  );
  return isApart ? { form: "block", kind, column, entries } : null;
}

/** From the key of a pair to the end of its value; of an item, its own place. */
function entryPlace(item: unknown): { start: number; end: number } {
  if (!isPair(item)) return placeOf(item);
  const { start, end } = placeOf(item.key);
  const value = placeOf(item.value);
  const isEmpty = isScalar(item.value) && value.start === value.end;
  return {
    start,
    // An empty value stands behind its colon.
    end:
      isEmpty || item.value === null ? Math.max(end + 1, value.end) : value.end,
  };
}

/** The dash of a list item; -1 where something stands between. */
function dashBefore(text: string, start: number): number {
  const at = text.lastIndexOf("-", start - 1);
  return at !== -1 && /^-\s+$/.test(text.slice(at, start)) ? at : -1;
}

function blockEntry(
  text: string,
  at: number,
  valueEnd: number,
  column: number,
): Entry {
  const begin = lineStart(text, at);
  const beginsLine = text.slice(begin, at).trim() === "";
  const last = at + text.slice(at, valueEnd).trimEnd().length;
  return {
    start: beginsLine ? leadingStart(text, begin, column) : at,
    end: withDeeperComments(text, lineEnd(text, last), column),
    at,
    beginsLine,
  };
}

/** With the comment lines straight above that are indented like the entry. */
function leadingStart(text: string, begin: number, column: number): number {
  let start = begin;
  while (start > 0) {
    const above = lineStart(text, start - 1);
    const line = text.slice(above, start);
    if (!/^ *#/.test(line) || line.search(/#/) !== column) return start;
    start = above;
  }
  return start;
}

/** With the comment lines below that belong to what is inside. */
function withDeeperComments(text: string, end: number, column: number): number {
  let last = end;
  for (;;) {
    const below = text.indexOf("\n", last) + 1;
    if (below === 0) return last;
    const stop = lineEnd(text, below);
    const line = text.slice(below, stop);
    if (!/^ *#/.test(line) || line.search(/#/) <= column) return last;
    last = stop;
  }
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The end of a line without its line break. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  const end = newline === -1 ? text.length : newline;
  return text[end - 1] === "\r" ? end - 1 : end;
}

/** The node at a path; undefined where there is none. */
export function nodeAt(
  root: unknown,
  path: readonly (string | number)[],
): unknown {
  return path.reduce<unknown>((node, step) => {
    if (isSeq(node)) return node.items[Number(step)];
    if (!isMap(node)) return undefined;
    return node.items.find(
      (pair) => isScalar(pair.key) && String(pair.key.value) === String(step),
    )?.value;
  }, root);
}
