import { nearest } from "../diagnostics/wording.ts";
import type { Path } from "../diagnostics/span.ts";
import type { Source } from "../parse/source.ts";
import { data, text } from "./read.ts";

/** What to say of a sentence with a colon on a line of its own, which is read as a key. */
export function proseWords(
  name: string,
  { span, text: written }: Source,
  path: Path,
): string | undefined {
  const { line, column } = span([...path, name], "key");
  const isAlone =
    (written.split("\n")[line - 1] ?? "").slice(0, column - 1).trim() === "";
  return isAlone && /^(?:\S+\s+){3,}\S+$/.test(name)
    ? "this line is read as a key, because of its colon: if it belongs to the text above, indent it as far as that"
    : undefined;
}

/** What to say of an entry of a list that is a sentence with a colon, and is read as a key and its value. */
export function entryWords(
  name: string,
  path: Path,
  item: unknown,
  known: readonly string[],
): string | undefined {
  const [words, ...others] = Object.values(data(item));
  const isSentence =
    typeof path.at(-1) === "number" &&
    others.length === 0 &&
    /^\p{Lu}|\s/u.test(name) &&
    nearest(name, known) === undefined &&
    text(words) !== "";
  return isSentence
    ? `text that contains ": " must be in quotes: "${name}: ${text(words)}"`
    : undefined;
}
