import { unbroken } from "./unbroken.ts";

/** A number of days as people say it after "every": "week", "4 weeks", "month", "3 months", "year". */
export function period(days: number): string {
  for (const [length, word] of UNITS) {
    if (days === length) return word;
    if (days % length === 0) return `${days / length} ${word}s`;
  }
  return `${days} days`;
}

/** What is paid again and again, "$39.99 every 12 weeks": a line may end between the sum and how often it is paid. */
export function recurring(price: string, everyDays: number): string {
  return `${unbroken(price)} ${unbroken(`every ${period(everyDays)}`)}`;
}

/** A number of days with a number in front: "1 week", "4 weeks". */
export function span(days: number): string {
  const words = period(days);
  return /^\d/.test(words) ? words : `1 ${words}`;
}

/** Weeks before months, so that 84 days stay the 12 weeks they are sold as. */
const UNITS = [
  [365, "year"],
  [7, "week"],
  [30, "month"],
  [1, "day"],
] as const;
