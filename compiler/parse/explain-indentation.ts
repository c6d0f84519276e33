import type { Finding } from "./finding.ts";
import type { Lines } from "./lines.ts";
import { named } from "./quoted.ts";

/** A line whose first character stands in a column where nothing can begin. */
export function explainIndentation(offset: number, lines: Lines): Finding {
  let line = lines.lineOf(offset);
  while (lines.textOf(line).trim() === "" && line < lines.count) line += 1;
  const content = lines.textOf(line);
  const indentation = content.length - content.trimStart().length;
  const start = lines.startOf(line) + indentation;
  return {
    code: "yaml/indentation",
    message: `${named(content)} is not aligned with the lines it belongs to`,
    hint: alignment(line, indentation, lines),
    start,
    end: start + content.trim().length,
  };
}

/** What to do about a line: the nearest columns above in which it could stand. */
function alignment(line: number, indentation: number, lines: Lines): string {
  const columns = new Set<number>();
  const content = lines.textOf(line).trim();
  for (const { column, trimmed } of enclosing(line, lines)) {
    columns.add(column);
    const item = /^(?:- +)+/.exec(trimmed)?.[0].length ?? 0;
    if (item > 0) columns.add(column + item);
    if (item > 0 && column === indentation && /^[\w-]+:/.test(content))
      return `if a new list item starts here, write ${named(`- ${content}`)}; otherwise indent the line with ${column + item} spaces`;
  }
  const prose = proseAbove(line, lines);
  if (prose !== null && prose !== indentation && isProse(content))
    return `indent it with ${prose} spaces, like the text above; it has ${indentation}`;
  const key = keyWithDash(line, indentation, lines);
  if (key !== null)
    return `remove the dash if this belongs to the item above: ${named(key)}; for an item of its own, indent it like the other dashes`;
  const dashes = content.startsWith("- ") ? dashesAbove(line, lines) : [];
  const [dash] = dashes.filter((column) => column !== indentation);
  if (dash !== undefined)
    return `indent it with ${dash} spaces, like the dashes above; it has ${indentation}`;
  const near = [...columns]
    .filter((column) => column !== indentation)
    .toSorted((a, b) => Math.abs(a - indentation) - Math.abs(b - indentation))
    .slice(0, 2)
    .toSorted((a, b) => a - b);
  if (near.length === 0 && content.startsWith("-"))
    return "a list needs a key: write the key and a colon on the line above";
  return near.length === 0
    ? "start the line with its key, without spaces in front of it"
    : `indent it with ${near.join(" or ")} spaces, like a line above; it has ${indentation}`;
}

/** What stands behind a dash among the keys of an item that does not begin with the same key. */
function keyWithDash(
  line: number,
  indentation: number,
  lines: Lines,
): string | null {
  const written = /^- +(([\w-]+:).*)/.exec(lines.textOf(line).trim());
  const [above, opening] = enclosing(line, lines);
  const isBesideKeys =
    above?.column === indentation && /^[\w-]+:/.test(above.trimmed);
  const [, words = "", key = ""] = written ?? [];
  const isNext = opening?.trimmed.startsWith(`- ${key}`) !== false;
  return written === null || !isBesideKeys || isNext ? null : words;
}

/** The columns of the lists that a line may go on with, the nearest first. */
function dashesAbove(line: number, lines: Lines): number[] {
  return [...enclosing(line, lines)]
    .filter(({ trimmed }) => trimmed.startsWith("- "))
    .map(({ column }) => column);
}

/** The lines above that a line may belong under, the nearest first: each stands farther to the left than the one before. */
function* enclosing(
  line: number,
  lines: Lines,
): Generator<{ readonly column: number; readonly trimmed: string }> {
  let limit = Number.POSITIVE_INFINITY;
  for (let above = line - 1; above > 0 && limit > 0; above -= 1) {
    const trimmed = lines.textOf(above).trimStart();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const column = lines.textOf(above).length - trimmed.length;
    if (column >= limit) continue;
    limit = column;
    yield { column, trimmed };
  }
}

function isProse(content: string): boolean {
  return !/^(?:-|[\w-]+:)/.test(content);
}

/** The column of the text that the last line above belongs to; null when that line is a key or an item. */
export function proseAbove(line: number, lines: Lines): number | null {
  let above = line - 1;
  while (above > 1 && lines.textOf(above).trim() === "") above -= 1;
  const content = lines.textOf(above);
  return content.trim() === "" || !isProse(content.trimStart())
    ? null
    : content.length - content.trimStart().length;
}
