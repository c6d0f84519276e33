import { vi } from "vitest";

/** Repeats a check until it holds; fails as the check did when it still does not after `timeout` milliseconds. */
export function soon(
  check: () => Promise<void>,
  timeout = 10_000,
): Promise<void> {
  return vi.waitFor(check, { timeout, interval: 30 });
}
