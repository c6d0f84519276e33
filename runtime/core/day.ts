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
