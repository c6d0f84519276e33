import type { Path } from "../diagnostics/span.ts";
import type { Mentions } from "./mention.ts";
import type { Word } from "./tree.ts";

const VARIABLE = /\{\{\s*([^\s{}|]*)/g;
const LINK = /\]\((\/[^\s()?#]*)/g;

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
    // `score.calm` and `band.calm` name a score.
    const [, score] = /^(?:score|band)\.(.*)$/.exec(name) ?? [];
    const value = score ?? name;
    mentions.add(
      score === undefined ? "variable" : "score",
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
