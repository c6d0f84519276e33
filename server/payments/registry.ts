/** Payment providers, a folder each. */
import type { CheckoutProvider, SavedProvider } from "../../generated/names.ts";
import type { Provider, Providers } from "../checkout/provider.ts";
import type { Variables } from "../variables.ts";
import type { ProviderEntry } from "./entry.ts";
import { maxPay } from "./max-pay/provider.ts";
import { payPro } from "./pay-pro/provider.ts";
import { payPal } from "./paypal/provider.ts";
import { stripe } from "./stripe/provider.ts";

type ProviderId = CheckoutProvider | SavedProvider;

/** Whoever content may name, by that name. The first one takes the money of all who name nobody else. */
export const registry: {
  readonly [Id in ProviderId]: ProviderEntry<Id>;
} = {
  stripe,
  "max-pay": maxPay,
  "pay-pro": payPro,
  paypal: payPal,
};

/** The calls of all providers, whether they are set up or not. */
export const providerCalls = Object.values(registry).flatMap(
  ({ calls }) => calls,
);

/**
 * The providers that the environment sets up. Play money is taken only where no real money is: without a key of
 * Stripe, those that are not set up are played by the sandbox.
 */
export function createProviders(variables: Variables): Providers {
  const isPlay = registry.stripe.read(variables) === null;
  return providersOf(
    Object.values(registry).flatMap(
      (entry) => entry.read(variables) ?? (isPlay ? entry.played : []),
    ),
  );
}

/** Providers from a list; the first one is the main one. */
export function providersOf(all: readonly Provider[]): Providers {
  const [main] = all;
  if (main === undefined) throw new Error("a server needs a payment provider");
  const named = (name: string) => all.find(({ id }) => id === name) ?? null;
  return { main, all, named, of: ({ provider }) => named(provider) };
}
