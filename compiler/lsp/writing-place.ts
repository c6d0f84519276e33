import { isMap, isScalar, isSeq, type Scalar, stringify, visit } from "yaml";
import type { Lexeme } from "../parse/lexemes.ts";
import { placeOf } from "../parse/place.ts";
import { CURSOR, marked, wordAround } from "../service/cursor.ts";
import { entriesOf, itemsOf } from "../service/tree.ts";

/** Where something is being written. */
export type WritingPlace =
  | {
      /** In a comment, or within a text of several words. */
      readonly kind: "words";
    }
  | { readonly kind: "block" }
  | FlowPlace;

/** A place between brackets or braces. */
export interface FlowPlace {
  readonly kind: "flow";
  /** What stands there is a key or a value of a mapping, or an item of a list. */
  readonly part: "key" | "value" | "item";
  /** The word that is written there; offsets. */
  readonly start: number;
  readonly end: number;
  /** The same content as blocks, without that word: for whoever only understands places in blocks. */
  readonly block: string;
  readonly offset: number;
  /** Whether it is the first of a list item there: what goes on below is indented by a dash and a space. */
  readonly isBehindDash: boolean;
}

/** The place at an offset of a text that is being written. */
export function writingPlaceAt(
  text: string,
  lexemes: readonly Lexeme[],
  offset: number,
): WritingPlace {
  const isComment = lexemes.some(
    ({ kind, start, source }) =>
      kind === "comment" && start < offset && offset <= start + source.length,
  );
  if (isComment) return { kind: "words" };
  for (const read of marked(text, offset)) {
    const { root, text: each } = read();
    const found = markedPart(root);
    if (found === null) continue;
    const word = wordAround(text, offset);
    if (!isWord(found.node, each, word)) return { kind: "words" };
    if (!found.isFlow) return { kind: "block" };
    const { part, around } = found;
    return { kind: "flow", part, ...word, ...asBlocks(root, around) };
  }
  return { kind: "block" };
}

interface MarkedPart {
  readonly node: Scalar;
  readonly part: FlowPlace["part"];
  readonly isFlow: boolean;
  /** All nodes that it lies in. */
  readonly around: ReadonlySet<unknown>;
}

function markedPart(root: unknown): MarkedPart | null {
  let found: MarkedPart | null = null;
  if (isMap(root) || isSeq(root))
    visit(root, {
      Scalar: (key, node, ancestors) => {
        if (!isMarked(node.value)) return undefined;
        found = {
          node,
          part: key === "key" || key === "value" ? key : "item",
          around: new Set([...ancestors, node]),
          isFlow: ancestors.some(
            (one) => (isMap(one) || isSeq(one)) && one.flow === true,
          ),
        };
        return visit.BREAK;
      },
    });
  return found;
}

function isMarked(value: unknown): boolean {
  return typeof value === "string" && value.includes(CURSOR);
}

/** Whether a word is all that a text says on its line; what is written above another key may seem to go on with it. */
function isWord(
  node: Scalar,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  if (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED")
    return false;
  const place = placeOf(node);
  const quote = /^["']/.test(text.slice(place.start)) ? 1 : 0;
  const from = place.start + quote;
  const [line = ""] = text.slice(from, place.end - quote).split(/\r?\n/, 1);
  return from === start && line.trimEnd().length === end - start + 1;
}

function asBlocks(
  root: unknown,
  around: ReadonlySet<unknown>,
): Pick<FlowPlace, "block" | "offset" | "isBehindDash"> {
  // What other keys of the file say does not matter to it.
  const [own] = entriesOf(root).filter(({ value }) => around.has(value));
  const data =
    own === undefined
      ? dataOf(root, around)
      : { [own.key.value]: dataOf(own.value, around) };
  const text = stringify(data, { lineWidth: 0, aliasDuplicateObjects: false });
  const at = text.indexOf(CURSOR);
  const offset = text[at - 1] === '"' ? at - 1 : at;
  const rest = text.slice(text.indexOf("\n", at));
  const before = text.slice(0, offset);
  return { block: before + rest, offset, isBehindDash: before.endsWith("- ") };
}

/**
 * What a tree says, with the mark alone where it stands. A key that is being written is the last of its mapping, without
 * its value, whose lines would go on with what stands above; of a list there is only the item that it lies in.
 */
function dataOf(node: unknown, around: ReadonlySet<unknown>): unknown {
  if (isSeq(node)) {
    const items = itemsOf(node);
    const own = items.filter((item) => around.has(item));
    return (own.length > 0 ? own : items).map((item) => dataOf(item, around));
  }
  if (isScalar(node)) return isMarked(node.value) ? CURSOR : node.value;
  const entries = entriesOf(node).toSorted(
    (a, b) => Number(isMarked(a.key.value)) - Number(isMarked(b.key.value)),
  );
  return isMap(node)
    ? new Map(
        entries.map(({ key, value }) =>
          isMarked(key.value)
            ? [CURSOR, null]
            : [key.value, dataOf(value, around)],
        ),
      )
    : null;
}
