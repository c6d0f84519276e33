import { ADVANCE_DELAY_MS } from "../core/advance-delay.ts";
import { whenIdle } from "../core/when-idle.ts";

export interface Visitor {
  /** Has done what only the task can carry out. */
  needsIt(): boolean;
  /** Is at it, and does without the task. */
  isTapping(): boolean;
}

/**
 * Runs a task that takes a slow phone a moment: at once where the visitor needs it, else when they pause and the browser
 * has time. Yields what looks again, for when they have come to need it.
 */
export function whenQuiet(visitor: Visitor, task: () => void): () => void {
  let isDone = false;
  const run = () => {
    isDone = true;
    task();
  };
  const look = () => {
    if (isDone) return;
    if (visitor.needsIt()) run();
    else if (visitor.isTapping()) setTimeout(look, ADVANCE_DELAY_MS);
    else whenIdle(lookAgain);
  };
  const lookAgain = () => {
    if (isDone) return;
    if (visitor.isTapping()) look();
    else run();
  };
  look();
  return look;
}
