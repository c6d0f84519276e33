import { Stripe } from "stripe";

/** Cancels a subscription at once; true as well when it is cancelled already, false without its name. */
export async function endPlanAt(
  stripe: Stripe,
  reference: string | null,
): Promise<boolean> {
  if (reference === null) return false;
  try {
    const { status } = await stripe.subscriptions.retrieve(reference);
    if (status !== "canceled") await stripe.subscriptions.cancel(reference);
    return true;
  } catch (error) {
    // Stripe knows none of that name: there is nothing that could renew.
    if (
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      error.code === "resource_missing"
    )
      return true;
    throw error;
  }
}
