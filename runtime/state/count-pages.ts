/**
 * Counts how far visitors come, for the brand itself: no id, no cookie, nothing that tells who it was. What is counted
 * waits in the tab until the page is hidden or left, so that no step waits for it.
 */
import { atom, type Getter } from "jotai";
import type { Step } from "../../generated/contract.ts";
import { isHidden } from "../../generated/privacy.ts";
import { postPages } from "../api/count-pages.ts";
import { keptPages, type ShownPages, withPage } from "../core/shown-pages.ts";
import { isMeasuringRefused } from "../core/refused.ts";
import { SHOWN_PAGES_KEY } from "../core/storage-keys.ts";
import { mentionsTester } from "../core/tester-flag.ts";
import { silencedAtom } from "./discretion.ts";
import { visitAtom } from "./visit.ts";

/** A step that came to the screen. */
interface ShownStep {
  readonly step: Step;
  readonly address: string;
  /** When, by the device's clock in milliseconds; left out: now, or when the hand-over has shown it. */
  readonly at?: number;
}

/** Since when the page has been on the screen that the app takes over; null once that is counted. */
export const shownSinceAtom = atom<number | null>(null);

/**
 * Notes that a step came to the screen. Not counted are testers, those who do not want to be measured, and what would
 * tell a sensitive answer: neither the step itself nor any behind a way that tells one.
 */
export const countStepAtom = atom(
  null,
  (get, set, { step, address, at }: ShownStep) => {
    const since = at ?? get(shownSinceAtom) ?? Date.now();
    if (at === undefined) set(shownSinceAtom, null);
    if (get(visitAtom)?.brand.visits === "off") return;
    if (isMeasuringRefused() || mentionsTester()) return;
    if (isHidden(step.sensitive) || get(silencedAtom)) return;
    keep(get, withPage(kept(get), { page: address, at: since }));
  },
);

/** Tells the server what it does not know yet. */
export const tellPagesAtom = atom(null, (get) => {
  const shown = kept(get);
  const { pages, told } = shown;
  if (told === pages.length) return;
  postPages(pages, told);
  keep(get, { ...shown, told: pages.length });
});

/** Read anew each time: another document of the tab may have gone on, and Back brings this one again. */
function kept(get: Getter): ShownPages {
  return keptPages(get(visitAtom)?.tab.read(SHOWN_PAGES_KEY));
}

function keep(get: Getter, shown: ShownPages): void {
  get(visitAtom)?.tab.write(SHOWN_PAGES_KEY, shown);
}
