import { isSimpleEmail } from "../email.ts";
import type { Opened, Order } from "../../checkout/provider.ts";
import { withCheckout } from "../../http/safe-path.ts";
import type { PayPalClient } from "./client.ts";
import { toValue } from "./money.ts";
import { createOrder } from "./orders.ts";

const DESCRIPTION_MAX = 127;

/** Makes an order that is captured as soon as the visitor has approved it on PayPal's page. */
export async function openOrder(
  client: PayPalClient,
  { checkout, origin, api }: Order,
): Promise<Opened> {
  const { checkout_id, amount, currency, email, return_path } = checkout;
  const order = await createOrder(client, checkout, {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: checkout_id,
        // Asked for the same invoice again, PayPal refuses.
        invoice_id: checkout_id,
        description: checkout.product_name.slice(0, DESCRIPTION_MAX),
        amount: { currency_code: currency, value: toValue(amount, currency) },
      },
    ],
    payment_source: {
      paypal: {
        ...(isSimpleEmail(email) && { email_address: email }),
        experience_context: {
          user_action: "PAY_NOW",
          shipping_preference: "NO_SHIPPING",
          payment_method_preference: "IMMEDIATE_PAYMENT_REQUIRED",
          return_url: `${origin}${withCheckout(return_path, checkout_id)}`,
          cancel_url: `${api}/api/pay/paypal/cancel/${checkout_id}`,
        },
      },
    },
  });
  return { page: readPage(order.approve, client.api), reference: order.id };
}

/** Visitors are sent to pages of the web alone; without encryption only where the API itself has none. */
function readPage(address: string | null, api: URL): string {
  const page = address ?? "";
  const scheme = URL.canParse(page) ? new URL(page).protocol : null;
  if (scheme === "https:" || scheme === api.protocol) return new URL(page).href;
  throw new Error("a new order of PayPal has no page to approve it on");
}
