/** Tells when nothing has happened for a while. */
export interface Quiet {
  /** Something has happened. */
  disturb(): void;
  /** Resolves once `ms` have passed since then, however often it happens meanwhile. */
  settled(): Promise<void>;
}

export function createQuiet(ms: number): Quiet {
  let last = -Infinity;
  return {
    disturb() {
      last = performance.now();
    },
    async settled() {
      for (;;) {
        const rest = last + ms - performance.now();
        if (rest <= 0) return;
        await new Promise((resolve) => {
          setTimeout(resolve, rest);
        });
        // What has happened while the process was kept waiting is told before the time is believed.
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    },
  };
}
