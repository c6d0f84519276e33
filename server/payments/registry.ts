/** The folder `payments` holds payment providers, a folder each. */
import type { CheckoutProvider, SavedProvider } from "../../generated/names.ts";
import { presetCheckout } from "../../generated/providers.ts";
import type { Provider, Providers } from "../checkout/provider.ts";
import type { Variables } from "../variables.ts";
import type { ProviderEntry } from "./entry.ts";
import { maxPay } from "./max-pay/provider.ts";
import { payPro } from "./pay-pro/provider.ts";
import { payPal } from "./paypal/provider.ts";
import { stripe } from "./stripe/provider.ts";

type ProviderId = CheckoutProvider | SavedProvider;

/** Whoever content may name, by that name. */
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
 * The providers that the environment sets up. Play money is taken only where no real money is: while none is set up, the
 * sandbox plays all of them.
 */
export function createProviders(variables: Variables): Providers {
  const entries = Object.values(registry);
  const real = entries.flatMap((entry) => entry.read(variables) ?? []);
  return real.length === 0
    ? providersOf(
        entries.map(({ played }) => played),
        registry[presetCheckout].played,
      )
    : providersOf(real, real.find(({ id }) => id === presetCheckout) ?? null);
}

/** Providers from a list, and which of them takes the money of all who name no other: the first one, unless told. */
export function providersOf(
  all: readonly Provider[],
  main: Provider | null | undefined = all[0],
): Providers {
  if (main === undefined) throw new Error("a server needs a payment provider");
  const named = (name: string) => all.find(({ id }) => id === name) ?? null;
  return { main, all, named, of: ({ provider }) => named(provider) };
}
