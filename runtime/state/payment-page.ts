import type { CheckoutProvider } from "../../generated/names.ts";
import type { Product } from "../../generated/contract.ts";
import { getMaxPayForm, type PaymentForm } from "../api/max-pay.ts";
import {
  makeCheckout,
  makeStripeCheckout,
  makeStripeSubscription,
} from "../api/pay.ts";
import type { Attempt, Details } from "../core/attempt.ts";
import type { Desk } from "./desk.ts";
import { isRefused } from "./refused.ts";

/** How the visitor gets to a payment page: by its address, or by a form that is sent there. */
export type WayThere =
  | { readonly kind: "leave"; readonly url: string }
  | { readonly kind: "send"; readonly form: PaymentForm };

/** A payment page that is open, and the server's id of the payment. */
export interface OpenPage {
  readonly payment: string;
  readonly way: WayThere;
}

/** Opens the attempt's payment page; null when it could not be, which is logged. Stripe's failures reject. */
export function openPaymentPage(
  desk: Desk,
  attempt: Attempt,
  details: Details,
  product: Product,
): Promise<OpenPage | null> {
  const open = openers[attempt.order.checkout] ?? openNamed;
  return open(desk, attempt, details, product);
}

/** Providers with calls of their own (spec 7). */
const openers: Partial<Record<CheckoutProvider, typeof openPaymentPage>> = {
  "max-pay": openMaxPay,
  stripe: openStripe,
};

/** All others have a page at an address, which the server tells. */
async function openNamed(
  desk: Desk,
  { order, checkoutId }: Attempt,
  { returnPath, meta, ...place }: Details,
): Promise<OpenPage> {
  const { checkout: provider, product, email } = order;
  const { checkout_id, url } = await makeCheckout(
    desk.visit.client,
    checkoutId,
    { provider, product, email, return_path: returnPath, meta, ...place },
  );
  return { payment: checkout_id, way: { kind: "leave", url } };
}

/** The way back is the page that asks; the call itself names the product alone (spec 7). */
async function openMaxPay(
  desk: Desk,
  { order, checkoutId }: Attempt,
): Promise<OpenPage | null> {
  const { client } = desk.visit;
  const answer = await getMaxPayForm(
    client,
    checkoutId,
    order.product,
    (error) => {
      // The next try needs a new pair of ids.
      if (isRefused(error)) desk.forget();
    },
  );
  if (answer === null) return null;
  const { checkout_id, formData } = answer;
  return { payment: checkout_id, way: { kind: "send", form: formData } };
}

/** A product that renews is a subscription, any other is paid once. */
async function openStripe(
  desk: Desk,
  { order, checkoutId }: Attempt,
  { returnPath, meta, ...place }: Details,
  { renewal }: Product,
): Promise<OpenPage> {
  const { client } = desk.visit;
  const { product, email } = order;
  const common = { product, return_path: returnPath, meta };
  const { checkout_id, url } =
    renewal === null
      ? await makeStripeCheckout(client, checkoutId, common)
      : await makeStripeSubscription(client, checkoutId, {
          ...common,
          ...place,
          email,
        });
  return { payment: checkout_id, way: { kind: "leave", url } };
}
