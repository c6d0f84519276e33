import type { Product } from "../../generated/contract.ts";
import type { CheckoutProvider } from "../../generated/names.ts";
import type { Client } from "../api/client.ts";
import { getMaxPayForm } from "../api/max-pay.ts";
import {
  makeCheckout,
  makeStripeCheckout,
  makeStripeSubscription,
  type PaymentPage,
} from "../api/pay.ts";
import type { Attempt, Details } from "../core/attempt.ts";
import { isRefused } from "./failures.ts";
import type { Answer, StateOf } from "./machine.ts";

/** What a payment page is opened for. */
interface Sale {
  readonly attempt: Attempt;
  readonly details: Details;
  readonly product: Product;
}

/** Opens the attempt's payment page. */
export function openPaymentPage(
  client: Client,
  to: StateOf<"opening">,
  sale: Sale,
): Promise<Answer> {
  const open = openers[sale.attempt.order.checkout] ?? openNamed;
  return open(client, to, sale);
}

/** Providers with calls of their own (spec 7). */
const openers: Partial<Record<CheckoutProvider, typeof openPaymentPage>> = {
  "max-pay": openMaxPay,
  stripe: openStripe,
};

/** All others have a page at an address, which the server tells. */
async function openNamed(
  client: Client,
  to: StateOf<"opening">,
  { attempt, details }: Sale,
): Promise<Answer> {
  const { checkoutId, order } = attempt;
  const { checkout: provider, product, email } = order;
  const { returnPath, meta, ...place } = details;
  const sent = { provider, product, email, return_path: returnPath, meta };
  const page = await makeCheckout(client, checkoutId, { ...sent, ...place });
  return opened(to, attempt, page);
}

/** The way back is the page that asks; the call itself names the product alone, and logs its failure (spec 7 and 8). */
async function openMaxPay(
  client: Client,
  to: StateOf<"opening">,
  { attempt }: Sale,
): Promise<Answer> {
  let refused = false;
  const answer = await getMaxPayForm(
    client,
    attempt.checkoutId,
    attempt.order.product,
    (error) => {
      refused = isRefused(error);
    },
  );
  if (answer === null) return { kind: "failed", to, refused };
  const { checkout_id: payment, formData: form } = answer;
  return {
    kind: "opened",
    to,
    attempt: { ...attempt, payment },
    way: { kind: "send", form },
  };
}

/** A product that renews is a subscription, any other is paid once. */
async function openStripe(
  client: Client,
  to: StateOf<"opening">,
  { attempt, details, product: { renewal } }: Sale,
): Promise<Answer> {
  const { checkoutId, order } = attempt;
  const { product, email } = order;
  const { returnPath, meta, ...place } = details;
  const common = { product, return_path: returnPath, meta };
  const page =
    renewal === null
      ? await makeStripeCheckout(client, checkoutId, common)
      : await makeStripeSubscription(client, checkoutId, {
          ...common,
          ...place,
          email,
        });
  return opened(to, attempt, page);
}

function opened(
  to: StateOf<"opening">,
  attempt: Attempt,
  { checkout_id: payment, url }: PaymentPage,
): Answer {
  return {
    kind: "opened",
    to,
    attempt: { ...attempt, payment },
    way: { kind: "leave", url },
  };
}
