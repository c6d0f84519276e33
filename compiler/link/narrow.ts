import type { Path, Span } from "../diagnostics/span.ts";
import { linesOf } from "../parse/lines.ts";
import type { Source } from "../parse/source.ts";

/** The place of a part of the text at `path`; of the whole text when the part is written with escapes. */
export function narrow(source: Source, path: Path, part: string): Span {
  const { file, text } = source;
  const whole = source.span(path, "value");
  const lines = linesOf(file, text);
  const from = lines.startOf(whole.line) + whole.column - 1;
  const to = lines.startOf(whole.endLine) + whole.endColumn - 1;
  const found = text.slice(from, to).indexOf(part);
  return part === "" || found === -1
    ? whole
    : lines.span(from + found, from + found + part.length);
}
