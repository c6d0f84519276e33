import { ADVANCE_DELAY_MS } from "../core/advance-delay.ts";

/**
 * Holds pointers off a step that comes up under a finger: the second tap of a double tap on the button of one step would
 * answer the next, which nobody has seen. What one tap answers comes no sooner by itself; keys and assistive software
 * are not held off. An element over the page does it: `pointer-events` is inherited, so that all of the step would be
 * styled and painted anew at its end, and what drives a browser waits for this, while it cannot see a listener.
 * Yields what ends it.
 */
export function holdOff(tappedAt: number): () => void {
  const left = tappedAt + ADVANCE_DELAY_MS - performance.now();
  if (left <= 0) return () => undefined;
  const guard = document.createElement("div");
  guard.dataset["tapGuard"] = "";
  // A press would take the focus from the headline.
  guard.addEventListener("mousedown", (event) => event.preventDefault());
  document.body.append(guard);
  const hear = () => guard.remove();
  const timer = setTimeout(hear, left);
  return () => {
    clearTimeout(timer);
    hear();
  };
}
