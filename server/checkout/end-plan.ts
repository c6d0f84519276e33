import { findCheckout } from "../db/checkouts.ts";
import type { ReturnedPlan } from "../db/returned-plans.ts";
import { settleAfterSale } from "./after-sale.ts";
import { endOfPlan } from "./news.ts";
import type { PaymentServices } from "./provider.ts";

/**
 * Ends a plan whose money went back, so that nobody is charged again for what they may not use. Where the provider
 * cannot be asked to, nothing changes. Throws when the provider does not answer: it may be asked again.
 */
export async function endPlan(
  services: Pick<PaymentServices, "db" | "now" | "random" | "providers">,
  { checkout_id, reference }: ReturnedPlan,
): Promise<void> {
  const checkout = await findCheckout(services.db, checkout_id);
  if (checkout === null) return;
  const provider = services.providers.of(checkout);
  if (!(await provider?.endPlan?.(checkout, reference))) return;
  const news = endOfPlan(null, services.now());
  await settleAfterSale(services, checkout, news);
}
