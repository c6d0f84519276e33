import { isMap, isPair, isScalar, isSeq } from "yaml";
import type { Path, Span } from "../diagnostics/span.ts";
import { placeOf } from "./place.ts";
import type { Lines } from "./lines.ts";

interface Found {
  /** The key of a mapping's item; null for the root and for items of a list. */
  readonly key: unknown;
  readonly value: unknown;
}

/**
 * The place of a path's key or value. What does not exist is looked for at its nearest existing parent, by the
 * parent's key.
 */
export function locate(
  root: unknown,
  path: Path,
  part: "key" | "value",
  lines: Lines,
): Span {
  let found: Found = { key: null, value: root };
  for (const step of path) {
    const next = child(found.value, step);
    if (next === null) return spanOf(found, "key", lines);
    found = next;
  }
  return spanOf(found, part, lines);
}

function child(node: unknown, step: string | number): Found | null {
  if (isSeq(node)) {
    const value = typeof step === "number" ? node.items[step] : undefined;
    return value === undefined ? null : { key: null, value };
  }
  if (!isMap(node)) return null;
  const pair = node.items.find(
    (item) =>
      isPair(item) && isScalar(item.key) && item.key.value === String(step),
  );
  return pair === undefined ? null : { key: pair.key, value: pair.value };
}

function spanOf(found: Found, part: "key" | "value", lines: Lines): Span {
  const { key, value } = found;
  const isEmpty =
    value === null ||
    (isScalar(value) && value.source === "" && value.type === "PLAIN");
  if (key !== null && (part === "key" || isEmpty)) {
    const { start, end } = placeOf(key);
    return lines.span(start, end);
  }
  const { start, end } = placeOf(value);
  const isBlock = (isMap(value) || isSeq(value)) && value.flow !== true;
  // A block of many lines is named by its first one.
  return isBlock ? lines.firstLine(start, end) : lines.span(start, end);
}
