import { FetchError } from "ofetch";
import { getCheckoutStatus, getPurchases } from "../api/pay.ts";
import type { CheckoutStatus } from "../../generated/api.ts";
import type { Attempt } from "../core/attempt.ts";
import type { Desk } from "./desk.ts";

/** What became of a payment, as the server says. */
export type Outcome =
  | {
      readonly kind: "paid" | "declined" | "cancelled" | "open";
      readonly product: string;
    }
  | {
      readonly kind: "needs-authentication";
      readonly product: string;
      readonly url: string;
    }
  /** Nothing of this session: never begun, or long ago. */
  | { readonly kind: "gone" };

/** Asks the server about a payment, and keeps what the answer means for the attempt. */
export async function askPayment(
  desk: Desk,
  payment: string,
): Promise<Outcome> {
  try {
    const answer = await getCheckoutStatus(desk.visit.client, payment);
    return record(desk, payment, answer);
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return conclude(desk, payment, { kind: "gone" });
  }
}

/** Asks about a charge whose answer was lost on the way; the server knows it by its product. */
export async function askCharge(
  desk: Desk,
  attempt: Attempt,
): Promise<Outcome> {
  const purchases = await getPurchases(desk.visit.client);
  const found = purchases.findLast(
    ({ product, checkout_id }) =>
      product === attempt.order.product && !desk.isElsewhere(checkout_id),
  );
  if (found === undefined) return { kind: "gone" };
  desk.keep({ ...attempt, payment: found.checkout_id });
  const { product } = attempt.order;
  return conclude(desk, found.checkout_id, { kind: "paid", product });
}

type Answered = Pick<CheckoutStatus["answer"], "status" | "product" | "url">;

/** Turns the server's word into an outcome, and keeps it. */
export function record(
  desk: Desk,
  payment: string,
  { status, product, url }: Answered,
): Outcome {
  if (status !== "needs_authentication")
    return conclude(desk, payment, { kind: status, product });
  // Without an address there is nothing to confirm on.
  if (url === undefined)
    return conclude(desk, payment, { kind: "declined", product });
  return { kind: "needs-authentication", product, url };
}

function conclude(desk: Desk, payment: string, outcome: Outcome): Outcome {
  const attempt = desk.attempt();
  const own = attempt?.payment === payment ? attempt : null;
  if (outcome.kind === "paid") {
    if (own?.paid !== true) desk.markPurchased(outcome.product);
    if (own !== null) desk.keep({ ...own, paid: true });
  } else if (outcome.kind !== "open" && own !== null) {
    // The next try needs a new key: this one would get the same answer again.
    desk.forget();
  }
  return outcome;
}

/** The server knows nothing of it in this session, so nothing was charged by it. */
export function isUnknown(error: unknown): boolean {
  return error instanceof FetchError && error.status === 404;
}
