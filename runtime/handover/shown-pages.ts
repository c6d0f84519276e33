import { isNeutral } from "../../generated/address.ts";
import { postPages } from "../api/count-pages.ts";
import { isMeasuringRefused } from "../core/refused.ts";
import type { ShownPage } from "../core/shown-pages.ts";

/** The pages that are shown before React is there, in their order; the last is on the screen. */
export interface ShownBefore {
  readonly pages: ShownPage[];
  /** How many of them are counted at the server. */
  told: number;
}

/** Visitors may not want it, and brands. */
function isUncounted(): boolean {
  const { uncounted } = document.documentElement.dataset;
  return uncounted !== undefined || isMeasuringRefused();
}

/**
 * Notes what is shown, and tells the server how far a visitor has come who leaves before React is there. From a page on
 * that would tell a sensitive answer, that is left to the app.
 */
export function noteShown() {
  const shown: ShownBefore = { pages: [], told: 0 };
  const tell = () => {
    if (!document.hidden || isUncounted()) return;
    postPages(shown.pages, shown.told);
    shown.told = shown.pages.length;
  };
  const stop = () => document.removeEventListener("visibilitychange", tell);
  document.addEventListener("visibilitychange", tell);
  return {
    shown,
    stop,
    /** Notes the page at the address. */
    note() {
      const page = location.pathname;
      shown.pages.push({ page, at: Date.now() });
      if (isNeutral(page)) stop();
    },
  };
}
