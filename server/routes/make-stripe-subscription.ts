import { openCheckout } from "../checkout/checkout.ts";
import { route } from "../http/route.ts";

export const makeStripeSubscription = route("make-stripe-subscription", {
  method: "POST",
  path: "/pay/make-stripe-subscription",
  answer: ({ c, services, body }) => {
    const { product, email, return_path, ...details } = body;
    const request = { product, email, return_path, details };
    return openCheckout(c, services, "subscription", request);
  },
});
