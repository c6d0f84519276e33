import { requireCheckout, waitingPage } from "../checkout/checkout.ts";
import { isGivenBack } from "../db/payments.ts";
import { refresh } from "../checkout/settle.ts";
import { route } from "./route.ts";
import { currentSession } from "../sessions/session.ts";

export const checkoutStatus = route("checkout-status", {
  method: "GET",
  path: "/pay/checkout-status",
  session: "needed",
  answer: async ({ c, services, query }) => {
    const session = await currentSession(c, services);
    const known = await requireCheckout(services, session, query.checkout_id);
    const checkout = await refresh(services, known);
    const { checkout_id, product, amount, currency } = checkout;
    const isBack = await isGivenBack(services.db, checkout);
    return {
      checkout_id,
      status: isBack ? "refunded" : checkout.status,
      product,
      amount,
      currency,
      ...waitingPage(services, checkout),
    };
  },
});
