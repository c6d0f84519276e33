import { atom } from "jotai";
import { outgrown, withoutAnswersTo } from "../core/answers.ts";
import { nameOf } from "../core/discretion.ts";
import { logWarning } from "../core/log.ts";
import { isRecord } from "../core/read.ts";
import { journeyKey } from "../core/storage-keys.ts";
import { trackAtom } from "./events.ts";
import { visitAtom } from "./visit.ts";

/**
 * Drops stored answers that the funnel of today cannot take, and reports them once, but for those that are sensitive in
 * any way. What does not fit later on is that of a page of a newer build.
 */
export const reportDroppedAtom = atom(null, (get, set) => {
  const visit = get(visitAtom);
  if (visit === null) return;
  const key = journeyKey(visit.funnel);
  const stored = visit.storage.read(key);
  if (!isRecord(stored)) return;
  const dropped = outgrown(visit.funnel, stored["answers"]);
  if (dropped.length === 0) return;
  for (const step of dropped)
    logWarning(`a stored answer to ${nameOf(step)} is dropped`);
  const answers = withoutAnswersTo(dropped, stored["answers"]);
  visit.storage.write(key, { ...stored, answers });
  const questions = dropped.flatMap(({ id, sensitive }) =>
    sensitive === "no" ? [id] : [],
  );
  if (questions.length > 0) set(trackAtom, { kind: "dropped", questions });
});
