import { openCheckout } from "../checkout.ts";
import type { Route, Services } from "../context.ts";
import { readJson, readStripeSubscription } from "../validate.ts";

export function makeStripeSubscription(services: Services): Route {
  return async (c) => {
    const body = readStripeSubscription(await readJson(c.req.raw));
    const { product, email, return_path, ...details } = body;
    const request = { product, email, return_path, details };
    return c.json(await openCheckout(c, services, "subscription", request));
  };
}
