import { openCheckout } from "../checkout.ts";
import { route } from "../route.ts";

export const makeStripeCheckout = route("make-stripe-checkout", {
  method: "POST",
  path: "/pay/make-stripe-checkout",
  answer: ({ c, services, body }) =>
    openCheckout(c, services, "one-off", { ...body, details: {} }),
});
