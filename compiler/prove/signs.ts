/** What is known of a visitor: one character for each fact, or its code where it is worked with. */
import type { ValuesOf } from "./conditions.ts";
import { type Facts, questionOf } from "./facts.ts";
import { scoreIn, seenOf } from "./totals.ts";

/** It makes no difference any more. */
const FORGOTTEN = "-";
/** Not asked, not known. */
export const NO = "0";
/** The first case of an answer, or that a value is known; the other cases follow it. */
export const YES = "1";
export const FIRST = YES.charCodeAt(0);
export const NO_SIGN = NO.charCodeAt(0);
export const FORGOTTEN_SIGN = FORGOTTEN.charCodeAt(0);

/** What is known, as the code of each fact's character: strings are only made of what is kept. */
export type Signs = readonly number[];

/** What is known, as it is kept: one character for each fact. */
export function written(signs: Signs): string {
  return String.fromCharCode(...signs);
}

/** What still makes a difference of what is known. */
export function keptOf(known: Signs, live: Uint8Array | undefined): Signs {
  const signs = [...known];
  for (let fact = 0; fact < signs.length; fact++)
    if (live?.[fact] !== 1) signs[fact] = FORGOTTEN_SIGN;
  return signs;
}

export function withSign(
  known: Signs,
  facts: readonly number[],
  sign: number,
): Signs {
  if (facts.length === 0) return known;
  const now = [...known];
  for (const fact of facts) now[fact] = sign;
  return now;
}

/** A total as one character, near to `NO` where it is near to zero: even distances are of what is above it. */
export function signOf(total: number): number {
  return NO_SIGN + (total < 0 ? -2 * total - 1 : 2 * total);
}

/** null where it makes no difference any more. */
export function totalOf(sign = FORGOTTEN_SIGN): number | null {
  if (sign === FORGOTTEN_SIGN) return null;
  const distance = sign - NO_SIGN;
  return distance % 2 === 0 ? distance / 2 : -(distance + 1) / 2;
}

/** What a state says of questions and scores. */
export function valuesIn(known: string, facts: Facts): ValuesOf {
  return (leaf) => {
    const question = questionOf(leaf);
    if (question !== null) return answerIn(known, facts, question);
    const at = facts.totals.get(scoreIn(leaf)) ?? -1;
    const fact = facts.all[at];
    const total = at === -1 ? null : totalOf(known.charCodeAt(at));
    return fact?.kind !== "total" || total === null
      ? null
      : [seenOf(total / fact.parts, fact.score, leaf)];
  };
}

/** What a state says of a question; null where it makes no difference any more, empty where it was not asked. */
export function answerIn(
  known: string,
  { all, answers }: Facts,
  question: string,
): readonly string[] | null {
  const at = answers.get(question);
  const fact = at === undefined ? undefined : all[at];
  if (at === undefined || fact?.kind !== "answer") return null;
  const sign = known[at] ?? FORGOTTEN;
  if (sign === FORGOTTEN) return null;
  return sign === NO ? [] : (fact.cases[sign.charCodeAt(0) - FIRST] ?? null);
}
