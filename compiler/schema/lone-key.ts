import type { Path } from "../diagnostics/span.ts";
import type { Source } from "../parse/source.ts";

/** A piece of text that YAML took for a key of its own, and what the author will have meant. */
export interface LoneKey {
  /** The text as it should be written: `label: "Yes, or no"`. */
  readonly meant: string;
  /** The key before the comma. */
  readonly key: string;
  /** The values between the commas, the key's own first. */
  readonly parts: readonly string[];
  /** False when an earlier piece of the same text has been told already. */
  readonly isFirst: boolean;
}

/**
 * Recognizes `{ label: Yes, or no }`: unquoted, the comma ends the text, and `or no` becomes a key without a
 * value. Null when the key at `path` was written with a colon.
 */
export function loneKey(
  source: Source,
  holder: unknown,
  path: Path,
): LoneKey | null {
  if (typeof holder !== "object" || holder === null) return null;
  const entries = Object.entries(holder);
  const at = entries.findIndex(([key]) => key === path.at(-1));
  const isLone = (i: number) => {
    const [key, value] = entries[i] ?? [];
    return (
      key !== undefined &&
      value === null &&
      standsAlone(source, [...path.slice(0, -1), key])
    );
  };
  if (!isLone(at)) return null;
  let owner = at;
  while (isLone(owner)) owner -= 1;
  let end = at;
  while (isLone(end + 1)) end += 1;
  const [key, value] = entries[owner] ?? [];
  if (key === undefined || typeof value === "object") return null;
  const lost = entries.slice(owner + 1, end + 1).map(([name]) => name);
  const parts = [String(value), ...lost];
  return {
    meant: `${key}: ${JSON.stringify(parts.join(", "))}`,
    key,
    parts,
    isFirst: owner === at - 1,
  };
}

/** Whether no colon follows the key. */
function standsAlone(source: Source, path: Path): boolean {
  const { endLine, endColumn } = source.span(path, "key");
  const line = source.text.split("\n")[endLine - 1] ?? "";
  return !/^\s*:/.test(line.slice(endColumn - 1));
}
