import { atom } from "jotai";

/** True until start-up has finished, well or not (spec 4). */
export const appLoadingAtom = atom(true);
