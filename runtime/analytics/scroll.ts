import type { ScrollData } from "./replay-controller.ts";

/** What is needed of the window. */
export interface ScrolledWindow {
  readonly scrollX: number;
  readonly scrollY: number;
  readonly innerWidth: number;
  readonly innerHeight: number;
}

export interface ScrollWatch {
  /** Looks how far the page is scrolled now; on another page it starts anew. */
  look(url: string): void;
  /** The farthest of the page, null when nothing has changed since it was last taken. */
  take(): ScrollData | null;
}

/** Keeps how far a page was scrolled; `url` as it may be told to others. */
export function watchScroll(view: ScrolledWindow): ScrollWatch {
  let data: ScrollData | null = null;
  let isNew = false;
  return {
    look(url) {
      const { scrollX, scrollY, innerWidth, innerHeight } = view;
      const before = data?.page_url === url ? data : null;
      const x = Math.max(before?.max_scroll_x ?? 0, Math.round(scrollX));
      const y = Math.max(before?.max_scroll_y ?? 0, Math.round(scrollY));
      const next = {
        max_scroll_x: x,
        max_scroll_y: y,
        max_scroll_width: x + innerWidth,
        max_scroll_height: y + innerHeight,
        viewport: { width: innerWidth, height: innerHeight },
        page_url: url,
      };
      if (JSON.stringify(next) === JSON.stringify(data)) return;
      data = next;
      isNew = true;
    },
    take() {
      if (!isNew) return null;
      isNew = false;
      return data;
    },
  };
}
