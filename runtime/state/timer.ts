import { atom } from "jotai";
import { deadlineAfter, secondsLeft } from "../core/deadline.ts";
import { journeyStored } from "./journey.ts";
import { visitAtom } from "./visit.ts";

const deadlineAtom = atom((get) => get(journeyStored.state).deadline);
const nowAtom = atom<number | null>(null);
const endedAtom = atom(false);

/** The step-2 timer has ended; set once. */
export const timerEndedAtom = atom((get) => get(endedAtom));

/** A countdown is under way. */
export const timerRunsAtom = atom(
  (get) => get(deadlineAtom) !== null && !get(endedAtom),
);

/** Whole seconds left; null when no countdown was started. */
export const secondsLeftAtom = atom((get) => {
  const [deadline, now] = [get(deadlineAtom), get(nowAtom)];
  return deadline === null || now === null ? null : secondsLeft(deadline, now);
});

/** Compares the deadline with the clock. */
export const tickAtom = atom(null, (get, set) => {
  const visit = get(visitAtom);
  if (visit === null) return;
  const now = visit.now();
  const deadline = get(deadlineAtom);
  set(nowAtom, now);
  if (deadline !== null && now >= deadline && !get(endedAtom))
    set(endedAtom, true);
});

/** Starts the countdown unless it runs already, here or in another tab. */
export const startTimerAtom = atom(null, (get, set, minutes: number) => {
  const visit = get(visitAtom);
  if (visit === null || get(deadlineAtom) !== null) return;
  set(journeyStored.state, (journey) => ({
    ...journey,
    deadline: journey.deadline ?? deadlineAfter(minutes, visit.now()),
  }));
  set(tickAtom);
});
