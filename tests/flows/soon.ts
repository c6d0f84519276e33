import { vi } from "vitest";

/** Repeats a check until it holds; fails as the check did when it still does not. */
export function soon(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 10_000, interval: 30 });
}
