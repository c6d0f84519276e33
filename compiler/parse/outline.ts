import { isMap, isPair, isScalar, isSeq } from "yaml";
import { placeOf } from "./place.ts";
import { scanPlain } from "./plain-yaml.ts";

/** Where a value stands in a text, and what it is made of. */
export interface OutlineNode {
  /** Offsets; `end` is behind what the value is written with. */
  readonly start: number;
  end: number;
  readonly kind: "scalar" | "map" | "seq";
  /** Without brackets: it goes on over many lines, and is named by its first one. */
  readonly isBlock: boolean;
  /** Nothing is written for it. */
  readonly isEmpty: boolean;
  readonly entries: OutlineEntry[];
}

export interface OutlineEntry {
  /** Null in a list. */
  readonly key: OutlineKey | null;
  readonly value: OutlineNode;
}

export interface OutlineKey {
  /** Null for a key that is no text. */
  readonly name: string | null;
  readonly start: number;
  readonly end: number;
}

/** The outline of a text that all parsers read alike; null for any other. */
export function outlineOfPlain(text: string): OutlineNode | null {
  return scanPlain<OutlineNode>(text, {
    collection: (kind, start, isBlock) => ({
      ...scalarNode(start, isBlock ? text.length : start),
      kind,
      isBlock,
    }),
    scalar: scalarNode,
    add({ entries }, key, value) {
      entries.push({ key, value });
    },
    close(node, end) {
      node.end = end;
    },
  });
}

function scalarNode(start: number, end: number): OutlineNode {
  return {
    start,
    end,
    kind: "scalar",
    isBlock: false,
    isEmpty: false,
    entries: [],
  };
}

/** The outline of a tree of the exact parser. */
export function outlineOfTree(node: unknown): OutlineNode {
  const { start, end } = placeOf(node);
  const isCollection = isMap(node) || isSeq(node);
  return {
    start,
    end,
    kind: isMap(node) ? "map" : isSeq(node) ? "seq" : "scalar",
    isBlock: isCollection && node.flow !== true,
    isEmpty:
      node === null ||
      (isScalar(node) && node.source === "" && node.type === "PLAIN"),
    entries: isCollection ? node.items.map(entryOf) : [],
  };
}

function entryOf(item: unknown): OutlineEntry {
  if (!isPair(item)) return { key: null, value: outlineOfTree(item) };
  const { key, value } = item;
  const name =
    isScalar(key) && typeof key.value === "string" ? key.value : null;
  return { key: { name, ...placeOf(key) }, value: outlineOfTree(value) };
}
