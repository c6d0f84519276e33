import { vi } from "vitest";

/** Has the tests' document lay everything out a task after it is observed: it does no layout of its own. */
export function layOutSoon(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #onLayout: () => void;
      #timer: ReturnType<typeof setTimeout> | undefined;
      constructor(onLayout: () => void) {
        this.#onLayout = onLayout;
      }
      observe() {
        this.#timer = setTimeout(this.#onLayout);
      }
      disconnect() {
        clearTimeout(this.#timer);
      }
    },
  );
}
