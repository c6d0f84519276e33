import type { Finding } from "../../checkout/provider.ts";
import { isWaiting } from "../../checkout/settle.ts";
import type { Checkout } from "../../db/checkouts.ts";
import type { PayPalClient } from "./client.ts";
import { isAmount } from "./money.ts";
import {
  captureOrder,
  getOrder,
  type PayPalOrder,
  type Sum,
} from "./orders.ts";

/** What PayPal knows of a checkout. */
export type Look =
  | { readonly kind: "found"; readonly finding: Finding }
  /** The visitor has not approved. */
  | { readonly kind: "waits" }
  /** PayPal has not decided yet. */
  | { readonly kind: "undecided" };

/**
 * What an order is now. An order that the visitor has approved is captured on the way, while its checkout waits: what
 * was cancelled here takes no money any more.
 */
export async function lookAt(
  client: PayPalClient,
  checkout: Checkout,
  id: string,
): Promise<Look> {
  const order = await getOrder(client, id);
  // PayPal forgets orders that were not paid in time.
  if (order === null) return found({ status: "cancelled" });
  if (order.checkoutId !== checkout.checkout_id) return { kind: "waits" };
  if (order.status !== "APPROVED" || !isWaiting(checkout))
    return readOutcome(checkout, order);
  requireSum(checkout, order.amount);
  const captured = await captureOrder(client, checkout, id);
  switch (captured.kind) {
    case "taken":
      return readOutcome(checkout, captured.order);
    case "asked-before": {
      const again = await getOrder(client, id);
      return again === null
        ? { kind: "undecided" }
        : readOutcome(checkout, again);
    }
    case "declined": {
      const { kind: status, ...why } = captured;
      return found({ status, ...why });
    }
    case "not-approved":
      return { kind: "waits" };
  }
}

function readOutcome(
  checkout: Checkout,
  { status, captures }: PayPalOrder,
): Look {
  const taken = captures.find((one) => TAKEN.includes(one.status));
  if (taken !== undefined) {
    requireSum(checkout, taken.amount);
    const { id } = taken;
    return found({ status: "paid", ...(id !== null && { transaction: id }) });
  }
  if (status === "VOIDED") return found({ status: "cancelled" });
  if (status !== "COMPLETED" && status !== "APPROVED") return { kind: "waits" };
  const refused = captures.some((one) => REFUSED.includes(one.status));
  return refused ? found({ status: "declined" }) : { kind: "undecided" };
}

/** Money that was given back was taken before. */
const TAKEN: readonly string[] = [
  "COMPLETED",
  "PARTIALLY_REFUNDED",
  "REFUNDED",
];
const REFUSED: readonly string[] = ["DECLINED", "FAILED"];

function found(finding: Finding): Look {
  return { kind: "found", finding };
}

/** Money that is not what the price list said is for people to look at, and pays for nothing by itself. */
function requireSum({ amount, currency }: Checkout, sum: Sum | null): void {
  if (sum?.currency === currency && isAmount(sum.value, amount, currency))
    return;
  throw new Error("PayPal has another sum than was asked for");
}
