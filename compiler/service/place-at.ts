import { nodeAt } from "../edit/collection.ts";
import { kindOf } from "../parse/file-name.ts";
import type { Language } from "../schema/language.ts";
import { CURSOR, marked, wordAround } from "./cursor.ts";
import type { Mention } from "./mention.ts";
import { mentionsIn } from "./mentions.ts";
import { FAMILIES } from "../shared/variable-names.ts";
import { namedBy } from "./text-mentions.ts";
import { entriesOf, itemsOf, wordOf } from "./tree.ts";

/** A place where a name is being written: what kind of name, and the characters that it takes the place of. */
export interface NamePlace {
  readonly mention: Mention;
  readonly start: number;
  readonly end: number;
  /** The other keys of its mapping, or the other items of its list: none of them can stand there twice. */
  readonly siblings: readonly string[];
  /** Whether it is a key whose mapping is still to be written around it, on the line of something else. */
  readonly needsBraces: boolean;
}

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
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const line = text.slice(lineStart, offset);
  const word = wordAround(text, offset);
  for (const read of marked(text, offset)) {
    const tree = read();
    const mention = mentionsIn(tree, kindOf(file), language).find((one) =>
      one.id.includes(CURSOR),
    );
    if (mention === undefined) continue;
    // What is made of an address or a label is no name that somebody writes.
    if (mention.role !== "use") return null;
    const before = text.slice(lineStart, mention.start);
    const around = aroundOf(mention, tree.root, before);
    if (mention.kind === "asset")
      return { mention, ...onLine(mention, text, offset), ...around };
    const { start, end } = mention;
    const last = end - CURSOR.length;
    if (word.start <= start && last <= word.end)
      return { mention, start, end: word.end, ...around };
    // Something else is written there, unless quotes are still open.
    if (!text.slice(offset, last).includes("\n")) return null;
  }
  const open = OPEN_VARIABLE.exec(line);
  return open === null
    ? null
    : {
        ...word,
        ...openVariable(text.slice(0, offset), open),
        siblings: [],
        needsBraces: false,
      };
}

function aroundOf(
  { form, path }: Mention,
  root: unknown,
  before: string,
): Pick<NamePlace, "siblings" | "needsBraces"> {
  const isAlone =
    form === "key" &&
    wordOf(nodeAt(root, path))?.value.includes(CURSOR) === true;
  const parent = nodeAt(root, path.slice(0, -1));
  const others =
    form === "key" && !isAlone
      ? entriesOf(parent).map(({ key }) => key.value)
      : itemsOf(parent).flatMap((one) => wordOf(one)?.value ?? []);
  return {
    siblings: others.filter((one) => !one.includes(CURSOR)),
    needsBraces: isAlone && /[^\s-]/.test(before),
  };
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
