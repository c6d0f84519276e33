import { isList, isMapping, type Value } from "../diagnostics/change.ts";

/** Words that YAML reads as something else than text. */
const NO_TEXT =
  /^(?:true|false|null|~|[-+]?(?:\d[\d_]*\.?\d*(?:e[-+]?\d+)?|\.\d+|\.inf)|0[xo][\da-f]+|\.nan)$/i;
/** Letters and digits with single signs between: what needs no quotes in any place. */
const PLAIN = /^[\p{L}\p{N}/][\p{L}\p{N} _./–-]*$/u;

/** A value as it is written on one line anywhere in a file: with quotes only where it needs them. */
export function writeValue(value: Value): string {
  if (typeof value === "string") return writeText(value);
  if (isList(value)) return `[${value.map(writeValue).join(", ")}]`;
  if (!isMapping(value)) return String(value);
  const pairs = Object.entries(value).map(
    ([key, inner]) => `${writeText(key)}: ${writeValue(inner)}`,
  );
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

function writeText(value: string): string {
  const plain =
    PLAIN.test(value) && value.trim() === value && !NO_TEXT.test(value);
  return plain ? value : JSON.stringify(value);
}

/** Longer ones are written over several lines. */
const ONE_LINE = 90;

/**
 * A value as lines: the first stands behind what precedes it, the others are indented by `column`. What is long, and
 * texts of several lines, take lines of their own.
 */
export function writeLines(
  value: Value,
  column: number,
  behind: "dash" | "key",
): readonly string[] {
  const flat = writeValue(value);
  if (typeof value === "string")
    return value.includes("\n") ? writeBlockText(value, column) : [flat];
  if (isMapping(value) && Object.keys(value).length > 0) {
    if (behind === "key" && flat.length <= ONE_LINE) return [flat];
    const lines = Object.entries(value).flatMap(([key, inner], i) =>
      writePair(key, inner, column, i === 0 && behind === "dash"),
    );
    return behind === "key" ? ["", ...lines] : lines;
  }
  if (!isList(value) || flat.length <= ONE_LINE || value.length === 0)
    return [flat];
  const pad = " ".repeat(column);
  const lines = value.flatMap((item) => {
    const [first = "", ...rest] = writeLines(item, column + 2, "dash");
    return [`${pad}- ${first}`, ...rest];
  });
  return behind === "key" ? ["", ...lines] : [flat];
}

/** A key with its value as lines; the first is not indented where it stands behind something. */
export function writePair(
  key: string,
  value: Value,
  column: number,
  isBehind: boolean,
): readonly string[] {
  const [first = "", ...rest] = writeLines(value, column + 2, "key");
  const line = `${writeText(key)}:${first === "" ? "" : ` ${first}`}`;
  return [isBehind ? line : " ".repeat(column) + line, ...rest];
}

/** A text of several lines under its mark. */
export function writeBlockText(value: string, column: number): string[] {
  const pad = " ".repeat(column);
  const lines = value.replace(/\n$/, "").split("\n");
  return [
    value.endsWith("\n") ? "|" : "|-",
    ...lines.map((line) => (line === "" ? "" : pad + line)),
  ];
}
