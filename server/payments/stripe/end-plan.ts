import type { Stripe } from "stripe";
import { endOfPlan, type PlanNews } from "../../checkout/news.ts";
import type { EndingPlan } from "../../checkout/provider.ts";
import type { Checkout } from "../../db/checkouts.ts";
import { readSubscription } from "./after-sale.ts";
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

/**
 * Has a subscription end after what is paid for; one that nothing is paid for, as it is behind, has not begun, or is about
 * to be charged for a new period, ends at once. null without its name.
 */
export async function cancelPlanAt(
  stripe: Stripe,
  { reference, at }: Pick<EndingPlan, "reference" | "at">,
): Promise<PlanNews | null> {
  if (reference === null) return null;
  const expand = ["latest_invoice"];
  const plan = await orMissing(
    stripe.subscriptions.retrieve(reference, { expand }),
  );
  const before = plan && readSubscription(plan, at);
  if (plan === null || plan.status === "incomplete_expired")
    return endOfPlan(null, at);
  if (before !== null && isEnding(before)) return before;
  const waiting = chargeOf(plan);
  if (waiting !== null)
    await stripe.invoices.update(waiting.id, { auto_advance: false });
  const isPaidFor = plan.status === "active" || plan.status === "trialing";
  const after =
    isPaidFor && waiting === null
      ? await endWithPeriod(stripe, plan)
      : await stripe.subscriptions.cancel(reference);
  return readSubscription(after, at);
}

/** The invoice of a period that has begun, which Stripe leaves open to changes for an hour before it charges it. */
function chargeOf({
  latest_invoice: last,
}: Stripe.Subscription): Stripe.Invoice | null {
  return typeof last === "object" &&
    last?.billing_reason === "subscription_cycle" &&
    last.status === "draft" &&
    last.auto_advance === true
    ? last
    : null;
}

/** One whose changes were planned at Stripe takes no end while there are such plans: they are given up. */
async function endWithPeriod(
  stripe: Stripe,
  { id, schedule }: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  const planned = idOf(schedule);
  if (planned !== null) await stripe.subscriptionSchedules.release(planned);
  return stripe.subscriptions.update(id, { cancel_at_period_end: true });
}

function isEnding({ event }: PlanNews): boolean {
  return (
    event.kind === "told" &&
    (event.status === "cancelled" || event.endsAt !== null)
  );
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
