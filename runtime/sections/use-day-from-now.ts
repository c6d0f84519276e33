import { dayWords } from "../../generated/day-words.ts";
import { span } from "../../generated/period.ts";
import { useDay } from "../hooks/use-day.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";

/**
 * A day counted from today: "March 14". The page is built days before it is visited,
 * so until hydrated it says "in 4 weeks", which is true on both.
 */
export function useDayFromNow(days: number): {
  label: string;
  phrase: string;
} {
  const hydrated = useHydrated();
  const [today, day] = [useDay(0), useDay(days)];
  if (!hydrated)
    return { label: `In ${span(days)}`, phrase: `in ${span(days)}` };
  // After a year it is the day on which it is read.
  const withYear = day.getFullYear() !== today.getFullYear();
  const label = dayWords(day, { withYear });
  return { label, phrase: `by ${label}` };
}
