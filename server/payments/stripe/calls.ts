import { openCheckout } from "../../checkout/checkout.ts";
import type { PaymentServices } from "../../checkout/provider.ts";
import { routesWith } from "../../http/route.ts";

const route = routesWith<PaymentServices>();

/** Opens the payment page of a product that is paid once. */
export const makeStripeCheckout = route("make-stripe-checkout", {
  method: "POST",
  path: "/pay/make-stripe-checkout",
  session: "needed",
  answer: ({ c, services, body }) => {
    const { product, return_path, ...details } = body;
    const request = { product, return_path, details };
    const { main } = services.providers;
    return openCheckout(c, services, main, "one-off", request);
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
    const { main } = services.providers;
    return openCheckout(c, services, main, "subscription", request);
  },
});
