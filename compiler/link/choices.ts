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
  const found: Choices[] = [];
  const isChoice = (item: unknown) =>
    data(item).label !== undefined && data(item)[key] !== undefined;
  // Hardly any place is asked for: a path of its own for each would cost more than the look.
  const at = [...path];
  const look = (value: object): void => {
    const isList = Array.isArray(value);
    if (isList && value.length > 0 && value.every(isChoice)) {
      found.push({ key, path: [...at], list: value });
      return;
    }
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== "object" || inner === null) continue;
      if (!isList && name === "options") continue;
      at.push(isList ? Number(name) : name);
      look(inner);
      at.pop();
    }
  };
  if (typeof written === "object" && written !== null) look(written);
  return found;
}
