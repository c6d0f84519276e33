import { Hono } from "hono";
import { providerLimits } from "../../../generated/providers.ts";
import type { Provider } from "../../checkout/provider.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { allOrNone, type Variables } from "../../variables.ts";
import type { ProviderEntry } from "../entry.ts";
import { sandboxAs } from "../sandbox/provider.ts";
import { isAfterSale } from "./after-sale.ts";
import { payPalCancel } from "./cancel.ts";
import { payPalClient, type PayPalSettings } from "./client.ts";
import { lookAt } from "./look.ts";
import { openOrder } from "./open.ts";
import { lookAtRefund, refundAt } from "./refund.ts";
import { payPalWebhook } from "./webhook.ts";

const { renews } = providerLimits.paypal;
const API = new URL("https://api-m.paypal.com");

/** PayPal, for those with an app there. */
export const payPal: ProviderEntry<"paypal"> = {
  read: (variables) => {
    const settings = readSettings(variables);
    return settings && payPalAt(settings);
  },
  played: { ...sandboxAs("paypal"), renews },
  calls: [],
};

function readSettings({ text, address }: Variables): PayPalSettings | null {
  const api = address("PAYPAL_API") ?? API;
  const settings = allOrNone(
    {
      clientId: text("PAYPAL_CLIENT_ID"),
      clientSecret: text("PAYPAL_CLIENT_SECRET"),
      webhookId: text("PAYPAL_WEBHOOK_ID"),
    },
    "PayPal needs PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID: set all of them, or none.",
  );
  return settings && { ...settings, api };
}

/**
 * PayPal's orders: made here, approved by the visitor on PayPal's page, captured when the visitor comes back or PayPal's
 * message says so, whatever comes first. It saves no payment method, so nothing is charged by one tap.
 */
export function payPalAt(
  settings: PayPalSettings,
): Provider & { readonly id: "paypal" } {
  const client = payPalClient(settings);
  return {
    id: "paypal",
    startLine: "PayPal.",
    isSandbox: false,
    renews,
    asksOfMessages: true,
    tellsOutcome: (type) => !isAfterSale(type),
    open: (order) => openOrder(client, order),
    pageOf: ({ provider_page }) => provider_page ?? "",
    charge: async () => ({ outcome: "missing" }),
    look: async (checkout) => {
      const { provider_reference } = checkout;
      if (provider_reference === null) return null;
      const look = await lookAt(client, checkout, provider_reference);
      if (look.kind === "undecided") return "unknown";
      return look.kind === "found" ? look.finding : null;
    },
    // An order that nobody has approved runs out at PayPal by itself, and is not captured once its checkout is closed.
    expire: async (checkout) => {
      const { provider_reference } = checkout;
      if (provider_reference === null) return;
      const look = await lookAt(client, checkout, provider_reference);
      const isOver =
        look.kind === "found" && look.finding.status === "cancelled";
      if (look.kind !== "waits" && !isOver)
        throw new Error("PayPal is at work on this payment: ask it again");
    },
    refund: (refund) => refundAt(client, refund),
    lookAtRefund: (reference) => lookAtRefund(client, reference),
    routes: (services) => {
      const app = new Hono<AppEnv>();
      app.post("/webhook", payPalWebhook(services, client, settings.webhookId));
      app.get("/cancel/:id", payPalCancel(services, client));
      return app;
    },
  };
}
