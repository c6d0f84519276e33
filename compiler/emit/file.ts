/** A file to be written below `generated/`. */
export interface EmittedFile {
  readonly name: string;
  readonly content: string;
}

export const BANNER =
  "// Written by the compiler from funnels/ and schema/. Changes here are lost.\n";

/**
 * The one serializer for content in modules: JSON that is also safe inside a script element and has no line
 * separators that old parsers take for line ends.
 */
export function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** `"a" | "b"`, or `never` for an empty list; sorted, each once. */
export function union(names: Iterable<string>): string {
  const sorted = [...new Set(names)].sort();
  return sorted.length === 0
    ? "never"
    : sorted.map((name) => JSON.stringify(name)).join(" | ");
}

/** `ex-back` -> `ExBack`. */
export function pascal(name: string): string {
  return name.replaceAll(
    /(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g,
    (_, letter: string) => letter.toUpperCase(),
  );
}
