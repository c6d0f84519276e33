import { openCheckout } from "../checkout.ts";
import type { Route, Services } from "../context.ts";
import { readJson, readStripeCheckout } from "../validate.ts";

export function makeStripeCheckout(services: Services): Route {
  return async (c) => {
    const body = readStripeCheckout(await readJson(c.req.raw));
    const request = { ...body, details: {} };
    return c.json(await openCheckout(c, services, "one-off", request));
  };
}
