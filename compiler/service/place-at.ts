import { kindOf } from "../parse/file-name.ts";
import type { Language } from "../schema/language.ts";
import type { Mention } from "./mention.ts";
import { mentionsIn } from "./mentions.ts";
import { FAMILIES } from "../shared/variable-names.ts";
import { namedBy } from "./text-mentions.ts";
import { treeOf } from "./tree.ts";

/** A place where a name is being written: what kind of name, and the characters that it takes the place of. */
export interface NamePlace {
  readonly mention: Mention;
  readonly start: number;
  readonly end: number;
}

/** Stands for the cursor in a text that is read for it alone; no content holds it. */
const CURSOR = "\u{e0ff}";

const BEFORE = /[\w@./-]*$/;
const AFTER = /^[\w@./-]*/;
/** A variable that is open on the line, also where the quotes around its text are still missing. */
const OPEN_VARIABLE = new RegExp(
  String.raw`\{\{\s*((?:${FAMILIES.join("|")})\.)?[\w.-]*$`,
);

/** The place of a name at an offset of a text that is being written; null where no name can stand. */
export function namePlaceAt(
  file: string,
  text: string,
  offset: number,
  language: Language,
): NamePlace | null {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const before = BEFORE.exec(line)?.[0] ?? "";
  const after = AFTER.exec(text.slice(offset))?.[0] ?? "";
  const place = { start: offset - before.length, end: offset + after.length };
  for (const closed of [text, closedLine(text, offset)]) {
    const marked = closed.slice(0, offset) + CURSOR + closed.slice(offset);
    const mention = mentionsIn(treeOf(marked), kindOf(file), language).find(
      (one) => one.id.includes(CURSOR),
    );
    // What is made of an address or a label is no name that somebody writes.
    if (mention !== undefined && mention.role !== "use") return null;
    if (mention?.kind === "asset")
      return { mention, ...onLine(mention, text, offset) };
    if (mention !== undefined) {
      const { start } = mention;
      return { mention, start: Math.max(start, place.start), end: place.end };
    }
  }
  const open = OPEN_VARIABLE.exec(line);
  return open === null
    ? null
    : { ...place, ...openVariable(text.slice(0, offset), open) };
}

/** A name that holds the cursor, as far as it stands on its line: names of files may have spaces. */
function onLine(
  { start, end }: Mention,
  text: string,
  offset: number,
): Pick<NamePlace, "start" | "end"> {
  const begin = text.lastIndexOf("\n", offset - 1) + 1;
  const rest = /^.*/.exec(text.slice(offset))?.[0].length ?? 0;
  return {
    start: Math.max(start, begin),
    end: Math.min(end - CURSOR.length, offset + rest),
  };
}

/** The variable that braces without quotes around them would be, with the quotes. */
function openVariable(
  before: string,
  [written, family = ""]: RegExpExecArray,
): Pick<NamePlace, "mention" | "start"> {
  const name = written.replace(/^\{\{\s*/, "").slice(family.length);
  const [, key = ""] = [...before.matchAll(/^(\w+):/gm)].at(-1) ?? [];
  const { kind } = namedBy(family);
  return {
    mention: { ...NOTHING, kind, form: "variable", path: [key] },
    start: before.length - name.length,
  };
}

const NOTHING = {
  id: "",
  owner: "",
  role: "use",
  asks: false,
  start: 0,
  end: 0,
  path: [],
  node: null,
} as const;

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
  const word = AFTER.exec(text.slice(offset))?.[0] ?? "";
  return `${text.slice(0, offset)}${word}${quote} ${closing}${rest}`;
}
