import { openCheckout } from "../checkout/checkout.ts";
import { ProblemError } from "../http/problem.ts";
import { route } from "./route.ts";

/** Opens the payment page of any provider that has one at an address. */
export const makeCheckout = route("make-checkout", {
  method: "POST",
  path: "/pay/make-checkout",
  session: "needed",
  answer: ({ c, services, body }) => {
    const { provider: id, product, email, return_path, ...details } = body;
    const provider = services.providers.named(id);
    if (provider === null || provider.form || provider.immediate)
      throw new ProblemError("payment-off", "This provider is not set up.");
    const request = { product, email, return_path, details };
    return openCheckout(c, services, provider, "any", request);
  },
});
