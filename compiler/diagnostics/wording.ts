import { distance } from "fastest-levenshtein";
import type { Ends, Reach } from "../shared/grid.ts";

/** Enough for every kind of page; the questions of a long quiz are cut. */
const LISTED = 25;
const FEW = 5;
/** Names that are shown of more than that. */
const NEAR = 12;

/** `use one of: a, b and c`; `shown` are the same names in another order, or fewer of them. */
export function useOneOf(
  known: readonly string[],
  shown: string = list(known),
): string {
  const [only, ...others] = known;
  return only !== undefined && others.length === 0
    ? `use "${only}"`
    : `use one of: ${shown}`;
}

/** The known name that a slip of the finger is nearest to. */
export function nearest(
  name: string,
  known: readonly string[],
): string | undefined {
  return nearestNames(name, known).names[0];
}

/** The known names that a slip of the finger is nearest to, all of them as near. */
interface Near {
  readonly names: readonly string[];
  /**
   * Whether it can be no other. One of several, one with another number, or one of which more than a slip is different,
   * may not be what was meant.
   */
  readonly isOnly: boolean;
}

/** In names of so many letters two of them may be wrong. */
const LONG = 10;

export function nearestNames(name: string, known: readonly string[]): Near {
  const wanted = name.toLowerCase();
  const letters = sorted(wanted);
  let names: string[] = [];
  // Of a single letter, another one is no slip.
  const slips =
    name.length === 1 ? 0 : Math.max(1, Math.floor((name.length + 1) / 3));
  let bestDistance = slips + 1;
  for (const candidate of new Set(known)) {
    const lower = candidate.toLowerCase();
    // Letters in the wrong order are one slip, not two.
    const swapped = lower !== wanted && sorted(lower) === letters;
    const far = swapped ? 1 : distance(wanted, lower);
    // Of two that are as near, an ending was forgotten more likely than a letter mistaken, and a number least of all.
    const found =
      far -
      (lower.startsWith(wanted) ? 0.5 : 0) +
      (isOtherNumber(wanted, lower) ? 0.25 : 0);
    if (found === bestDistance && names.length > 0) names.push(candidate);
    if (found >= bestDistance) continue;
    names = [candidate];
    bestDistance = found;
  }
  const isSlip = bestDistance <= (name.length < LONG ? 1 : 2);
  const isNear = names.length > 0;
  if (!isNear) names = longer(wanted, known);
  const [first, ...others] = names;
  const isOnly =
    first !== undefined &&
    others.length === 0 &&
    (isSlip || !isNear) &&
    !isOtherNumber(wanted, first.toLowerCase());
  return { names, isOnly };
}

/** Whether two names are of different things of one kind, as `moon-1` and `moon-3` are, or `plan` and `plan2`. */
function isOtherNumber(one: string, other: string): boolean {
  const [number, otherNumber] = [one, other].map((name) =>
    name.replaceAll(/\D/g, ""),
  );
  const words = [one, other].map((name) => name.replaceAll(/\d/g, ""));
  return (
    number !== otherNumber &&
    (words[0] === words[1] || (number !== "" && otherNumber !== ""))
  );
}

/** Names shorter than this begin too many others. */
const BEGINNING = 4;

/** The only known name that goes on, with another word or an ending, where `wanted` stops. */
function longer(wanted: string, known: readonly string[]): string[] {
  if (wanted.length < BEGINNING) return [];
  const [only, ...others] = known.filter((candidate) =>
    [`${wanted}-`, `${wanted}.`].some((beginning) =>
      candidate.toLowerCase().startsWith(beginning),
    ),
  );
  return only === undefined || others.length > 0 ? [] : [only];
}

/** The only known name that a word is the beginning of, as `desc` is of `description`. */
export function abbreviated(
  word: string,
  known: readonly string[],
): string | undefined {
  const [only, ...others] = known.filter((name) => name.startsWith(word));
  return word.length < BEGINNING || others.length > 0 ? undefined : only;
}

function sorted(word: string): string {
  return [...word].sort().join("");
}

/** The names an author may choose from; of very many, those that have it in them or are most like what was written. */
export function choices(name: string, known: readonly string[]): string {
  if (!isVeryLong(known)) return list(known);
  const bare = name.replace(/^[^\p{L}\p{N}]+/u, "");
  const isIn = (one: string) => Number(bare !== "" && one.includes(bare));
  const near = [...known]
    .sort((a, b) => isIn(b) - isIn(a) || distance(name, a) - distance(name, b))
    .slice(0, NEAR);
  return `${near.join(", ")} and ${known.length - NEAR} more`;
}

/** Where only a few would be left out, all are named. */
function isVeryLong(names: readonly string[]): boolean {
  return names.length >= LISTED + FEW;
}

/** "a, b and c", cut when there are very many. */
export function list(names: readonly string[]): string {
  if (isVeryLong(names))
    return `${names.slice(0, LISTED).join(", ")} and ${names.length - LISTED} more`;
  const last = names.at(-1) ?? "";
  return names.length < 2
    ? last
    : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** "`a`, `b` or `c`". */
export function quoted(names: readonly string[]): string {
  const words = names.map((name) => `\`${name}\``);
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} or ${last}`;
}

/** What is wanted of a score, or of an answer, and is not among what there can be. */
export function noAnswer(p: {
  id: string;
  wanted: string;
  of: Reach | ({ kind: "score" } & Ends);
}): { message: string; hint: string } {
  if (p.of.kind === "score")
    return {
      message: `the score "${p.id}" is never ${p.wanted}`,
      hint: `its questions add up to ${p.of.first} to ${p.of.last}: write a number between them, or change the points`,
    };
  const { all, one } = reachInWords(p.of);
  return {
    message: `no answer to "${p.id}" is ${p.wanted}`,
    hint: `its answers are ${all}: write ${one} that somebody can answer, or change the question`,
  };
}

/** What a question takes, and one of it: "whole numbers from 0 to 40" and "a number". */
function reachInWords(reach: Reach): { all: string; one: string } {
  switch (reach.kind) {
    case "quantity": {
      const isWhole = reach.by === 1 && Number.isInteger(reach.first ?? 0);
      const numbers = isWhole
        ? "whole numbers"
        : `numbers in steps of ${reach.by}`;
      return { all: numbers + between(reach), one: "a number" };
    }
    case "day":
      return { all: `days${between(reach)}`, one: "a day" };
    case "words":
      return { all: `texts of up to ${reach.most} characters`, one: "a text" };
  }
}

function between<T>(ends: { first: T | null; last: T | null }): string {
  const { first, last } = ends;
  return [
    ...(first === null ? [] : [` from ${first}`]),
    ...(last === null ? [] : [` to ${last}`]),
  ].join("");
}

/** Words that fit as the fallback of a variable, to show how one is written. */
export function insteadOf(name: string): string {
  if (name === "name") return "friend";
  return name === "email" ? "your email" : "your answer";
}
