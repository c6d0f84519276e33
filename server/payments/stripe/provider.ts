import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { Provider } from "../../checkout/provider.ts";
import type { ProviderEntry } from "../entry.ts";
import { Refusal } from "../../refusal.ts";
import { sandbox } from "../sandbox/provider.ts";
import { makeStripeCheckout, makeStripeSubscription } from "./calls.ts";
import { chargeSaved } from "./charge.ts";
import { asking, stripeClient, type StripeSettings } from "./client.ts";
import { elementRoutes } from "./element-routes.ts";
import { lookAt } from "./look.ts";
import { endPage, openSession } from "./open.ts";
import { cancelPlanAt, endPlanAt, planOf } from "./end-plan.ts";
import { lookAtRefund, refundAt } from "./refund.ts";
import { stripeProducts } from "./products.ts";
import { stripeWebhook } from "./webhook.ts";

/** Stripe, for those with a key. */
export const stripe: ProviderEntry<"stripe"> = {
  read: ({ text, secrets, address }) => {
    const secretKey = text("STRIPE_SECRET_KEY");
    const webhookSecrets = secrets("STRIPE_WEBHOOK_SECRET");
    const publishableKey = text("STRIPE_PUBLISHABLE_KEY");
    // Another address than Stripe's own, for a stand-in.
    const api = address("STRIPE_API");
    checkKeys(secretKey, publishableKey);
    if (secretKey !== null)
      return stripeProvider({ secretKey, webhookSecrets, publishableKey, api });
    // What was forgotten would be played by the sandbox.
    if (webhookSecrets !== null || publishableKey !== null)
      throw new Refusal(
        "Stripe needs STRIPE_SECRET_KEY: set it, or leave STRIPE_WEBHOOK_SECRET and STRIPE_PUBLISHABLE_KEY out as well.",
      );
    return null;
  },
  played: sandbox,
  calls: [makeStripeCheckout, makeStripeSubscription],
};

/** Throws a `Refusal` where a key stands in the place of another one, or where they are of two modes. */
function checkKeys(
  secretKey: string | null,
  publishableKey: string | null,
): void {
  if (publishableKey !== null && /^[rs]k_/.test(publishableKey))
    throw new Refusal(
      "STRIPE_PUBLISHABLE_KEY is a secret key, and browsers are shown it: set the one that begins with pk_, and make the secret one anew if pages had it.",
    );
  if (secretKey?.startsWith("pk_") === true)
    throw new Refusal(
      "STRIPE_SECRET_KEY is a publishable key, by which nothing can be charged: set the one that begins with sk_ or rk_.",
    );
  const modes = [secretKey, publishableKey].flatMap(
    (key) => /^[a-z]+_(live|test)_/.exec(key ?? "")?.[1] ?? [],
  );
  if (new Set(modes).size > 1)
    throw new Refusal(
      "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of two modes, one for tests and one for money: set both of the same.",
    );
}

/** Stripe: payment pages that it hosts, or with its elements in them, one-tap charges on saved cards, renewals by its own clock, told by webhooks. */
export function stripeProvider(
  settings: StripeSettings,
): Provider & { readonly id: "stripe" } {
  const client = stripeClient(settings);
  const productOf = stripeProducts(client);
  const { publishableKey } = settings;
  const ui = publishableKey === null ? "hosted_page" : "elements";
  return {
    id: "stripe",
    startLine: startLineOf(settings),
    isSandbox: false,
    renews: true,
    open: (order) =>
      asking(async () =>
        openSession(client, await productOf(order.checkout), order, {
          customer: null,
          ui,
        }),
      ),
    pageOf: ({ provider_page }) => provider_page ?? "",
    charge: (order, token) =>
      asking(async () =>
        chargeSaved(client, await productOf(order.checkout), order, token, ui),
      ),
    look: (checkout) => asking(() => lookAt(client, checkout)),
    expire: ({ provider_reference }) =>
      asking(async () => {
        if (provider_reference?.startsWith("cs_") === true)
          await endPage(client, provider_reference);
        if (provider_reference?.startsWith("pi_") === true)
          await client.paymentIntents.cancel(provider_reference);
      }),
    tellsOutcome: (type) =>
      /^(?:checkout\.session|payment_intent)\./.test(type),
    refund: (refund) => asking(() => refundAt(client, refund)),
    lookAtRefund: (reference) => asking(() => lookAtRefund(client, reference)),
    endPlan: (checkout, reference) =>
      asking(async () =>
        endPlanAt(client, reference ?? (await planOf(client, checkout))),
      ),
    cancelPlan: (checkout, plan) =>
      asking(async () =>
        cancelPlanAt(client, {
          ...plan,
          reference: plan.reference ?? (await planOf(client, checkout)),
        }),
      ),
    routes: (services) => {
      const app = new Hono<AppEnv>();
      app.post(
        "/webhook",
        stripeWebhook(services, client, settings.webhookSecrets),
      );
      if (publishableKey !== null)
        app.route(
          "/",
          elementRoutes({
            services,
            stripe: client,
            publishableKey,
            productOf,
          }),
        );
      return app;
    },
  };
}

function startLineOf({ secretKey, webhookSecrets }: StripeSettings): string {
  const name = /^[rs]k_test_/.test(secretKey)
    ? "Stripe in test mode, which takes no money"
    : "Stripe";
  return webhookSecrets === null
    ? `${name}, but without STRIPE_WEBHOOK_SECRET its messages are refused and renewals are not recorded.`
    : `${name}.`;
}
