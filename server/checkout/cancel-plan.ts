import { askToCancel, type PlanToCancel } from "../db/cancelled-plans.ts";
import { findCheckout } from "../db/checkouts.ts";
import { noteCheckout } from "../http/request-context.ts";
import { describeError } from "../log.ts";
import { settleAfterSale } from "./after-sale.ts";
import type { PaymentServices } from "./provider.ts";

type CancelServices = Pick<
  PaymentServices,
  "db" | "now" | "random" | "providers" | "log"
>;

/**
 * Ends the plan of an order at the end of what is paid for, because its buyer wants no more of it. That is written down
 * first: where the provider does not answer it is asked again by the housekeeping, and where it has no such call an
 * operator is told. Harmless for what renews no more.
 */
export async function cancelPlan(
  services: CancelServices,
  checkoutId: string,
): Promise<void> {
  const { db, now, log } = services;
  noteCheckout(checkoutId);
  const plan = await askToCancel(db, checkoutId, now());
  if (plan === null) return;
  try {
    await carryOut(services, plan);
  } catch (error) {
    const message = "plan not cancelled";
    log({ level: "warn", message, ...describeError(error) });
  }
}

/**
 * Has the provider end a plan. Throws when it does not answer, or has not ended it. It is asked again then, as well as
 * where something newer was told meanwhile.
 */
export async function carryOut(
  services: CancelServices,
  { checkout_id, reference, renews_at: paidUntil, status }: PlanToCancel,
): Promise<void> {
  const { db, now, providers } = services;
  const checkout = await findCheckout(db, checkout_id);
  if (checkout === null) return;
  const isBehind = status === "past_due";
  const plan = { reference, paidUntil, isBehind, at: now() };
  const provider = providers.of(checkout);
  if (!provider?.cancelPlan) return;
  const news = await provider.cancelPlan(checkout, plan);
  if (news === null) throw new Error(`${provider.id} has not ended the plan`);
  await settleAfterSale(services, checkout, news);
}
