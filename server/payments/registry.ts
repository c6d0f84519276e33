import type { Env } from "../env.ts";
import type { Checkout } from "../db/checkouts.ts";
import type { Provider } from "./provider.ts";
import { maxPay, maxPaySandbox } from "./max-pay/provider.ts";
import { payPro, payProSandbox } from "./pay-pro.ts";
import { sandbox } from "./sandbox/provider.ts";
import { stripeProvider } from "./stripe/provider.ts";

type PaymentEnv = Pick<
  Env,
  "stripeKey" | "stripeWebhookSecret" | "stripeApi" | "maxPay" | "payPro"
>;

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
    sandbox: ({ stripeKey }) => played(stripeKey, sandbox),
    "max-pay": ({ stripeKey, maxPay: settings }) =>
      settings === null ? played(stripeKey, maxPaySandbox) : maxPay(settings),
    "pay-pro": ({ stripeKey, payPro: settings }) =>
      settings === null ? played(stripeKey, payProSandbox) : payPro(settings),
  };

/** Play money is taken only where no real money is. */
function played(stripeKey: string | null, provider: Provider): Provider | null {
  return stripeKey === null ? provider : null;
}

/** The providers of one server. */
export interface Providers {
  /** Takes the money of hosted checkouts. */
  readonly main: Provider;
  readonly all: readonly Provider[];
  /** Who takes the money of a checkout; null when that provider is not set up any more. */
  of(checkout: Pick<Checkout, "provider">): Provider | null;
  named(id: string): Provider | null;
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
  const named = (name: string) => all.find(({ id }) => id === name) ?? null;
  return { main, all, named, of: ({ provider }) => named(provider) };
}
