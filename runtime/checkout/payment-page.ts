import type { Product } from "../../generated/contract.ts";
import type { Client } from "../api/client.ts";
import { getMaxPayForm } from "../api/max-pay.ts";
import { makeStripeCheckout, makeStripeSubscription } from "../api/pay.ts";
import type { Attempt, Details } from "../core/attempt.ts";
import { isRefused } from "./failures.ts";
import type { Answer } from "./machine.ts";

/** Opens the attempt's payment page. */
export function openPaymentPage(
  client: Client,
  attempt: Attempt,
  details: Details,
  product: Product,
): Promise<Answer> {
  return attempt.order.checkout === "max-pay"
    ? openMaxPay(client, attempt)
    : openStripe(client, attempt, details, product);
}

/** The way back is the page that asks; the call itself names the product alone, and logs its failure (spec 7 and 8). */
async function openMaxPay(client: Client, attempt: Attempt): Promise<Answer> {
  const { checkoutId, order } = attempt;
  let refused = false;
  const answer = await getMaxPayForm(
    client,
    checkoutId,
    order.product,
    (error) => {
      refused = isRefused(error);
    },
  );
  if (answer === null) return { kind: "failed", refused, error: null };
  const { checkout_id: payment, formData: form } = answer;
  return { kind: "opened", attempt, payment, way: { kind: "send", form } };
}

/** A product that renews is a subscription, any other is paid once. */
async function openStripe(
  client: Client,
  attempt: Attempt,
  { returnPath, meta, ...place }: Details,
  { renewal }: Product,
): Promise<Answer> {
  const { checkoutId, order } = attempt;
  const { product, email } = order;
  const common = { product, return_path: returnPath, meta };
  const { checkout_id: payment, url } =
    renewal === null
      ? await makeStripeCheckout(client, checkoutId, common)
      : await makeStripeSubscription(client, checkoutId, {
          ...common,
          ...place,
          email,
        });
  return { kind: "opened", attempt, payment, way: { kind: "leave", url } };
}
