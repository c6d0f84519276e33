import { useEffect, useState } from "react";

export const TICK_MS = 100;

/** How full each stage is, 0 to 1, when they fill one after another in equal parts of the time. */
export function stageFills(
  elapsedMs: number,
  totalMs: number,
  stages: number,
): readonly number[] {
  const position = (Math.min(elapsedMs, totalMs) / totalMs) * stages;
  return Array.from({ length: stages }, (_, i) =>
    Math.max(0, Math.min(1, position - i)),
  );
}

/** When the next question interrupts: questions divide the time evenly. Without one, the end. */
export function pauseAt(
  asked: number,
  questions: number,
  totalMs: number,
): number {
  return asked < questions
    ? (totalMs * (asked + 1)) / (questions + 1)
    : totalMs;
}

/** Milliseconds that have passed while `running`, never beyond `limitMs`. Measured, not counted: a throttled tab catches up. */
export function useStageClock(
  running: boolean,
  limitMs: number,
  now: () => number = monotonic,
): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    if (!running) return;
    let last = now();
    const timer = setInterval(() => {
      const passed = now() - last;
      last += passed;
      setElapsed((before) => Math.min(before + passed, limitMs));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [running, limitMs, now]);
  return elapsed;
}

function monotonic(): number {
  return performance.now();
}
