import { isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import {
  type DataChange,
  isMapping,
  type Value,
} from "../diagnostics/change.ts";
import { placeOf } from "../parse/place.ts";
import { collectionOf, nodeAt } from "./collection.ts";
import { insertEntry, type Made } from "./entry-splices.ts";
import { itemLines } from "./item-lines.ts";
import { setKey } from "./set-key.ts";
import { writeValue } from "./write-value.ts";

export type Addition = Extract<DataChange, { kind: "add-items" }>;

/**
 * Gives a list more items at its end, written as its others are: between brackets, or each on a line. A list that is not
 * there becomes a key of the mapping. Why not, where that cannot be done by adding to what is there.
 */
export function addItems(
  text: string,
  root: unknown,
  { path, key, items }: Omit<Addition, "kind" | "file">,
): Made {
  const owner = nodeAt(root, path);
  if (!isMap(owner)) return "no mapping is there";
  const known = owner.items.find(
    (pair) => isScalar(pair.key) && pair.key.value === key,
  );
  if (isSeq(known?.value)) return behindLast(text, known.value, items);
  if (known !== undefined) return "no list is there";
  return (
    listOnLines(text, owner, key, items) ??
    setKey(text, root, { path, key, value: items })
  );
}

/** A new list of mappings, each on a line; null where a list is written in one line with its key. */
function listOnLines(
  text: string,
  owner: YAMLMap,
  key: string,
  items: readonly Value[],
): Made | null {
  const collection = owner.items.length > 0 ? collectionOf(text, owner) : null;
  if (collection?.form !== "block" || !items.some(isMapping)) return null;
  const pad = " ".repeat(collection.column + 2);
  const lines = items.map((item) => `${pad}- ${writeValue(item)}`);
  return insertEntry(text, collection, 1, [`${writeValue(key)}:`, ...lines]);
}

function behindLast(
  text: string,
  list: YAMLSeq,
  items: readonly Value[],
): Made {
  if (list.items.length === 0)
    return { ...placeOf(list), text: writeValue(items) };
  const collection = collectionOf(text, list);
  if (collection === null) return "several of its entries share a line";
  const { form, column } = collection;
  const lines = items.flatMap((item, i) => {
    const [first = "", ...rest] = itemLines(
      item,
      collection,
      list.items.at(-1),
    );
    return [i === 0 ? first : " ".repeat(column) + first, ...rest];
  });
  return insertEntry(
    text,
    collection,
    list.items.length,
    form === "flow" ? [lines.join(", ")] : lines,
  );
}
