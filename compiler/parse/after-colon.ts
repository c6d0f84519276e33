import type { Finding } from "./finding.ts";
import type { Lines } from "./lines.ts";
import { named, needsQuotes, restOfLine } from "./quoted.ts";

/** What stands before a text on its line: a dash and a key, or a brace and a key; then plain text up to a colon. */
const IN_BLOCK =
  /^(\s*(?:- +)*(?:[a-z][\w-]*: +)?)(?![a-z\d][\w-]*: )[\p{L}\d](?:(?! #).)*: +$/u;
const IN_BRACES = /^(.*[{,] *[\w-]+: +)[\p{L}\d][^,[\]{}"]*: +$/u;

/**
 * The finding for a text that begins as no text can, or goes on behind a closing quote: from `start` to `end` or else to
 * the end of its line. Where plain text with a colon stands before it on its line, all of that is one text.
 */
export function wrongBeginning(
  start: number,
  what: string,
  lines: Lines,
  end?: number,
): Finding {
  const line = lines.lineOf(start);
  const before = lines.textOf(line).slice(0, start - lines.startOf(line));
  const comma = commaBehindItem(start, before, lines);
  if (comma !== null) return comma;
  const own = (IN_BLOCK.exec(before) ?? IN_BRACES.exec(before))?.[1];
  // One word at the start of a line is a key that begins with a capital.
  if (own === undefined || (own.trim() === "" && /^\s*\S+ *$/.test(before)))
    return needsQuotes(start, what, lines, end);
  const below = own.trim() === "" ? textBelowKey(line, lines) : null;
  const from = lines.startOf(line) + own.length;
  return below ?? needsQuotes(from, 'text that contains ": "', lines, end);
}

/** `- { label: Good },`: an item with a dash ends with its line. */
function commaBehindItem(
  start: number,
  before: string,
  lines: Lines,
): Finding | null {
  const rest = restOfLine(start, lines);
  if (!/^\s*(?:- +)+$/.test(before) || !/^(?:\{.*\}|\[.*\]),$/.test(rest))
    return null;
  const end = start + rest.length;
  return {
    code: "yaml/syntax",
    message: "there is nothing behind this comma",
    hint: "delete the comma: items that begin with a dash have none between them",
    start: end - 1,
    end,
  };
}

/** The finding for text below a key that needs a `|` for its colons; null where the line above is no key alone. */
export function textBelowKey(line: number, lines: Lines): Finding | null {
  const column = lines.textOf(line).search(/\S/);
  let above = line - 1;
  while (above > 1 && isProse(lines.textOf(above), column)) above -= 1;
  const key = above > 0 ? lines.textOf(above) : "";
  if (!/^ *(?:- )?[\w-]+: *$/.test(key)) return null;
  const start = lines.startOf(above) + key.search(/[^ -]/);
  return {
    code: "yaml/block-text",
    message:
      "the text under this key contains a colon, so it is read as another key",
    hint: `write ${named(`${key.trim()} |`)}; then the lines below it are read as text, colons included`,
    start,
    end: start + key.trimEnd().length - key.search(/[^ -]/),
  };
}

/** Whether a line is further text in the same column, without a colon. */
function isProse(line: string, column: number): boolean {
  return line.search(/\S/) === column && !/^\s*[-#]|:(?: |$)/.test(line);
}
