import { formatMoney } from "../../checkout/money.ts";
import type { Refund, Refunded } from "../../checkout/provider.ts";
import { refundName, refundStatus } from "./after-sale.ts";
import type { PayPalClient } from "./client.ts";
import { valueOf } from "./money.ts";
import { getOrder, issueOf } from "./orders.ts";

const UNKNOWN: Refunded = {
  kind: "unable",
  detail: "PayPal knows no payment of that name: look for it there.",
};

/** Gives money of a capture back, once for each refund: PayPal knows it by its name. */
export async function refundAt(
  client: PayPalClient,
  refund: Refund,
): Promise<Refunded> {
  const capture = await captureOf(client, refund);
  if (capture === null) return UNKNOWN;
  const { id, checkout, amount, currency } = refund;
  const value = valueOf(amount, currency);
  if (value === null)
    return {
      kind: "unable",
      detail: `PayPal takes no ${formatMoney(amount, currency)}: its sums are coarser.`,
    };
  const path = `/v2/payments/captures/${encodeURIComponent(capture)}/refund`;
  const { status, body } = await client.call("POST", path, {
    body: JSON.stringify({
      amount: { value, currency_code: currency },
      custom_id: refundName(checkout.checkout_id, id),
    }),
    requestId: `refund-${id}`,
  });
  if (status === 200 || status === 201) return told(body);
  if (status === 404) return UNKNOWN;
  const issue = issueOf(body);
  // Another call of ours is at it.
  if (status === 409 || issue === "PREVIOUS_REQUEST_IN_PROGRESS")
    return { kind: "told", status: "requested", reference: null };
  if (status === 422 || status === 403) return refused(issue);
  throw new Error(`PayPal answers ${status} ${issue}`);
}

/** What became of a refund, by PayPal's name for it; null when there is none. */
export async function lookAtRefund(
  client: PayPalClient,
  reference: string,
): Promise<Refunded | null> {
  const path = `/v2/payments/refunds/${encodeURIComponent(reference)}`;
  const { status, body } = await client.call("GET", path);
  if (status === 200) return told(body);
  if (status === 404) return null;
  throw new Error(`PayPal answers ${status} ${issueOf(body)}`);
}

/** Payments of earlier versions do not know their capture; their order does. */
async function captureOf(
  client: PayPalClient,
  { transaction, checkout }: Refund,
): Promise<string | null> {
  if (transaction !== null) return transaction;
  const { provider_reference } = checkout;
  const order =
    provider_reference && (await getOrder(client, provider_reference));
  return (order && order.captures[0]?.id) || null;
}

function told(body: unknown): Refunded {
  const { id, status } = Object(body);
  const reference = typeof id === "string" ? id : null;
  return { kind: "told", status: refundStatus(status), reference };
}

/** Given back already, disputed, too long ago, or more than is left. */
function refused(issue: string): Refunded {
  const reason = `PayPal refuses it: ${issue}.`;
  return { kind: "told", status: "failed", reference: null, reason };
}
