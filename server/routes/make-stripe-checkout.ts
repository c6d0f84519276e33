import { openCheckout } from "../checkout/checkout.ts";
import { route } from "../http/route.ts";

export const makeStripeCheckout = route("make-stripe-checkout", {
  method: "POST",
  path: "/pay/make-stripe-checkout",
  answer: ({ c, services, body }) => {
    const { product, return_path, ...details } = body;
    const request = { product, return_path, details };
    return openCheckout(c, services, "one-off", request);
  },
});
