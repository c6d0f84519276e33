import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQuiet } from "./quiet.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many of those who wait have gone on after so long. */
async function after(ms: number, waiting: { done: number }): Promise<number> {
  await vi.advanceTimersByTimeAsync(ms);
  return waiting.done;
}

test("nobody waits when nothing has happened", async () => {
  await expect(createQuiet(60).settled()).resolves.toBeUndefined();
});

test("whoever waits goes on once, when it has been quiet for so long", async () => {
  const quiet = createQuiet(60);
  const waiting = { done: 0 };
  quiet.disturb();
  void quiet.settled().then(() => (waiting.done += 1));
  for (let n = 0; n < 20; n += 1) {
    expect(await after(50, waiting)).toBe(0);
    quiet.disturb();
  }
  expect(await after(59, waiting)).toBe(0);
  expect(await after(2, waiting)).toBe(1);
  await quiet.settled();
});
