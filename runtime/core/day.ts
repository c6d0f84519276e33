/** Counted on the calendar: a day is not always 24 hours long. */
export function dayFromNow(days: number, now: number = Date.now()): Date {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  return date;
}
