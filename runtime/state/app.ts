import { atom } from "jotai";

/** True until start-up has finished, well or not (spec 4). */
export const appLoadingAtom = atom(true);

/** Tester mode (spec 6): guards are skipped, and there is a panel. */
export const testerAtom = atom(false);

/** The visitor wants to see what they chose about third parties. */
export const consentOpenAtom = atom(false);
