import type { Span } from "../diagnostics/span.ts";

/** Characters of a long line that are shown: enough to read, and it does not wrap in a terminal. */
const WIDTH = 110;
/** How much of them stands before the mark. */
const BEFORE = 40;

/**
 * The line of a finding with everything under the span marked; a span of several lines is marked on its first,
 * a long line is cut around the mark. Nothing when there is no such line.
 */
export function frame(
  at: Span,
  text: string | undefined,
  paint: (text: string) => string,
): string[] {
  const line = text?.split("\n")[at.line - 1]?.trimEnd();
  if (line === undefined || line.trim() === "") return [];
  const from = at.column - 1;
  const end = at.endLine === at.line ? at.endColumn - 1 : line.length;
  const cut = windowOf(line, from, end);
  const to = Math.min(end, cut.end);
  const width = Math.max(1, to - from);
  const gutter = `${at.line} │ `;
  const margin = `${" ".repeat(gutter.length - 2)}│ `;
  const dots = cut.start > 0 ? "…" : "";
  const shown = line.slice(cut.start, cut.end);
  const rest = cut.end < line.length ? "…" : "";
  const indent = " ".repeat(from - cut.start + dots.length);
  return [
    `  ${gutter}${dots}${visible(shown)}${rest}`,
    `  ${margin}${indent}${paint("^".repeat(width))}`,
  ];
}

/** The part of a line to show: all of a short one, else a window that holds the mark's beginning. */
function windowOf(
  line: string,
  from: number,
  end: number,
): { start: number; end: number } {
  if (line.length <= WIDTH) return { start: 0, end: line.length };
  const inFront = end <= WIDTH ? 0 : Math.max(0, from - BEFORE);
  const start = Math.max(0, Math.min(inFront, line.length - WIDTH));
  return { start, end: Math.min(line.length, start + WIDTH) };
}

/**
 * Control characters as pictures: a terminal must not act on them. Those without a width as well. One for one, so that
 * the mark stays in place.
 */
function visible(text: string): string {
  return text.replaceAll(
    /[\x00-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060\u2066-\u2069]/g,
    (character) => {
      const code = character.charCodeAt(0);
      return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\u2421";
    },
  );
}
