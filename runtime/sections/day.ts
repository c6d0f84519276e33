import { useHydrated } from "../hooks/use-hydrated.ts";
import { span } from "../core/period.ts";

const FORMAT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
});

/** Counted on the calendar: a day is not always 24 hours long. */
export function dayFromNow(days: number, now: number = Date.now()): Date {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  return date;
}

export function dayText(date: Date): string {
  return FORMAT.format(date);
}

/**
 * A day counted from today: "14 March". The page is built days before it is visited,
 * so until hydrated it says "in 4 weeks", which is true on both.
 */
export function useDayFromNow(days: number): {
  label: string;
  phrase: string;
} {
  const hydrated = useHydrated();
  if (!hydrated)
    return { label: `In ${span(days)}`, phrase: `in ${span(days)}` };
  const label = dayText(dayFromNow(days));
  return { label, phrase: `by ${label}` };
}
