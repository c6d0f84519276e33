import { writtenDayWords } from "../../../generated/day-words.ts";

/** Dates are YYYY-MM-DD throughout, so that comparing them is comparing text. */
interface Bounds {
  readonly earliest: string | null;
  readonly latest: string | null;
}

/** Where a question names no first day. Browsers make 0024 of a year that is typed as 24. */
const FIRST_DAY = "1900-01-01";

/** The day where the visitor is. `aheadMs`: by how much the clock that counts is ahead of the device's. */
export function today(aheadMs: number, now: number = Date.now()): string {
  const time = new Date(now + aheadMs);
  const month = String(time.getMonth() + 1).padStart(2, "0");
  const day = String(time.getDate()).padStart(2, "0");
  return `${time.getFullYear()}-${month}-${day}`;
}

/** A bound as a date; `today` needs to know the day. */
export function resolveBound(
  bound: string | undefined,
  now: string | null,
): string | null {
  return bound === "today" ? now : (bound ?? null);
}

/**
 * What is wrong with a date, in words; null when it fits. `half`: typed in part only, or a day that its month does not
 * have; browsers do not tell these apart.
 */
export function dateFault(
  date: string,
  { earliest, latest }: Bounds,
  half: boolean,
  now: string,
): string | null {
  if (half)
    return "Please fill in the day, the month and the year, and check that the month has that day.";
  if (date === "") return "Please choose a date.";
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return "Please check the year.";
  if (earliest === null && date < FIRST_DAY)
    return "Please check the year. It has four digits, as 1985 has.";
  if (latest !== null && date > latest) {
    return latest === now
      ? "That day is still to come. Please check the year."
      : `Please choose a date up to ${writtenDayWords(latest)}.`;
  }
  if (earliest !== null && date < earliest) {
    return earliest === now
      ? "That day has passed. Please choose today or later."
      : `Please choose a date from ${writtenDayWords(earliest)} on.`;
  }
  return null;
}
