/** Counts calls by key; `fits` is true for as many of one key as a window allows. */
export interface Tally {
  fits(key: string): boolean;
}

/** Counted by each process for itself; every window begins with nothing. */
export function createTally(options: {
  readonly calls: number;
  readonly windowMs: number;
  readonly now: () => Date;
}): Tally {
  let begun = 0;
  let counts = new Map<string, number>();
  return {
    fits: (key) => {
      const now = options.now().getTime();
      if (now - begun >= options.windowMs) {
        begun = now;
        counts = new Map();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= options.calls;
    },
  };
}
