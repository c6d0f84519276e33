import type { ShownBefore } from "./shown-pages.ts";

/** What the hand-over script leaves for the runtime, as the global `handover`. */
export interface Handover {
  /** Choices made before React, by step id. */
  readonly answers: Readonly<Record<string, string | readonly string[]>>;
  readonly shown: Readonly<ShownBefore>;
  /** A tap that could not be carried out: leave the step, or press the element again. */
  readonly held:
    | { readonly kind: "next" }
    | { readonly kind: "click"; readonly element: HTMLElement }
    | null;
  /** Ends the script; a step that was about to be left is left now. */
  stop(): void;
}

declare global {
  // oxlint-disable-next-line no-var -- a global of the document is declared with var
  var handover: Handover | undefined;
}
