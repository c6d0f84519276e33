import { Composer, isMap, isScalar, isSeq, type YAMLMap } from "yaml";
import { readTokens } from "../parse/lexemes.ts";
import { placeOf } from "../parse/place.ts";

/** A text as far as it can be understood: also one that is being written. */
export interface Tree {
  readonly text: string;
  readonly root: unknown;
  /** False where the parser had to guess. */
  readonly isValid: boolean;
}

/** Reads a text with the parser that goes on after mistakes; one beyond the limits of a check is not looked into. */
export function treeOf(text: string): Tree {
  const gate = readTokens(text);
  if (gate.kind === "closed") return { text, root: null, isValid: false };
  const composer = new Composer({
    prettyErrors: false,
    uniqueKeys: false,
    merge: false,
  });
  const [document, ...others] = composer.compose(
    gate.tokens,
    true,
    text.length,
  );
  const isValid = document?.errors.length === 0 && others.length === 0;
  return { text, root: document?.contents ?? null, isValid };
}

/** A scalar with what it says; offsets leave out its quotes. */
export interface Word {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A text, a number or a name as it stands in the file; null for what is none, or is empty. */
export function wordOf(node: unknown): Word | null {
  if (!isScalar(node) || node.value === null) return null;
  const { start, end } = placeOf(node);
  const isQuoted = node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE";
  const value = String(node.value);
  return isQuoted
    ? { value, start: start + 1, end: Math.max(start + 1, end - 1) }
    : { value, start, end };
}

/** The keys of a mapping with their values; none for everything else. */
export function entriesOf(
  node: unknown,
): readonly { readonly key: Word; readonly value: unknown }[] {
  if (!isMap(node)) return [];
  return node.items.flatMap((pair) => {
    const key = wordOf(pair.key);
    return key === null ? [] : [{ key, value: pair.value }];
  });
}

/** The items of a list; none for everything else. */
export function itemsOf(node: unknown): readonly unknown[] {
  return isSeq(node) ? node.items : [];
}

export function valueAt(node: unknown, key: string): unknown {
  return entriesOf(node).find((entry) => entry.key.value === key)?.value;
}

/** What a key of a mapping says, where that is one word or text. */
export function textAt(node: unknown, key: string): string | undefined {
  return wordOf(valueAt(node, key))?.value;
}

export function mapOrNull(node: unknown): YAMLMap | null {
  return isMap(node) ? node : null;
}
