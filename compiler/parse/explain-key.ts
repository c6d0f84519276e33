import type { YAMLError } from "yaml";
import type { Finding } from "./finding.ts";
import type { Lines } from "./lines.ts";
import { named, needsQuotes, restOfLine } from "./quoted.ts";

/** Errors around `key: value` lines: a colon, a space, quotes or the indentation is wrong. */
export function explainKey(
  error: YAMLError,
  all: readonly YAMLError[],
  lines: Lines,
): Finding | null {
  const [start] = error.pos;
  const same = all.filter(({ pos }) => pos[0] === start);
  const isNested = same.some(({ code }) => code === "BLOCK_AS_IMPLICIT_KEY");
  const spanning = same.find(({ code }) => code === "MULTILINE_IMPLICIT_KEY");
  const text = restOfLine(start, lines);
  if (isNested && spanning !== undefined)
    return tooDeep(start, spanning.pos[1], lines);
  if (isNested && text.includes(": "))
    return needsQuotes(start, 'a text with ": " inside', lines);
  if (isNested || text.startsWith("- "))
    return explainIndentation(start, lines);
  return missingColon(start, text);
}

/** A key below a value: the parser takes both lines for one text. */
function tooDeep(start: number, end: number, lines: Lines): Finding {
  const line = lines.lineOf(end - 1);
  const content = lines.textOf(line);
  const indentation = content.length - content.trimStart().length;
  const at = lines.startOf(line) + indentation;
  const owner = lines.textOf(lines.lineOf(start)).trim();
  return {
    code: "yaml/indentation",
    message: `${named(content)} is indented deeper than the line it belongs beside`,
    hint: "line it up with the keys above; if it belongs to the text above, put that whole text in quotes",
    start: at,
    end: at + content.trim().length,
    note: {
      message: `${named(owner)} already has a value`,
      start,
      end: start + 1,
    },
  };
}

function missingColon(start: number, text: string): Finding {
  const dash = /^-(?=[^\s-])/.exec(text);
  if (dash !== null)
    return {
      code: "yaml/missing-space",
      message: "a space is missing after the dash",
      hint: `write "- ${text.slice(1)}"`,
      start,
      end: start + 1,
    };
  const colon = /^[\w-]+:(?=\S)/.exec(text)?.[0];
  if (colon !== undefined)
    return {
      code: "yaml/missing-space",
      message: "a space is missing after the colon",
      hint: `write "${colon} ${text.slice(colon.length)}"`,
      start,
      end: start + colon.length,
    };
  const [key = "", ...value] = text.split(/\s+/);
  return {
    code: "yaml/missing-colon",
    message: `a colon is missing after ${named(key)}`,
    hint: `write ${named(`${key}: ${value.join(" ")}`)}; if the line belongs to the text above, indent it deeper than the line above`,
    start,
    end: start + text.length,
  };
}

/** A line whose first character stands in a column where nothing can begin. */
export function explainIndentation(offset: number, lines: Lines): Finding {
  const line = lines.lineOf(offset);
  const content = lines.textOf(line);
  const indentation = content.length - content.trimStart().length;
  const start = lines.startOf(line) + indentation;
  return {
    code: "yaml/indentation",
    message: `${named(content)} is not lined up with the lines it belongs to`,
    hint: alignment(line, indentation, lines),
    start,
    end: start + content.trim().length,
  };
}

/** What to do about a line: the nearest columns above in which it could stand. */
function alignment(line: number, indentation: number, lines: Lines): string {
  const columns = new Set<number>();
  const content = lines.textOf(line).trim();
  let limit = Number.POSITIVE_INFINITY;
  for (let above = line - 1; above > 0 && limit > 0; above -= 1) {
    const trimmed = lines.textOf(above).trimStart();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const column = lines.textOf(above).length - trimmed.length;
    if (column >= limit) continue;
    limit = column;
    columns.add(column);
    const item = /^(?:- +)+/.exec(trimmed)?.[0].length ?? 0;
    if (item > 0) columns.add(column + item);
    if (item > 0 && column === indentation && !content.startsWith("-"))
      return `for a new item of the list write ${named(`- ${content}`)}; otherwise indent the line with ${column + item} spaces`;
  }
  const near = [...columns]
    .filter((column) => column !== indentation)
    .toSorted((a, b) => Math.abs(a - indentation) - Math.abs(b - indentation))
    .slice(0, 2)
    .toSorted((a, b) => a - b);
  if (near.length === 0 && content.startsWith("-"))
    return "a list stands under a key: write its name and a colon on the line above";
  return near.length === 0
    ? "begin the line with its key, without spaces before it"
    : `indent it with ${near.join(" or ")} spaces, like a line above; it has ${indentation}`;
}
