import { ADVANCE_DELAY_MS } from "../core/advance-delay.ts";

/**
 * Holds pointers off a step that comes up under a finger: the second tap of a double tap on the button of one step would
 * answer the next, which nobody has seen. What one tap answers comes no sooner by itself; keys and assistive software
 * are not held off. Yields what ends it.
 */
export function holdOff(tappedAt: number): () => void {
  const left = tappedAt + ADVANCE_DELAY_MS - performance.now();
  const step = document.querySelector<HTMLElement>("main");
  if (left <= 0 || step === null) return () => undefined;
  step.dataset["unread"] = "";
  const hear = () => delete step.dataset["unread"];
  const timer = setTimeout(hear, left);
  return () => {
    clearTimeout(timer);
    // The next step may have the same element.
    hear();
  };
}
