import { isMap, isScalar, isSeq, type Pair, type YAMLMap } from "yaml";
import type { Path } from "../diagnostics/span.ts";
import { placeOf } from "../parse/place.ts";
import type { Value } from "../diagnostics/change.ts";
import { collectionOf, nodeAt } from "./collection.ts";
import { insertEntry, type Made } from "./entry-splices.ts";
import { writeLines, writePair, writeValue } from "./write-value.ts";

/** Where a key goes, and what it says. */
export interface KeyEdit {
  readonly path: Path;
  readonly key: string;
  readonly value: Value;
}

/**
 * Gives the mapping at `path` a key, or its key another value. A choice that is a text alone becomes a mapping with that
 * text as its `label`. Why not, where that cannot be done by adding to what is there.
 */
export function setKey(
  text: string,
  root: unknown,
  { path, key, value }: KeyEdit,
): Made {
  const node = nodeAt(root, path);
  if (isScalar(node))
    return choiceAsMap(
      text,
      node,
      typeof node.value === "string",
      `${key}: ${writeValue(value)}`,
    );
  if (!isMap(node)) return "no mapping is there";
  const known = node.items.find(
    (pair) => isScalar(pair.key) && pair.key.value === key,
  );
  return known === undefined
    ? addKey(text, node, key, value)
    : otherValue(text, known, value);
}

/** Behind the first key: what a thing is called, and then what it is. */
function addKey(text: string, node: YAMLMap, key: string, value: Value): Made {
  const { start, end } = placeOf(node);
  if (node.items.length === 0)
    return node.flow === true
      ? { start, end, text: writeValue({ [key]: value }) }
      : "nothing is there";
  const collection = collectionOf(text, node);
  if (collection === null) return "its keys share a line";
  const lines =
    collection.form === "flow"
      ? [`${writeValue(key)}: ${writeValue(value)}`]
      : writePair(key, value, collection.column, true);
  return insertEntry(text, collection, 1, lines);
}

function choiceAsMap(
  text: string,
  node: unknown,
  isText: boolean,
  entry: string,
): Made {
  const { start, end } = placeOf(node);
  const written = text.slice(start, end);
  if (written === "") return "nothing is there";
  if (/[\n\r]/.test(written)) return "the text has several lines";
  const isQuoted = /^["']/.test(written);
  const isPlain = isText && !/[,[\]{}]/.test(written);
  const label = isQuoted || isPlain ? written : JSON.stringify(written);
  return { start, end, text: `{ label: ${label}, ${entry} }` };
}

function otherValue(
  text: string,
  { key, value: old }: Pair,
  value: Value,
): Made {
  const { start, end } = placeOf(old);
  if (old === null || (isScalar(old) && start === end)) {
    const at = placeOf(key).end + 1;
    return { start: at, end: at, text: ` ${writeValue(value)}` };
  }
  const isBlock = (isMap(old) || isSeq(old)) && old.flow !== true;
  if (!isBlock) {
    const last = start + text.slice(start, end).trimEnd().length;
    return { start, end: last, text: writeValue(value) };
  }
  const colon = placeOf(key).end + 1;
  if (text.slice(colon, start).includes("#"))
    return "a comment stands between, and would be lost";
  const column =
    placeOf(key).start - text.lastIndexOf("\n", placeOf(key).start) - 1;
  const [first = "", ...rest] = writeLines(value, column + 2, "key");
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const head = first === "" ? "" : ` ${first}`;
  return {
    start: colon,
    end: start + text.slice(start, end).trimEnd().length,
    text: [head, ...rest].join(eol),
  };
}
