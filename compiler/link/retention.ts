/** Stands in the texts of a brand for how long people are kept, as in `12 months`. */
export const RETENTION_NAME = "privacy.retention";
export const RETENTION = `{{ ${RETENTION_NAME} }}`;

const MONTH_DAYS = 365.25 / 12;
const DAYS: Readonly<Record<string, number>> = {
  day: 1,
  week: 7,
  month: MONTH_DAYS,
  year: 365.25,
};
/** Months and years are not whole days, weeks are. */
const TOLERANCE_DAYS = 2;
const TOLERANCE_SHARE = 1 / 15;

const NUMBERS =
  "one two three four five six seven eight nine ten eleven twelve".split(" ");

/** A number of days in months where it comes to whole ones and to more than a season, else in days. */
export function periodWords(days: number): string {
  const months = Math.round(days / MONTH_DAYS);
  return months > 3 && isSame(months * MONTH_DAYS, days)
    ? `${months} months`
    : `${days} days`;
}

/** A sentence that says how long what a person left is kept, and for how many days. */
export interface RetentionClaim {
  readonly words: string;
  readonly days: number;
  /** What it speaks of: the pictures made from visitors' photos, or all else. */
  readonly of: "pictures" | "people";
}

const PERIOD = new RegExp(
  String.raw`\b(\d+|an?|${NUMBERS.join("|")})[ -](day|week|month|year)s?\b`,
  "gi",
);
/** What is kept of a person, or by what the time is counted. */
const WHO = /\b(?:contacts?|e-?mails?|names?|last visit|visitors?)\b/i;
const KEPT =
  /\b(?:delet\w+|eras\w+|remov\w+|ke(?:ep|pt)\w*|go(?:es)?|gone|hold|held|stor\w+|until|after your)\b/i;
/** How soon somebody answers is another promise. */
const ANSWERED = /\b(?:answer|repl|respon)\w*[^.;:]*?\bwithin\b[^.;:]*/gi;

/** Every period that a policy names for what people have left, sentence by sentence. */
export function retentionClaims(text: string): RetentionClaim[] {
  return claims(text, (sentence) => WHO.test(sentence) && KEPT.test(sentence));
}

const OURS = String.raw`(?:they|it|them|everything|(?:your|the|all) (?:\w+ ){0,2}(?:data|details|information|answers|e-?mails?|names?|messages?|photos?|pictures?|previews?))`;
const PASSIVE = String.raw`(?:is|are|will be|gets?) (?:\w+ )?(?:deleted|erased|removed|wiped|kept|stored|held)`;
const ACTIVE = String.raw`\bwe (?:\w+ )?(?:delete|erase|remove|wipe|keep|store|hold)`;
const KEEPS_OURS = new RegExp(
  String.raw`\b${OURS}(?: and \w+)? ${PASSIVE}\b|${ACTIVE} (?:\w+ )?${OURS}\b`,
  "i",
);

/** The same in any text: there, the sentence itself has to say that something of the visitor is kept or deleted. */
export function keepingClaims(text: string): RetentionClaim[] {
  return text.length < SHORTEST || !MAY_KEEP.test(text)
    ? []
    : claims(text, (sentence) => KEEPS_OURS.test(sentence));
}

/** Most texts are shorter than any such sentence, or have none of these words. */
const SHORTEST = 16;
const MAY_KEEP = /\b(?:delet|eras|remov|wip|kept|keep|stor|held|hold)/i;

const PICTURES = /\b(?:photo|picture|preview)s?\b/i;

function claims(
  text: string,
  isClaim: (sentence: string) => boolean,
): RetentionClaim[] {
  // What "they" are is often said before.
  const of = PICTURES.test(text) && !WHO.test(text) ? "pictures" : "people";
  return text
    .split(/[.!?\n]+/)
    .map((sentence) => sentence.replaceAll(ANSWERED, ""))
    .filter(isClaim)
    .flatMap((sentence) =>
      [...sentence.matchAll(PERIOD)].map(([words, count = "", unit = ""]) => ({
        words,
        days: countOf(count) * (DAYS[unit.toLowerCase()] ?? 1),
        of: PICTURES.test(sentence) ? "pictures" : of,
      })),
    );
}

/** Whether two periods are the same, however they are counted. */
export function isSame(a: number, b: number): boolean {
  const tolerance = Math.min(TOLERANCE_DAYS, Math.min(a, b) * TOLERANCE_SHARE);
  return Math.abs(a - b) <= tolerance;
}

function countOf(word: string): number {
  const named = NUMBERS.indexOf(word.toLowerCase());
  if (named !== -1) return named + 1;
  return /^\d+$/.test(word) ? Number(word) : 1;
}
