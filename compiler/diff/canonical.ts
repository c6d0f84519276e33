/**
 * A part of a funnel in a form in which only what matters differs: steps are called as they are today, conditions that are
 * met together stand in one order, and what is worked out of the rest is left out.
 */
export function canonical<T>(
  value: T,
  names: ReadonlyMap<string, string> = new Map(),
): T {
  const same: T = JSON.parse(
    JSON.stringify(value, (key, part: unknown) => {
      if (key === "madeOf") return undefined;
      if (NAMES.has(key) && typeof part === "string")
        return names.get(part) ?? part;
      return SETS.has(key) && Array.isArray(part) ? inOrder(part) : part;
    }),
  );
  return same;
}

/** Keys whose values name a step. */
const NAMES = new Set(["question", "step", "id", "to"]);
/** Keys of lists whose order makes no difference: parts of a condition, and the answers it asks for. */
const SETS = new Set(["of", "in"]);

function inOrder(list: readonly unknown[]): unknown[] {
  return list
    .map((item) => JSON.stringify(canonical(item)))
    .sort()
    .map((text): unknown => JSON.parse(text));
}
