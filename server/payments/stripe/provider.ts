import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Stripe } from "stripe";
import type { AppEnv } from "../../context.ts";
import { ProblemError } from "../../http/problem.ts";
import type { Provider } from "../provider.ts";
import { chargeSaved } from "./charge.ts";
import { stripeClient, type StripeSettings } from "./client.ts";
import { lookAt } from "./look.ts";
import { openSession } from "./open.ts";
import { stripeProducts } from "./products.ts";
import { stripeWebhook } from "./webhook.ts";

const MAX_EVENT_BYTES = 1_000_000;

/** Stripe: hosted payment pages, one-tap charges on saved cards, renewals by its own clock, told by webhooks. */
export function stripeProvider(settings: StripeSettings): Provider {
  const stripe = stripeClient(settings);
  const productOf = stripeProducts(stripe);
  return {
    id: "stripe",
    isSandbox: false,
    open: (order) =>
      asking(async () =>
        openSession(stripe, await productOf(order.checkout), order, null),
      ),
    pageOf: ({ provider_page }) => provider_page ?? "",
    charge: (order, token) =>
      asking(async () =>
        chargeSaved(stripe, await productOf(order.checkout), order, token),
      ),
    look: ({ provider_reference, ...checkout }) =>
      asking(async () =>
        provider_reference === null
          ? null
          : lookAt(
              stripe,
              { ...checkout, provider_reference },
              provider_reference,
            ),
      ),
    expire: ({ provider_reference }) =>
      asking(async () => {
        if (provider_reference?.startsWith("cs_") === true)
          await stripe.checkout.sessions.expire(provider_reference);
        if (provider_reference?.startsWith("pi_") === true)
          await stripe.paymentIntents.cancel(provider_reference);
      }),
    routes: (services) => {
      const app = new Hono<AppEnv>();
      app.use(
        bodyLimit({
          maxSize: MAX_EVENT_BYTES,
          onError: () => {
            throw new ProblemError("body-too-large", "Send at most 1 MB.");
          },
        }),
      );
      app.post(
        "/webhook",
        stripeWebhook(services, stripe, settings.webhookSecret),
      );
      return app;
    },
  };
}

/** Stripe being out of reach is no fault of ours and passes: the visitor's page asks again with the same key. */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      error instanceof Stripe.errors.StripeIdempotencyError ||
      (error instanceof Stripe.errors.StripeAPIError &&
        (error.statusCode ?? 500) >= 500)
    )
      throw new ProblemError("payment-unavailable", "Ask again in a while.");
    throw error;
  }
}
