/**
 * When the buyer of a plan is told of its next payment beforehand, as far as compiler and server have to agree on it.
 * Emitted as it stands to `generated/renewal-notice.ts`.
 */

/**
 * Laws on plans that are paid by the year want them told of 15 to 45 days before. It is no long plan yet where the
 * payment before was for a trial: that is at most so many days back.
 */
export const LONG_PLAN = { fromDays: 180, trialDays: 150, aheadDays: 30 };
/** Of all others. */
export const AHEAD_DAYS = 7;
/** Of a payment that comes so soon after the one before, the receipt is the notice. */
export const RECEIPT_DAYS = 14;

/** How many days before the first renewal of a plan, and before all others, its buyer is told; null: not at all. */
export function noticesOf({
  days,
  everyDays,
}: {
  /** That the first payment is for; null: as many as the others. */
  readonly days: number | null;
  readonly everyDays: number;
}): readonly (number | null)[] {
  return [days ?? everyDays, everyDays].map((since) => {
    if (since <= RECEIPT_DAYS) return null;
    const { fromDays, trialDays, aheadDays } = LONG_PLAN;
    return everyDays >= fromDays && since > trialDays ? aheadDays : AHEAD_DAYS;
  });
}
