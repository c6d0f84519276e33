import { useHydrated } from "../hooks/use-hydrated.ts";
import { span } from "../core/period.ts";

const DAY_MS = 86_400_000;
const FORMAT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
});

export function dayFromNow(days: number, now: number = Date.now()): Date {
  return new Date(now + days * DAY_MS);
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
  iso: string | null;
} {
  const hydrated = useHydrated();
  if (!hydrated)
    return { label: `In ${span(days)}`, phrase: `in ${span(days)}`, iso: null };
  const date = dayFromNow(days);
  const label = dayText(date);
  return { label, phrase: `by ${label}`, iso: date.toISOString().slice(0, 10) };
}
