import { record } from "@rrweb/record";
import { ANSWER_PLACE, PRIVATE_PLACE } from "./vendor.ts";
import type { Recorder } from "./replay-controller.ts";

/**
 * Inputs are masked, and so are words that a visitor gave; the tester's panel is left out, and links that are nobody
 * else's, and where answers are given: a choice is no text that could be masked, and where the pointer is tells it as
 * well.
 */
export const recordPage: Recorder = (emit) => {
  const stop: unknown = record({
    emit,
    maskAllInputs: true,
    maskTextSelector: "[data-personal]",
    blockSelector: `[data-tester], ${ANSWER_PLACE}, ${PRIVATE_PLACE}`,
    sampling: { mousemove: false },
    recordCanvas: false,
    collectFonts: false,
    slimDOMOptions: "all",
  });
  return () => {
    if (typeof stop === "function") stop();
  };
};
