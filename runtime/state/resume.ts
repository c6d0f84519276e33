import { atom } from "jotai";
import { resumeLink } from "../core/resume-link.ts";
import { answerAtom, givenAnswersAtom } from "./journey.ts";
import { visitAtom } from "./visit.ts";

/** Makes the link to this page with the visitor's answers; null while prerendering. */
export const makeResumeLinkAtom = atom(null, (get) => {
  const visit = get(visitAtom);
  return (
    visit && resumeLink(visit.location, visit.funnel, get(givenAnswersAtom))
  );
});

/** Takes over the answers of a link, where none were given in this browser. */
export const resumeAnswersAtom = atom(null, (get, set) => {
  const visit = get(visitAtom);
  if (visit === null || visit.resumed === null) return;
  if (Object.keys(get(givenAnswersAtom)).length > 0) return;
  for (const step of visit.funnel.steps) {
    const answer = visit.resumed[step.id];
    if (answer !== undefined) set(answerAtom, step, answer);
  }
});
