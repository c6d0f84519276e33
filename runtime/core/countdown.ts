/** The latest deadline of a countdown that starts now and is extended so often; milliseconds since the epoch. */
export function deadlineAfter(
  minutes: number,
  now: number,
  extended = 0,
): number {
  return now + minutes * 60_000 * (1 + extended);
}

/** Whole seconds that are left, rounded up, never below 0. */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1_000));
}
