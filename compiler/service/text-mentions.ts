import type { Path } from "../diagnostics/span.ts";
import type { Mentions, NameKind } from "./mention.ts";
import type { Word } from "./tree.ts";

const VARIABLE = /\{\{\s*([^\s{}|]*)/g;
const LINK = /\]\((\/[^\s()?#]*)/g;

/** `score.calm` and `band.calm` name a score, `price.plan` a product. */
export const FAMILIES: Readonly<Record<string, NameKind>> = {
  score: "score",
  band: "score",
  price: "product",
};

function partsOf(name: string): { kind: NameKind; value: string } {
  const [, family = "", rest = ""] = /^(\w+)\.(.*)$/.exec(name) ?? [];
  const kind = FAMILIES[family];
  return kind === undefined
    ? { kind: "variable", value: name }
    : { kind, value: rest };
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
    const { kind, value } = partsOf(name);
    mentions.add(
      kind,
      { value, start: nameEnd - value.length, end: nameEnd },
      path,
      { form: "variable" },
    );
  }
  for (const { 0: whole, 1: to = "", index } of written.matchAll(LINK)) {
    const linkEnd = start + index + whole.length;
    const word = { value: to, start: linkEnd - to.length, end: linkEnd };
    mentions.add("path", word, path);
  }
}
