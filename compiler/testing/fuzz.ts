/** How far tests with made-up input go: the same input every time, unless a long run asks for other and more. */

/** `FUZZ_SEED=7` repeats a run; its seed is in the titles of its tests. */
export const seed = Number(process.env["FUZZ_SEED"] ?? 1);

/** Runs in times of the usual. */
export const factor = Number(process.env["FUZZ_FACTOR"] ?? 1);

/** Runs of a property; `FUZZ_FACTOR=100` makes them so many times as many, and 0.3 fewer. */
export function fuzz(numRuns: number): {
  readonly seed: number;
  readonly numRuns: number;
} {
  return {
    seed,
    numRuns: Math.ceil(numRuns * factor),
  };
}
