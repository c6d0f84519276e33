import type { Finding } from "./finding.ts";
import type { Lines } from "./lines.ts";

/** The first line of a text block that stands no further in than its key; null where the line above begins none. */
export function unindentedBlock(start: number, lines: Lines): Finding | null {
  const line = lines.lineOf(start);
  let above = line - 1;
  while (above > 1 && lines.textOf(above).trim() === "") above -= 1;
  const [, before = "", sign = ""] =
    /^([ -]*)[\w-]+: +([|>])[-+\d]* *$/.exec(lines.textOf(above)) ?? [];
  const text = lines.textOf(line);
  const indentation = text.length - text.trimStart().length;
  const isKey = /^ *(?:- |[a-z][\w-]*:(?: |$))/.test(text);
  if (sign === "" || isKey || indentation > before.length) return null;
  return {
    code: "yaml/block-text",
    message: `the text below ${sign} is not indented`,
    hint: `indent each of its lines with ${before.length + 2} spaces`,
    start: lines.startOf(line) + indentation,
    end: lines.startOf(line) + text.trimEnd().length,
  };
}
