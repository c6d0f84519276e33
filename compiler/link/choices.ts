import { data } from "../schema/read.ts";
import type { Path } from "../diagnostics/span.ts";

/** A list of a file, and where it is written. */
export interface Listed {
  readonly path: Path;
  readonly list: unknown;
}

/** A list to choose from, and the key that says what a choice stands for. */
export interface Choices extends Listed {
  readonly key: "value" | "product";
}

/** The lists beside those of `options` in which each item has a label and such a key. */
export function listsOf(
  key: Choices["key"],
  written: unknown,
  path: Path,
): Choices[] {
  if (Array.isArray(written)) {
    const isChoice = (item: unknown) =>
      data(item).label !== undefined && data(item)[key] !== undefined;
    return written.length > 0 && written.every(isChoice)
      ? [{ key, path, list: written }]
      : written.flatMap((item, i) => listsOf(key, item, [...path, i]));
  }
  return Object.entries(data(written)).flatMap(([name, value]) =>
    name === "options" ? [] : listsOf(key, value, [...path, name]),
  );
}
