import { atom } from "jotai";
import { journeyStored } from "./journey.ts";
import { visitAtom } from "./visit.ts";

export const deadlineAtom = atom((get) => get(journeyStored.state).deadline);
/** The clock as it was last looked at. */
export const nowAtom = atom<number | null>(null);
/** How often the countdown was extended. */
export const extendedAtom = atom((get) => get(journeyStored.state).extended);

/** How often the countdown had been extended when it ended; null before that. */
export const endedAfterAtom = atom<number | null>(null);

/** The step-2 timer has ended; set once, until it is extended: here or in another tab. */
export const timerEndedAtom = atom((get) => {
  const endedAfter = get(endedAfterAtom);
  return endedAfter !== null && endedAfter >= get(extendedAtom);
});

/** Compares the deadline with the clock. */
export const tickAtom = atom(null, (get, set) => {
  const visit = get(visitAtom);
  if (visit === null) return;
  const now = visit.now();
  const deadline = get(deadlineAtom);
  set(nowAtom, now);
  if (deadline !== null && now >= deadline && !get(timerEndedAtom))
    set(endedAfterAtom, get(extendedAtom));
});
