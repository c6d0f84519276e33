import { isRecord } from "../core/read.ts";

const MARK = "reloaded";

/**
 * Loads the document at this address anew, once for an entry of the history: after a deploy it names scripts that
 * exist. False where that was done before, or where there is no network to do it with. Answers are kept.
 */
export function reloadOnce(): boolean {
  const state: unknown = history.state;
  const before = isRecord(state) ? state : {};
  if (MARK in before || !navigator.onLine) return false;
  history.replaceState({ ...before, [MARK]: true }, "");
  location.reload();
  return true;
}
