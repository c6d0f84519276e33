import { record } from "@rrweb/record";
import type { Recorder } from "./replay-controller.ts";

/** Inputs are masked, and so are words that a visitor gave; the tester's panel is left out. */
export const recordPage: Recorder = (emit) => {
  const stop: unknown = record({
    emit,
    maskAllInputs: true,
    maskTextSelector: "[data-personal]",
    blockSelector: "[data-tester]",
    recordCanvas: false,
    collectFonts: false,
    slimDOMOptions: "all",
  });
  return () => {
    if (typeof stop === "function") stop();
  };
};
