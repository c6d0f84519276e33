import type { Span } from "../diagnostics/span.ts";

/** Offsets in a text as lines and columns. */
export interface Lines {
  readonly count: number;
  /** The span from `start` to `end` (exclusive), both offsets; never empty. */
  span(start: number, end: number): Span;
  /** The same, cut at the end of its first line. */
  firstLine(start: number, end: number): Span;
  /** The 1-based line of an offset. */
  lineOf(offset: number): number;
  /** Offset of a 1-based line's first character. */
  startOf(line: number): number;
  /** A 1-based line without its line break. */
  textOf(line: number): string;
}

/** Finds the lines of a text once; each look-up is a binary search. */
export function linesOf(file: string, text: string): Lines {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1))
    starts.push(at + 1);

  const startOf = (line: number): number => starts[line - 1] ?? text.length;
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const textOf = (line: number): string =>
    text.slice(startOf(line), startOf(line + 1)).replace(/\r?\n$/, "");
  const span = (start: number, end: number): Span => {
    const line = lineOf(start);
    const column = start - startOf(line) + 1;
    const endLine = lineOf(Math.max(start, end));
    const endColumn = Math.max(start, end) - startOf(endLine) + 1;
    return endLine === line && endColumn <= column
      ? { file, line, column, endLine, endColumn: column + 1 }
      : { file, line, column, endLine, endColumn };
  };
  const firstLine = (start: number, end: number): Span => {
    const line = lineOf(start);
    const last = startOf(line) + textOf(line).trimEnd().length;
    return span(start, Math.min(end, Math.max(last, start)));
  };
  return { count: starts.length, span, firstLine, lineOf, startOf, textOf };
}
