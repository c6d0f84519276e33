import type { Refund, Refunded } from "../checkout/provider.ts";
import { postSigned, type SignedCall } from "./signed-call.ts";
import { isName } from "./status-call.ts";

/** What an operator is told of a provider that is not set up to give money back. */
export function cannotRefund(name: string, variable: string): Refunded {
  return {
    kind: "unable",
    detail: `${name} gives money back by a call only where ${variable} is set. Give it back in ${name}'s own pages: its news of that is written down here.`,
  };
}

/**
 * Posts `order`, `transaction`, `refund` (our name for it), `amount`, `currency`, `time` and `signature`, and reads
 * `{ status, transaction, reason }`: `refunded`, `declined`, or `pending`, which anything else counts as, too. Throws a
 * 503 when the provider does not answer.
 */
export async function askRefund(
  call: SignedCall,
  { id, checkout, transaction, amount, currency }: Refund,
  now: Date,
): Promise<Refunded> {
  const fields = {
    order: checkout.checkout_id,
    ...(transaction !== null && { transaction: plain(checkout, transaction) }),
    refund: id,
    amount: String(amount),
    currency,
  };
  const told = await postSigned(call, fields, now);
  const { status, transaction: name, reason } = told;
  return {
    kind: "told",
    status:
      status === "refunded"
        ? "succeeded"
        : status === "declined"
          ? "failed"
          : "requested",
    reference: isName(name) ? name : null,
    ...(typeof reason === "string" && { reason }),
  };
}

/** Renewals are kept under the provider's name and its own name for them. */
function plain({ provider }: Refund["checkout"], transaction: string): string {
  const prefix = `${provider} `;
  return transaction.startsWith(prefix)
    ? transaction.slice(prefix.length)
    : transaction;
}
