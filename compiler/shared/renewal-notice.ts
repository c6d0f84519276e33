/**
 * When the buyer of a plan is told of its next payment beforehand, as far as compiler and server have to agree on it.
 * Emitted as it stands to `generated/renewal-notice.ts`.
 */

/** Laws on plans that are paid by the year want them told of 15 to 45 days before. */
export const LONG_PLAN = { fromDays: 180, aheadDays: 30 } as const;
/** Of all others. */
export const AHEAD_DAYS = 7;
/** So long after a payment its receipt is the notice of the next one. */
export const RECEIPT_DAYS = 14;

/** Whether all payments of a plan but the first are told of beforehand. */
export function isToldAhead({
  days,
  everyDays,
}: {
  /** That the first payment is for; null: as many as the others. */
  readonly days: number | null;
  readonly everyDays: number;
}): boolean {
  return Math.min(days ?? everyDays, everyDays) > RECEIPT_DAYS;
}
