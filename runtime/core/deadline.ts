import { readNumber } from "./read.ts";

/** The longest countdown that can be written: a day, in milliseconds. */
export const DEADLINE_MAX_MS = 86_400_000;

/** The deadline of a countdown that starts now; milliseconds since the epoch. */
export function deadlineAfter(minutes: number, now: number): number {
  return now + minutes * 60_000;
}

/** A deadline that lies further ahead than any countdown is wrong (a changed clock) and dropped. */
export function readDeadline(value: unknown, now: number): number | null {
  const deadline = readNumber(value);
  return deadline !== null && deadline <= now + DEADLINE_MAX_MS
    ? deadline
    : null;
}

/** Whole seconds that are left, rounded up, never below 0. */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1_000));
}
