import type { Path } from "../diagnostics/span.ts";

/** Calls `visit` with every text below a value and its path, the same array each time: whoever keeps it copies it. */
export function eachText(
  value: unknown,
  path: Path,
  visit: (text: string, path: Path) => void,
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
        at.push(key);
        walk(item);
        at.pop();
      }
  };
  walk(value);
}
