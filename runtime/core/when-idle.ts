/** What is not needed for the first paint waits at most this long, in milliseconds (spec 9). */
export const IDLE_TIMEOUT_MS = 2_000;
/** Safari has no idle callback; by then its first paint is done. */
const LATER_MS = 200;

/** Runs a task when the browser has time. Yields what calls it off. */
export function whenIdle(task: () => void): () => void {
  if ("requestIdleCallback" in globalThis) {
    const handle = requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(task, LATER_MS);
  return () => clearTimeout(timer);
}
