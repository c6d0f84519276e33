import type { CheckoutStatus } from "../../generated/api.ts";
import { requireCheckout, waitingPage } from "../checkout.ts";
import type { Route, Services } from "../context.ts";
import { currentSession } from "../session.ts";
import { readQuery, readStatusQuery } from "../validate.ts";

export function checkoutStatus(services: Services): Route {
  return async (c) => {
    const query = readStatusQuery(readQuery(c.req.url));
    const session = await currentSession(c, services);
    const checkout = await requireCheckout(
      services,
      session,
      query.checkout_id,
    );
    const { checkout_id, status, product, amount, currency } = checkout;
    const answer: CheckoutStatus["answer"] = {
      checkout_id,
      status,
      product,
      amount,
      currency,
      ...waitingPage(services, checkout),
    };
    return c.json(answer);
  };
}
