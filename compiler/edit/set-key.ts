import { isMap, isPair, isScalar, isSeq, type Pair, type YAMLMap } from "yaml";
import type { Path } from "../diagnostics/span.ts";
import { placeOf } from "../parse/place.ts";
import type { Splice } from "./splice.ts";
import { writeValue } from "./write-value.ts";

/** Where a key goes, and what it says. */
export interface KeyEdit {
  readonly path: Path;
  readonly key: string;
  readonly value: string | readonly string[];
}

/**
 * Gives the mapping at `path` a key, or its key another value. A choice that is a text alone becomes a mapping with that
 * text as its `label`. Null where that cannot be done by adding to what is there.
 */
export function setKey(
  text: string,
  root: unknown,
  { path, key, value }: KeyEdit,
): Splice | null {
  const node = nodeAt(root, path);
  const entry = `${key}: ${writeValue(value)}`;
  if (isScalar(node))
    return choiceAsMap(text, node, typeof node.value === "string", entry);
  if (!isMap(node)) return null;
  const known = node.items.find(
    (pair) => isScalar(pair.key) && pair.key.value === key,
  );
  if (known !== undefined) return otherValue(known, writeValue(value));
  return node.flow === true
    ? intoFlow(node, entry)
    : intoBlock(text, node, entry);
}

function nodeAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, step) => {
    if (isSeq(node)) return node.items[Number(step)];
    if (!isMap(node)) return undefined;
    return node.items.find(
      (pair) => isScalar(pair.key) && pair.key.value === String(step),
    )?.value;
  }, root);
}

function choiceAsMap(
  text: string,
  node: unknown,
  isText: boolean,
  entry: string,
): Splice | null {
  const { start, end } = placeOf(node);
  const written = text.slice(start, end);
  if (written === "" || /[\n\r]/.test(written)) return null;
  const isQuoted = /^["']/.test(written);
  const isPlain = isText && !/[,[\]{}]/.test(written);
  const label = isQuoted || isPlain ? written : JSON.stringify(written);
  return { start, end, text: `{ label: ${label}, ${entry} }` };
}

function otherValue({ value }: Pair, written: string): Splice | null {
  if (!isScalar(value) && !(isSeq(value) && value.flow === true)) return null;
  const { start, end } = placeOf(value);
  return { start, end, text: written };
}

/** Behind the first key: what a thing is called, and then what it is. */
function intoFlow(node: YAMLMap, entry: string): Splice | null {
  const [first] = node.items;
  if (!isPair(first) || first.value === null) return null;
  const { end } = placeOf(first.value);
  return { start: end, end, text: `, ${entry}` };
}

/** On a line of its own below the first key, which stands on one line. */
function intoBlock(text: string, node: YAMLMap, entry: string): Splice | null {
  const [first] = node.items;
  if (!isPair(first) || !isScalar(first.value)) return null;
  const { start } = placeOf(first.key);
  const { end } = placeOf(first.value);
  if (/[\n\r]/.test(text.slice(start, end))) return null;
  const newline = text.indexOf("\n", end);
  const lineEnd = newline === -1 ? text.length : newline;
  const isCrLf = text[lineEnd - 1] === "\r";
  const at = isCrLf ? lineEnd - 1 : lineEnd;
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  const line = `${isCrLf ? "\r\n" : "\n"}${" ".repeat(column)}${entry}`;
  return { start: at, end: at, text: line };
}
