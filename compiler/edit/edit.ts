/** The folder `edit` holds edits of a YAML file that leave all other bytes as they are. */
import { isDeepStrictEqual } from "node:util";
import { isMap, isScalar, isSeq } from "yaml";
import { readExact } from "../parse/exact.ts";
import { linesOf } from "../parse/lines.ts";
import { placeOf } from "../parse/place.ts";
import { parseSource } from "../parse/source.ts";
import type { DataChange } from "../diagnostics/change.ts";
import { addItems } from "./add-items.ts";
import { collectionOf, nodeAt } from "./collection.ts";
import {
  insertEntry,
  type Made,
  moveEntry,
  removeEntry,
} from "./entry-splices.ts";
import { intended } from "./intended.ts";
import { itemLines } from "./item-lines.ts";
import { setKey } from "./set-key.ts";
import { setValue } from "./set-value.ts";
import { type Splice, spliced } from "./splice.ts";
import { writeValue } from "./write-value.ts";

/** A file with one change, and the characters that are others; or why it was left as it is, as the end of a sentence. */
export type Edited =
  | { readonly kind: "edited"; readonly text: string; readonly splice: Splice }
  | { readonly kind: "refused"; readonly reason: string };

/** A file that was read to be changed; null where it cannot be. */
export interface Opened {
  readonly file: string;
  readonly text: string;
  readonly data: unknown;
  readonly root: unknown;
  /** Without a mark of the encoding, from behind which offsets count. */
  readonly body: string;
}

export function open(file: string, text: string): Opened | null {
  const parsed = parseSource(file, text);
  if (parsed.kind === "refused") return null;
  const { data, text: body } = parsed.source;
  const exact = readExact(body, linesOf(file, body));
  return exact.kind === "refused"
    ? null
    : { file, text, data, root: exact.root, body };
}

/**
 * Makes one change of what a file says by replacing the characters of one place. It is handed out only when the new text
 * reads as exactly what was meant. Of a file that is opened once, several changes can be made, each by itself.
 */
export function editOpened(opened: Opened | null, change: DataChange): Edited {
  const refused = (reason: string): Edited => ({ kind: "refused", reason });
  if (opened === null) return refused("the file cannot be read");
  const { file, text, body, root } = opened;
  const goal = intended(opened.data, change);
  if (goal === null) return refused(MISPLACED[change.kind]);
  const made = splicesOf(body, root, change);
  if (typeof made === "string") return refused(made);
  const mark = text.length - body.length;
  for (const { start, end, text: written } of made) {
    const splice = { start: start + mark, end: end + mark, text: written };
    const changed = spliced(text, [splice]);
    const after = parseSource(file, changed);
    if (after.kind === "ok" && isDeepStrictEqual(after.source.data, goal.data))
      return { kind: "edited", text: changed, splice };
  }
  return refused("it cannot be written without changing something else");
}

const MISPLACED: Readonly<Record<DataChange["kind"], string>> = {
  "set-value": "no text, number or truth is there",
  "set-key": "no mapping is there",
  "add-items": "no list is there, nor a mapping for one",
  "remove-key": "no such key is there",
  "insert-item": "no list of so many items is there",
  "remove-item": "no such item is there",
  "move-item": "no list of so many items is there",
};

/** The ways to make a change, the best first; or why there is none. */
function splicesOf(
  text: string,
  root: unknown,
  change: DataChange,
): readonly Splice[] | string {
  const node = nodeAt(root, change.path);
  if (change.kind === "set-value") return setValue(text, node, change.value);
  const made = madeOf(text, root, node, change);
  return typeof made === "string" ? made : [made];
}

function madeOf(
  text: string,
  root: unknown,
  node: unknown,
  change: Exclude<DataChange, { kind: "set-value" }>,
): Made {
  switch (change.kind) {
    case "set-key":
      return setKey(text, root, change);
    case "add-items":
      return addItems(text, root, change);
    default:
      return inCollection(text, node, change);
  }
}

function inCollection(
  text: string,
  node: unknown,
  change: Exclude<DataChange, { kind: "set-value" | "set-key" | "add-items" }>,
): Made {
  if (!isMap(node) && !isSeq(node)) return MISPLACED[change.kind];
  const inside = placeOf(node);
  if (node.items.length === 0)
    return change.kind === "insert-item"
      ? { ...inside, text: writeValue([change.value]) }
      : MISPLACED[change.kind];
  const collection = collectionOf(text, node);
  if (collection === null) return "several of its entries share a line";
  switch (change.kind) {
    case "remove-key": {
      const index = isMap(node)
        ? node.items.findIndex(
            ({ key }) => isScalar(key) && String(key.value) === change.key,
          )
        : -1;
      return removeEntry(text, collection, index, inside);
    }
    case "remove-item":
      return removeEntry(text, collection, change.index, inside);
    case "move-item":
      return moveEntry(text, collection, change.from, change.to);
    case "insert-item": {
      const neighbour = node.items[Math.max(0, change.index - 1)];
      const lines = itemLines(change.value, collection, neighbour);
      return insertEntry(text, collection, change.index, lines);
    }
  }
}
