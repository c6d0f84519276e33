import { atom } from "jotai";
import type { Step } from "../../generated/contract.ts";
import { type Answer, readAnswer } from "../core/answers.ts";
import { contactFromAnswers } from "../core/contact.ts";
import { nameOf } from "../core/discretion.ts";
import { answersOnWay } from "../core/flow.ts";
import {
  type Journey,
  NO_JOURNEY,
  readJourney,
  withUnread,
} from "../core/journey.ts";
import { logWarning } from "../core/log.ts";
import { contactStored } from "./contact.ts";
import { stored } from "./stored.ts";
import { visitAtom } from "./visit.ts";
import { journeyKey } from "../core/storage-keys.ts";

export const journeyStored = stored<Journey>({
  key: (visit) => journeyKey(visit.funnel),
  read: (value, visit) => readJourney(visit.funnel, value, visit.now()),
  empty: NO_JOURNEY,
  written: (journey, value, visit) => withUnread(visit.funnel, journey, value),
});

/** Every answer that was given, and by which questions show what was chosen. */
export const givenAnswersAtom = atom((get) => get(journeyStored.state).answers);
/** Those that count: conditions, scores and texts go by them. */
export const answersAtom = atom((get) => {
  const given = get(givenAnswersAtom);
  const funnel = get(visitAtom)?.funnel;
  return funnel === undefined ? given : answersOnWay(funnel, given);
});
export const doneAtom = atom((get) => get(journeyStored.state).done);

/** Keeps an answer at once; one that the question cannot have is refused and logged. */
export const answerAtom = atom(null, (_get, set, step: Step, value: Answer) => {
  const answer = readAnswer(step, value);
  if (answer === null)
    return logWarning(`an answer that does not fit ${nameOf(step)} is refused`);
  set(journeyStored.state, (journey) => ({
    ...journey,
    answers: { ...journey.answers, [step.id]: answer },
  }));
  const contact = contactFromAnswers({ [step.id]: answer });
  const name =
    "contact" in step.props && typeof answer === "string"
      ? { name: answer }
      : {};
  if (Object.keys(contact).length + Object.keys(name).length > 0) {
    set(contactStored.state, (known) => ({ ...known, ...contact, ...name }));
  }
});

/** Whether the visitor came to an offer before the funnel became what it is now. */
export const wasOfferedAtom = atom((get) => {
  const { offered } = get(journeyStored.state);
  const edition = get(visitAtom)?.funnel.edition;
  return offered !== null && offered !== edition;
});

/** The visitor has come to an offer, with all that it needs. */
export const markOfferedAtom = atom(null, (get, set) => {
  const edition = get(visitAtom)?.funnel.edition ?? null;
  if (get(journeyStored.state).offered === edition) return;
  set(journeyStored.state, (journey) => ({ ...journey, offered: edition }));
});

export const markDoneAtom = atom(null, (get, set, key: string) => {
  if (get(doneAtom).includes(key)) return;
  set(journeyStored.state, (journey) => ({
    ...journey,
    done: [...journey.done.filter((known) => known !== key), key],
  }));
});
