import { atom } from "jotai";
import { droppedAnswers } from "../core/answers.ts";
import { isRecord } from "../core/read.ts";
import { journeyKey } from "../core/storage-keys.ts";
import { trackAtom } from "./events.ts";
import { visitAtom } from "./visit.ts";

/** Reports stored answers that the funnel of today cannot take; they stay stored until something else is answered. */
export const reportDroppedAtom = atom(null, (get, set) => {
  const visit = get(visitAtom);
  if (visit === null) return;
  const stored = visit.storage.read(journeyKey(visit.funnel));
  const answers = isRecord(stored) ? stored["answers"] : null;
  const questions = droppedAnswers(visit.funnel, answers);
  if (questions.length > 0) set(trackAtom, { kind: "dropped", questions });
});
