/**
 * Counts how far visitors come, for the brand itself: no id, no cookie, nothing that tells who it was. What is counted
 * waits in the tab until the page is hidden or left, so that no step waits for it.
 */
import { atom, type Getter, type Setter } from "jotai";
import type { Step } from "../../generated/contract.ts";
import { isHidden } from "../../generated/privacy.ts";
import { postPages } from "../api/count-pages.ts";
import {
  NO_PAGES,
  readShownPages,
  type ShownPages,
  withPage,
} from "../core/shown-pages.ts";
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
    keep(set, withPage(kept(get), { page: address, at: since }));
  },
);

/** Tells the server what it does not know yet. */
export const tellPagesAtom = atom(null, (get, set) => {
  const { pages, told, ...shown } = kept(get);
  if (told === pages.length) return;
  postPages([...pages], told);
  keep(set, { ...shown, pages, told: pages.length });
});

/** What the tab would not keep; it holds for this document. */
const unkeptAtom = atom<ShownPages | null>(null);

/** Read anew each time: another document of the tab may have gone on, and Back brings this one again. */
function kept(get: Getter): ShownPages {
  const unkept = get(unkeptAtom);
  if (unkept !== null) return unkept;
  try {
    const text = sessionStorage.getItem(SHOWN_PAGES_KEY);
    return readShownPages(JSON.parse(text ?? "null")) ?? NO_PAGES;
  } catch {
    return NO_PAGES;
  }
}

function keep(set: Setter, shown: ShownPages): void {
  try {
    sessionStorage.setItem(SHOWN_PAGES_KEY, JSON.stringify(shown));
  } catch {
    set(unkeptAtom, shown);
  }
}
