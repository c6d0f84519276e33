import { setTimeout as pause } from "node:timers/promises";

const EVERY_MS = 50;
const ANSWER_MS = 15_000;
const LANES = 4;

/** Makes sessions, each a write, one after the other; `end` answers the longest time without one since `mark`, in seconds. */
export function probe(port: number): {
  mark(): void;
  end(): Promise<number>;
} {
  let last = performance.now();
  let longest = 0;
  const over = new AbortController();
  const note = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const lane = async () => {
    while (!over.signal.aborted) {
      if (await isWritten(port)) note();
      await pause(EVERY_MS);
    }
  };
  // One that waits for an answer says nothing of when the next would have been answered.
  const lanes = Promise.all(Array.from({ length: LANES }, lane));
  return {
    mark: () => {
      longest = 0;
      last = performance.now();
    },
    end: async () => {
      over.abort();
      await lanes;
      return longest / 1_000;
    },
  };
}

async function isWritten(port: number): Promise<boolean> {
  try {
    const answer = await fetch(
      `http://127.0.0.1:${port}/api/visitor/visitor-info`,
      { signal: AbortSignal.timeout(ANSWER_MS) },
    );
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
