import { atom } from "jotai";
import { deadlineAfter, secondsLeft } from "../core/countdown.ts";
import type { Journey } from "../core/journey.ts";
import { journeyStored } from "./journey.ts";
import {
  deadlineAtom,
  endedAfterAtom,
  nowAtom,
  tickAtom,
  timerEndedAtom,
} from "./timer.ts";
import { visitAtom } from "./visit.ts";

/** A countdown is under way. */
export const timerRunsAtom = atom(
  (get) => get(deadlineAtom) !== null && !get(timerEndedAtom),
);

/** Whole seconds left; null when no countdown was started. */
export const secondsLeftAtom = atom((get) => {
  const [deadline, now] = [get(deadlineAtom), get(nowAtom)];
  return deadline === null || now === null ? null : secondsLeft(deadline, now);
});

/**
 * The countdown ends then, in milliseconds since the epoch, unless it ends earlier already: a page never gives time back.
 * Whatever the device's clock does, no more is left than the content says.
 */
export const endTimerAtom = atom(null, (get, set, deadline: number) => {
  const visit = get(visitAtom);
  const known = get(deadlineAtom);
  if (visit === null || (known !== null && known <= deadline)) return;
  set(journeyStored.state, (journey) => ({
    ...journey,
    deadline: Math.min(journey.deadline ?? deadline, deadline),
  }));
  set(tickAtom);
});

/** Starts the countdown unless it runs already, here or in another tab. */
export const startTimerAtom = atom(null, (get, set, minutes: number) => {
  const visit = get(visitAtom);
  const { extended } = get(journeyStored.state);
  if (visit !== null)
    set(endTimerAtom, deadlineAfter(minutes, visit.now(), extended));
});

/** The server has extended the countdown: it ends then, also where it had ended. */
export const extendTimerAtom = atom(
  null,
  (_get, set, terms: Pick<Journey, "deadline" | "extended">) => {
    set(journeyStored.state, (journey) => ({ ...journey, ...terms }));
    set(endedAfterAtom, null);
    set(tickAtom);
  },
);
