import { openCheckout } from "../../checkout/checkout.ts";
import type { PaymentServices, Provider } from "../../checkout/provider.ts";
import { ProblemError } from "../../http/problem.ts";
import { routesWith } from "../../http/route.ts";

const route = routesWith<PaymentServices>();

/** Opens the payment page of a product that is paid once. */
export const makeStripeCheckout = route("make-stripe-checkout", {
  method: "POST",
  path: "/pay/make-stripe-checkout",
  session: "needed",
  answer: ({ c, services, body }) => {
    const { product, email, return_path, ...details } = body;
    const request = {
      product,
      return_path,
      details,
      ...(email !== undefined && { email }),
    };
    return openCheckout(c, services, mainOf(services), "one-off", request);
  },
});

/** Opens the payment page of a product that renews. */
export const makeStripeSubscription = route("make-stripe-subscription", {
  method: "POST",
  path: "/pay/make-stripe-subscription",
  session: "needed",
  answer: ({ c, services, body }) => {
    const { product, email, return_path, ...details } = body;
    const request = { product, email, return_path, details };
    return openCheckout(c, services, mainOf(services), "subscription", request);
  },
});

/** Throws a 503 where other providers are set up, and this one is not. */
function mainOf({ providers: { main } }: PaymentServices): Provider {
  if (main === null)
    throw new ProblemError("payment-off", "Stripe is not set up.");
  return main;
}
