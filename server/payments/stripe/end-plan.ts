import type { Stripe } from "stripe";
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
