import type { Stripe } from "stripe";
import type { Checkout } from "../../db/checkouts.ts";
import { withCheckout } from "../../http/safe-path.ts";
import { isEmail } from "../email.ts";
import { toStripe } from "./amount.ts";
import type { Opened, Order } from "../../checkout/provider.ts";

/**
 * Opens a Checkout Session. What is due today is a one-time price; a plan that renews begins its renewals after the
 * days that were paid for.
 */
export async function openSession(
  stripe: Stripe,
  product: string,
  order: Order,
  customer: string | null,
): Promise<Opened> {
  const { checkout } = order;
  const back = `${order.origin}${withCheckout(checkout.return_path, checkout.checkout_id)}`;
  const session = await stripe.checkout.sessions.create(
    {
      ...modeOf(checkout),
      line_items: lineItems(checkout, product),
      adaptive_pricing: { enabled: false },
      client_reference_id: checkout.checkout_id,
      metadata: { checkout_id: checkout.checkout_id },
      success_url: back,
      cancel_url: back,
      ...customerOf(checkout, customer),
    },
    // A confirmation after a failed one-tap charge opens another page for the same checkout.
    { idempotencyKey: `open-${checkout.checkout_id}-${checkout.status}` },
  );
  if (session.url === null)
    throw new Error("a new Checkout Session has no address");
  return { page: session.url, reference: session.id };
}

type Params = Stripe.Checkout.SessionCreateParams;

function modeOf(checkout: Checkout): Params {
  const metadata = { checkout_id: checkout.checkout_id };
  if (checkout.renewal_days === null)
    return {
      mode: "payment",
      payment_intent_data: { setup_future_usage: "off_session", metadata },
    };
  return {
    mode: "subscription",
    subscription_data: {
      trial_period_days: checkout.first_days ?? checkout.renewal_days,
      metadata,
    },
  };
}

function lineItems(
  checkout: Checkout,
  product: string,
): NonNullable<Params["line_items"]> {
  const price = (minor: number) => {
    const { amount, currency } = toStripe(minor, checkout.currency);
    return { currency, product, unit_amount: amount };
  };
  const today = { quantity: 1, price_data: price(checkout.amount) };
  const { renewal_amount, renewal_days } = checkout;
  if (renewal_amount === null || renewal_days === null) return [today];
  const renewal = {
    quantity: 1,
    price_data: {
      ...price(renewal_amount),
      recurring: { interval: "day" as const, interval_count: renewal_days },
    },
  };
  return [today, renewal];
}

/** Who has paid here before is known to Stripe; the others become customers, so that their card can be saved. */
function customerOf(checkout: Checkout, customer: string | null): Params {
  if (customer !== null) return { customer };
  const { email } = checkout;
  return {
    ...(isEmail(email) && { customer_email: email }),
    ...(checkout.renewal_days === null && {
      customer_creation: "always" as const,
    }),
  };
}
