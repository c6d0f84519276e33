import type { Stripe } from "stripe";
import type { Checkout } from "../../db/checkouts.ts";
import { idOf } from "./client.ts";
import { orMissing } from "./sold.ts";

/** Cancels a subscription at once; true as well when Stripe has it cancelled already or knows none, false without its name. */
export async function endPlanAt(
  stripe: Stripe,
  reference: string | null,
): Promise<boolean> {
  if (reference === null) return false;
  const plan = await orMissing(stripe.subscriptions.retrieve(reference));
  if (plan !== null && plan.status !== "canceled")
    await stripe.subscriptions.cancel(reference);
  return true;
}

/** The subscription that a checkout has begun, by the name that is kept of its payment; null where it has none. */
export async function planOf(
  stripe: Stripe,
  { provider_reference: name }: Pick<Checkout, "provider_reference">,
): Promise<string | null> {
  if (name?.startsWith("cs_") !== true)
    return name?.startsWith("sub_") === true ? name : null;
  const session = await orMissing(stripe.checkout.sessions.retrieve(name));
  return idOf(session?.subscription);
}
