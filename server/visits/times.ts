/** Upper ends of the times that are told apart, in seconds. */
const ENDS = [1, 2, 3, 5, 8, 12, 20, 30, 60, 120, 300] as const;

/** Stands for all times above the last end. */
export const LONGER_S = 86_400;

/** Stands for a time that is not known. */
export const NO_TIME = 0;

/** The upper end of the time that `ms` milliseconds belong to, in seconds. */
export function endOf(ms: number): number {
  return ENDS.find((end) => ms <= end * 1_000) ?? LONGER_S;
}

/**
 * The median of counted times, in seconds, as if they were spread evenly between the ends; null where none is known. Of
 * more than five minutes nothing more is known than that: then it is the last end.
 */
export function medianOf(counts: ReadonlyMap<number, number>): number | null {
  const known = [...counts].filter(([end]) => end !== NO_TIME);
  const all = known.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return null;
  let below = 0;
  let start = 0;
  for (const end of ENDS) {
    const count = counts.get(end) ?? 0;
    if (count > 0 && below + count >= all / 2)
      return start + (end - start) * ((all / 2 - below) / count);
    below += count;
    start = end;
  }
  return start;
}
