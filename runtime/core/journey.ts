import type { Funnel } from "../../generated/contract.ts";
import { type Answers, readAnswers, unreadAnswers } from "./answers.ts";
import { readDeadline, readExtended } from "./deadline.ts";
import { type Promo, readPromo } from "./promo.ts";
import { isRecord, readText } from "./read.ts";
import { JOURNEY_VERSION } from "./storage-keys.ts";

/** What is kept of one visitor in one funnel; the script before React writes `answers` too. */
export interface Journey {
  readonly v: typeof JOURNEY_VERSION;
  readonly answers: Answers;
  /** Keys of what happened once: an analysing screen seen, a downsell declined. */
  readonly done: readonly string[];
  /** End of the countdown in milliseconds since the epoch. */
  readonly deadline: number | null;
  /** How often the countdown was extended. */
  readonly extended: number;
  readonly promo: Promo | null;
  /** The edition of the funnel in which the visitor came to an offer with all that it needs. */
  readonly offered: string | null;
}

export const NO_JOURNEY: Journey = {
  v: JOURNEY_VERSION,
  answers: {},
  done: [],
  deadline: null,
  extended: 0,
  promo: null,
  offered: null,
};

const DONE_MAX = 100;
const EDITION_MAX = 8;

/** Reads a stored journey; null when it is of another version or no journey at all. */
export function readJourney(
  funnel: Funnel,
  value: unknown,
  now: number,
): Journey | null {
  if (!isRecord(value) || value["v"] !== JOURNEY_VERSION) return null;
  const done = Array.isArray(value["done"])
    ? value["done"].slice(0, DONE_MAX)
    : [];
  return {
    v: JOURNEY_VERSION,
    answers: readAnswers(funnel, value["answers"]),
    done: done.filter((key): key is string => readText(key, 100) !== null),
    deadline: readDeadline(value["deadline"], now),
    extended: readExtended(value["extended"]),
    promo: readPromo(value["promo"]),
    offered: readText(value["offered"], EDITION_MAX),
  };
}

/** A journey with the stored answers that only a page of another build can read. */
export function withUnread(
  funnel: Funnel,
  journey: Journey,
  stored: unknown,
): unknown {
  if (!isRecord(stored) || stored["v"] !== JOURNEY_VERSION) return journey;
  const unread = unreadAnswers(funnel, stored["answers"]);
  return { ...journey, answers: { ...unread, ...journey.answers } };
}
