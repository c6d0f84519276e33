import type { Stripe } from "stripe";
import type { Checkout } from "../../db/checkouts.ts";
import { withCheckout } from "../../http/safe-path.ts";
import { isSimpleEmail } from "../email.ts";
import { unanswered } from "../unanswered.ts";
import { toStripe } from "./amount.ts";
import type { Order } from "../../checkout/provider.ts";

/** What renews at Stripe; sums are in minor units. */
export interface Renewal {
  readonly amount: number;
  readonly days: number;
  /** Days that are paid for today. */
  readonly firstDays: number;
}

/** null for what is paid once. */
export function renewalOf({
  renewal_amount: amount,
  renewal_days: days,
  first_days,
}: Checkout): Renewal | null {
  if (amount === null || days === null) return null;
  return { amount, days, firstDays: first_days ?? days };
}

/** Where a session is paid: on a page that Stripe hosts, or on one of ours with Stripe's elements. */
export type SessionUi = "hosted_page" | "elements";

interface Opening {
  /** Who has paid here before, as Stripe calls them. */
  readonly customer: string | null;
  readonly ui: SessionUi;
}

/** The path of our own page for a checkout. */
export function elementPathOf({ checkout_id }: Checkout): string {
  return `/api/pay/stripe/${checkout_id}`;
}

/**
 * Opens a Checkout Session. What is due today is a one-time price; a plan that renews begins its renewals after the
 * days that were paid for.
 */
export async function openSession(
  stripe: Stripe,
  product: string,
  order: Order,
  { customer, ui }: Opening,
): Promise<{ readonly page: string; readonly reference: string }> {
  const { checkout } = order;
  const back = `${order.origin}${withCheckout(checkout.return_path, checkout.checkout_id)}`;
  const session = await stripe.checkout.sessions.create(
    {
      ...modeOf(checkout),
      line_items: lineItems(checkout, product),
      adaptive_pricing: { enabled: false },
      client_reference_id: checkout.checkout_id,
      metadata: { checkout_id: checkout.checkout_id },
      ...(ui === "elements"
        ? { ui_mode: ui, return_url: back }
        : { success_url: back, cancel_url: back }),
      ...customerOf(checkout, customer),
    },
    { idempotencyKey: nameOf(checkout, ui) },
  );
  const page = ui === "elements" ? elementPathOf(checkout) : session.url;
  // Whatever is not Stripe's answer has neither; the types know Stripe's alone.
  if (!page || !session.id)
    throw unanswered(new Error("a new Checkout Session has no address"));
  return { page, reference: session.id };
}

/**
 * A confirmation after a failed one-tap charge opens another page for the same checkout; so does a visitor who leaves
 * our page for Stripe's.
 */
function nameOf({ checkout_id, status }: Checkout, ui: SessionUi): string {
  return `open-${checkout_id}-${status}-${ui}`;
}

/**
 * Ends a session in favour of the one that its order is paid by from now on. The session says so before it ends, and
 * whoever looks at it goes on to the next: its end is at no time the end of the order.
 */
export async function leaveSession(
  stripe: Stripe,
  id: string,
  next: string,
): Promise<void> {
  await stripe.checkout.sessions.update(id, { metadata: { [NEXT]: next } });
  await stripe.checkout.sessions.expire(id);
}

/** The session that an order goes on with once this one has ended. */
export function nextOf({ metadata }: Stripe.Checkout.Session): string | null {
  return metadata?.[NEXT] ?? null;
}

const NEXT = "next_session";

/** Ends the page that an order is paid on, and the one that it goes on to. Throws where one can't be ended. */
export async function endPage(stripe: Stripe, id: string): Promise<void> {
  const { sessions } = stripe.checkout;
  const session = await sessions.expire(id).catch(async (error: unknown) => {
    const ended = await sessions.retrieve(id);
    if (!isLeft(ended)) throw error;
    return ended;
  });
  const next = nextOf(session);
  if (next !== null) await endSession(stripe, next);
}

/** Ends a session, or finds that it has ended. Throws where it can't be ended: it may have been paid. */
export async function endSession(stripe: Stripe, id: string): Promise<void> {
  const { sessions } = stripe.checkout;
  await sessions.expire(id).catch(async (error: unknown) => {
    const { status } = await sessions.retrieve(id);
    if (status !== "expired") throw error;
  });
}

/** Whether a session has ended in favour of another one. */
export function isLeft(session: Stripe.Checkout.Session): boolean {
  return session.status === "expired" && nextOf(session) !== null;
}

type Params = Stripe.Checkout.SessionCreateParams;

function modeOf(checkout: Checkout): Params {
  const metadata = { checkout_id: checkout.checkout_id };
  const renewal = renewalOf(checkout);
  if (renewal === null)
    return {
      mode: "payment",
      payment_intent_data: { setup_future_usage: "off_session", metadata },
    };
  return {
    mode: "subscription",
    subscription_data: {
      trial_period_days: renewal.firstDays,
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
  const renewal = renewalOf(checkout);
  if (renewal === null) return [today];
  const later = {
    quantity: 1,
    price_data: {
      ...price(renewal.amount),
      recurring: { interval: "day" as const, interval_count: renewal.days },
    },
  };
  return [today, later];
}

/** Whoever has paid here before is known to Stripe; the others become customers, so that their card can be saved. */
function customerOf(checkout: Checkout, customer: string | null): Params {
  if (customer !== null) return { customer };
  const { email } = checkout;
  return {
    ...(isSimpleEmail(email) && { customer_email: email }),
    ...(renewalOf(checkout) === null && {
      customer_creation: "always" as const,
    }),
  };
}
