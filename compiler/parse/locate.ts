import type { Path, Span } from "../diagnostics/span.ts";
import type { Lines } from "./lines.ts";
import type { OutlineEntry, OutlineNode } from "./outline.ts";

/**
 * The place of a path's key or value. What does not exist is looked for at its nearest existing parent, by the
 * parent's key.
 */
export function locate(
  root: OutlineNode,
  path: Path,
  part: "key" | "value",
  lines: Lines,
): Span {
  let found: OutlineEntry = { key: null, value: root };
  for (const step of path) {
    const next = child(found.value, step);
    if (next === undefined) return spanOf(found, "key", lines);
    found = next;
  }
  return spanOf(found, part, lines);
}

function child(
  { kind, entries }: OutlineNode,
  step: string | number,
): OutlineEntry | undefined {
  if (kind === "seq")
    return typeof step === "number" ? entries[step] : undefined;
  return entries.find(({ key }) => key?.name === String(step));
}

function spanOf(
  { key, value }: OutlineEntry,
  part: "key" | "value",
  lines: Lines,
): Span {
  if (key !== null && (part === "key" || value.isEmpty))
    return lines.span(key.start, key.end);
  // A block of many lines is named by its first one.
  return value.isBlock
    ? lines.firstLine(value.start, value.end)
    : lines.span(value.start, value.end);
}
