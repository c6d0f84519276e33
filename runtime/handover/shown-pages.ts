import { isNeutral } from "../../generated/address.ts";
import { postPages } from "../api/count-pages.ts";
import { isMeasuringRefused } from "../core/refused.ts";
import { keptPages, type ShownPage } from "../core/shown-pages.ts";
import { SHOWN_PAGES_KEY } from "../core/storage-keys.ts";
import { mentionsTester } from "../core/tester-flag.ts";
import { readStored } from "./stored.ts";

/** The pages that are shown before React is there, in their order; the last is on the screen. */
export interface ShownBefore {
  readonly pages: ShownPage[];
  /** How many of them are counted at the server, and kept by the tab. */
  told: number;
}

/**
 * Notes what is shown, and tells the server how far a visitor has come who leaves before React is there, as the app
 * does: behind what the documents before have told. From a page on that would tell a sensitive answer, that is left to
 * the app.
 */
export function noteShown(signal: AbortSignal) {
  const shown: ShownBefore = { pages: [], told: 0 };
  const untold: ShownPage[] = [];
  let isOpen = true;
  const tell = () => {
    // Brands may not want it, visitors, and it is not for testers.
    if (!document.hidden || "uncounted" in document.documentElement.dataset)
      return;
    if (isMeasuringRefused() || mentionsTester()) return;
    const before = keptPages(readStored(SHOWN_PAGES_KEY));
    shown.told += untold.length;
    const pages = [...before.pages, ...untold.splice(0)];
    if (before.told === pages.length) return;
    postPages(pages, before.told);
    try {
      const kept = { ...before, pages, told: pages.length };
      sessionStorage.setItem(SHOWN_PAGES_KEY, JSON.stringify(kept));
    } catch {
      // It holds for this document.
    }
  };
  document.addEventListener("visibilitychange", tell, { signal });
  return {
    shown,
    /** Notes the page at the address. */
    note() {
      const one = { page: location.pathname, at: Date.now() };
      shown.pages.push(one);
      isOpen &&= !isNeutral(one.page);
      if (isOpen) untold.push(one);
    },
  };
}
