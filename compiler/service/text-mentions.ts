import { FAMILIES, type Family, shownBy } from "../shared/variable-names.ts";
import type { Path } from "../diagnostics/span.ts";
import type { Mentions, NameKind } from "./mention.ts";
import type { Word } from "./tree.ts";

/** One that is still open ends where bold words do. */
const VARIABLE = /\{\{\s*([^\s{}|*]*)/g;
/** A link by its path, or by its whole address. */
const LINK = /\]\((?:https:\/\/([^\s()/?#]+))?(\/[^\s()?#]*)/gi;

/** What a text variable names another thing by. */
const KINDS: Readonly<Record<Family, NameKind>> = {
  score: "score",
  band: "score",
  price: "product",
};

/** What a variable names, and the part of it that is a name. */
export function namedBy(variable: string): { kind: NameKind; value: string } {
  for (const family of FAMILIES) {
    const value = shownBy(family, variable);
    if (value !== null) return { kind: KINDS[family], value };
  }
  return { kind: "variable", value: variable };
}

/** The variables and the addresses of the brand in a text, as it is written. */
export function visitText(
  text: string,
  { start, end }: Word,
  path: Path,
  mentions: Mentions,
): void {
  const written = text.slice(start, end);
  for (const { 0: whole, 1: name = "", index } of written.matchAll(VARIABLE)) {
    const nameEnd = start + index + whole.length;
    const { kind, value } = namedBy(name);
    mentions.add(
      kind,
      { value, start: nameEnd - value.length, end: nameEnd },
      path,
      { form: "variable" },
    );
  }
  for (const { 0: whole, 1: host = "", 2: to = "", index } of written.matchAll(
    LINK,
  )) {
    const linkEnd = start + index + whole.length;
    const word = { value: to, start: linkEnd - to.length, end: linkEnd };
    // Whether the host is the brand's is not known here.
    mentions.add("path", word, path, { owner: host.toLowerCase() });
  }
}
