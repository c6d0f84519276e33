import { type Tree, treeOf } from "./tree.ts";

/** Stands for the cursor in a text that is read for it alone; no content holds it. */
export const CURSOR = "\u{e0ff}";

const BEFORE = /[\w@./-]*$/;
const AFTER = /^[\w@./-]*/;

/** The word that a cursor stands in or beside; offsets. */
export function wordAround(
  text: string,
  offset: number,
): { readonly start: number; readonly end: number } {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const before = BEFORE.exec(line)?.[0] ?? "";
  const after = AFTER.exec(text.slice(offset))?.[0] ?? "";
  return { start: offset - before.length, end: offset + after.length };
}

/** A text with its cursor, to be read when it is asked for. */
type Marked = () => Tree;

let last: {
  readonly text: string;
  readonly offset: number;
  readonly trees: readonly Marked[];
} | null = null;

/**
 * A text with its cursor: as it is, and with the brackets and quotes closed that are open in the cursor's line. Kept for
 * the next question, which is about the same place.
 */
export function marked(text: string, offset: number): readonly Marked[] {
  if (last?.text === text && last.offset === offset) return last.trees;
  const trees = [() => text, () => closedLine(text, offset)].map((written) => {
    let tree: Tree | null = null;
    return () => (tree ??= treeOf(withCursor(written(), offset)));
  });
  last = { text, offset, trees };
  return trees;
}

function withCursor(text: string, offset: number): string {
  return text.slice(0, offset) + CURSOR + text.slice(offset);
}

/** The text with the brackets and quotes closed that are open at the offset in its line; what follows there is left out. */
function closedLine(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const newline = text.indexOf("\n", offset);
  const rest = newline === -1 ? "" : text.slice(newline);
  let closing = "";
  let quote = "";
  for (const sign of text.slice(start, offset)) {
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "{") closing = `}${closing}`;
    else if (sign === "[") closing = `]${closing}`;
    else if (closing.startsWith(sign)) closing = closing.slice(1);
  }
  const word = text.slice(offset, wordAround(text, offset).end);
  return `${text.slice(0, offset)}${word}${quote} ${closing}${rest}`;
}
