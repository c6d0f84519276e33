import type { Attempt } from "../core/attempt.ts";
import type { Desk } from "./desk.ts";
import { askCharge, askPayment, type Outcome } from "./outcome.ts";

/** Waits before the server is asked again about a payment that is still open; milliseconds. */
export const ASK_AGAIN_MS: readonly number[] = [1_000, 2_000, 4_000];

/** Whether the server may know more of an attempt than this device does. */
export function isUnsettled(attempt: Attempt | null): attempt is Attempt {
  if (attempt === null || attempt.paid) return false;
  return attempt.payment !== null || attempt.reference !== null;
}

/** What became of an attempt whose page is shown again, by a reload or Back. Charges nothing. */
export async function askAttempt(
  desk: Desk,
  attempt: Attempt,
): Promise<Outcome> {
  return attempt.payment === null
    ? askCharge(desk, attempt)
    : askPayment(desk, attempt.payment);
}

/** What became of the payment whose page the visitor comes back from; it may be ahead of the bank's news. */
export async function askUntilDecided(
  desk: Desk,
  payment: string,
): Promise<Outcome> {
  let outcome = await askPayment(desk, payment);
  for (const wait of ASK_AGAIN_MS) {
    if (outcome.kind !== "open") break;
    await desk.visit.sleep(wait);
    outcome = await askPayment(desk, payment);
  }
  return outcome;
}
