import type { Funnel } from "../../generated/contract.ts";
import { type Answers, answerOf, readAnswers } from "./answers.ts";
import { returnPath } from "./query.ts";

const NAME = "#resume=";
/** No funnel asks for so much; whoever sends more has made it up. */
const LENGTH_MAX = 16_000;

interface Place {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
}

/**
 * The address of a page with the visitor's answers in its fragment, which no browser sends to a server: opened on
 * another device, the visitor is where they were. Sensitive answers are left out.
 */
export function resumeLink(
  place: Place,
  funnel: Funnel,
  answers: Answers,
): string {
  const open = funnel.steps.flatMap(({ id, sensitive }) => {
    const answer = sensitive === "no" ? answerOf(answers, id) : null;
    return answer === null ? [] : [[id, answer] as const];
  });
  const written = encodeURIComponent(JSON.stringify(Object.fromEntries(open)));
  return `${place.protocol}//${place.host}${returnPath(place)}${NAME}${written}`;
}

/** Whether the visitor comes by such a link, whatever it holds. */
export function isResumed(hash: string): boolean {
  return hash.startsWith(NAME);
}

/** The answers that a link brings along, as far as they fit the funnel of today; null for any other fragment. */
export function readResumed(hash: string, funnel: Funnel): Answers | null {
  if (!isResumed(hash) || hash.length > LENGTH_MAX) return null;
  try {
    const written = decodeURIComponent(hash.slice(NAME.length));
    return readAnswers(funnel, JSON.parse(written));
  } catch {
    // Cut off on its way, or never one of ours.
    return null;
  }
}
