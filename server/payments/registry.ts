import type { Env } from "../env.ts";
import type { Checkout } from "../db/checkouts.ts";
import type { Provider } from "./provider.ts";
import { sandbox } from "./sandbox.ts";
import { stripeProvider } from "./stripe.ts";

type PaymentEnv = Pick<Env, "stripeKey" | "stripeWebhookSecret" | "stripeApi">;

/** Providers by id; each is made where the environment asks for it, and left out where it does not. */
const registry: Readonly<Record<string, (env: PaymentEnv) => Provider | null>> =
  {
    stripe: ({ stripeKey, stripeWebhookSecret, stripeApi }) =>
      stripeKey === null
        ? null
        : stripeProvider({
            secretKey: stripeKey,
            webhookSecret: stripeWebhookSecret,
            api: stripeApi,
          }),
    // Would give away for nothing what others are paid for: only where nobody else takes the money.
    sandbox: ({ stripeKey }) => (stripeKey === null ? sandbox : null),
  };

/** The providers of one server. */
export interface Providers {
  /** Takes the money of hosted checkouts. */
  readonly main: Provider;
  readonly all: readonly Provider[];
  /** Who takes the money of a checkout; null when that provider is not set up any more. */
  of(checkout: Pick<Checkout, "provider">): Provider | null;
}

/** The providers that the environment asks for: Stripe with a key, else the sandbox, which takes no money. */
export function createProviders(env: PaymentEnv): Providers {
  return providersOf(
    Object.values(registry).flatMap((create) => create(env) ?? []),
  );
}

/** Providers from a list; the first one is the main one. */
export function providersOf(all: readonly Provider[]): Providers {
  const [main] = all;
  if (main === undefined) throw new Error("a server needs a payment provider");
  return {
    main,
    all,
    of: ({ provider }) => all.find(({ id }) => id === provider) ?? null,
  };
}
