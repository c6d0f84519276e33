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
/** Months and years are not whole days. */
const TOLERANCE_DAYS = 2;

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
  return text
    .split(/[.!?\n]+/)
    .map((sentence) => sentence.replaceAll(ANSWERED, ""))
    .filter((sentence) => WHO.test(sentence) && KEPT.test(sentence))
    .flatMap((sentence) =>
      [...sentence.matchAll(PERIOD)].map(([words, count = "", unit = ""]) => ({
        words,
        days: countOf(count) * (DAYS[unit.toLowerCase()] ?? 1),
      })),
    );
}

/** Whether two periods are the same, however they are counted. */
export function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE_DAYS;
}

function countOf(word: string): number {
  const named = NUMBERS.indexOf(word.toLowerCase());
  if (named !== -1) return named + 1;
  return /^\d+$/.test(word) ? Number(word) : 1;
}
