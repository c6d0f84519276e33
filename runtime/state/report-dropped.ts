import { atom } from "jotai";
import { droppedAnswers } from "../core/answers.ts";
import { isRecord } from "../core/read.ts";
import { journeyKey } from "../core/storage-keys.ts";
import { trackAtom } from "./events.ts";
import { journeyStored } from "./journey.ts";
import { visitAtom } from "./visit.ts";

/** Reports stored answers that the funnel of today cannot take, once: then they are gone. */
export const reportDroppedAtom = atom(null, (get, set) => {
  const visit = get(visitAtom);
  if (visit === null) return;
  const stored = visit.storage.read(journeyKey(visit.funnel));
  const answers = isRecord(stored) ? stored["answers"] : null;
  const questions = droppedAnswers(visit.funnel, answers);
  if (questions.length === 0) return;
  set(trackAtom, { kind: "dropped", questions });
  set(journeyStored.state, (journey) => journey);
});
