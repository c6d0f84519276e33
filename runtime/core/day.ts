const DAY_MS = 86_400_000;

/**
 * Counted on the calendar: a day is not always 24 hours long. `aheadMs`: by how much the clock that counts is ahead of
 * the device's.
 */
export function dayFromNow(
  days: number,
  aheadMs = 0,
  now: number = Date.now(),
): Date {
  const date = new Date(now + aheadMs);
  date.setDate(date.getDate() + days);
  return date;
}

/** The day on which a plan renews that was paid now: it is charged so many times 24 hours later, whatever the clocks do. */
export function renewalDay(
  days: number,
  aheadMs = 0,
  now: number = Date.now(),
): Date {
  return new Date(now + aheadMs + days * DAY_MS);
}
