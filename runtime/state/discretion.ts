import { atom } from "jotai";
import type { Sensitivity } from "../../generated/contract.ts";
import { isHidden } from "../../generated/privacy.ts";
import { isSilenced } from "../core/silence.ts";
import { givenAnswersAtom } from "./journey.ts";
import { visitAtom } from "./visit.ts";
import { MIXED_KEY } from "../core/storage-keys.ts";

/** How sensitive the page on screen is. */
export const sensitiveAtom = atom<Sensitivity>("no");

/** Nothing more of this visit is told to anybody: where the visitor goes now is an answer. */
export const silencedAtom = atom((get) => {
  const visit = get(visitAtom);
  return visit !== null && isSilenced(visit.funnel, get(givenAnswersAtom));
});

/** Scripts that look at the page by themselves: in this document, for as long as it lives; and in the next one. */
export const readersHereAtom = atom(false);
export const readersNextAtom = atom(false);

const shownAtom = atom({ hidden: false, open: false });

/** Notes what is on screen; a document that has shown a hidden page and another one is remembered by its tab. */
export const showSensitivityAtom = atom(
  null,
  (get, set, sensitive: Sensitivity) => {
    set(sensitiveAtom, sensitive);
    const before = get(shownAtom);
    const hidden = isHidden(sensitive);
    const shown = {
      hidden: before.hidden || hidden,
      open: before.open || !hidden,
    };
    if (shown.hidden === before.hidden && shown.open === before.open) return;
    set(shownAtom, shown);
    if (shown.hidden && shown.open) get(visitAtom)?.tab.write(MIXED_KEY, true);
  },
);

/**
 * Where scripts that look at the page by themselves may run: in no document that has shown a hidden page, nor in a tab
 * where Back may lead from one of the other pages to such a page without a new document.
 */
export const readersPlaceAtom = atom(null, (get): "here" | "next" | "no" => {
  if (get(visitAtom)?.tab.read(MIXED_KEY) === true) return "no";
  return get(shownAtom).hidden ? "next" : "here";
});
