import { distance } from "fastest-levenshtein";

const LISTED = 8;

/** `did you mean "x"?` when a known name is close enough to be a slip of the finger. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const near = nearest(name, known);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const found = distance(wanted, candidate.toLowerCase());
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}

/** "a, b and c", cut after a handful. */
export function list(names: readonly string[]): string {
  if (names.length > LISTED)
    return `${names.slice(0, LISTED).join(", ")} and ${names.length - LISTED} more`;
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
