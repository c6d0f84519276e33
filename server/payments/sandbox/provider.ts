import { Hono } from "hono";
import { outcomeOf } from "./cards.ts";
import { pageOf } from "./pages.ts";
import { sandboxRoutes } from "./routes.ts";
import { endOfPlan } from "../../checkout/news.ts";
import type { Provider } from "../../checkout/provider.ts";

/** Takes no money: a payment page of our own with test cards, for development, demonstrations and tests. */
export const sandbox: Provider = {
  id: "sandbox",
  startLine: "sandbox, no money is taken.",
  isSandbox: true,
  renews: true,
  open: async ({ checkout }) => ({
    page: pageOf(checkout),
    reference: null,
  }),
  pageOf,
  charge: async (_, token) => ({ outcome: outcomeOf(token) }),
  look: async () => null,
  expire: async () => {},
  refund: async ({ id }) => ({
    kind: "told",
    status: "succeeded",
    reference: `sandbox ${id}`,
  }),
  endPlan: async () => true,
  cancelPlan: async (_, { paidUntil, isBehind, at }) =>
    endOfPlan(isBehind ? null : paidUntil, at),
  routes: sandboxRoutes,
};

/** The sandbox in the place of another provider. */
export function sandboxAs(id: string): Provider {
  return { ...sandbox, id, routes: () => new Hono() };
}
