import type { Path } from "../diagnostics/span.ts";

const NONE: ReadonlySet<string> = new Set();

/**
 * Calls `visit` with every text below a value and its path, but not with those under the keys in `skip`. The path is
 * the same array each time: whoever keeps it copies it. Hardly any text is one, and paths of all took longer to make
 * than the texts to read.
 */
export function eachText(
  value: unknown,
  path: Path,
  visit: (text: string, path: Path) => void,
  skip = NONE,
): void {
  const at = [...path];
  const walk = (below: unknown): void => {
    if (typeof below === "string") visit(below, at);
    else if (Array.isArray(below))
      for (let i = 0; i < below.length; i += 1) {
        at.push(i);
        walk(below[i]);
        at.pop();
      }
    else if (typeof below === "object" && below !== null)
      for (const [key, item] of Object.entries(below)) {
        if (skip.has(key)) continue;
        at.push(key);
        walk(item);
        at.pop();
      }
  };
  walk(value);
}
