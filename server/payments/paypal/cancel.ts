import { getCookie } from "hono/cookie";
import type { PaymentServices } from "../../checkout/provider.ts";
import { isWaiting, settle } from "../../checkout/settle.ts";
import { type Checkout, findCheckout } from "../../db/checkouts.ts";
import type { AppContext, Route } from "../../http/app-env.ts";
import { noticeResponse } from "../../http/html-page.ts";
import { isUnanswered } from "../../http/problem.ts";
import { withCheckout } from "../../http/safe-path.ts";
import { SESSION_COOKIE } from "../../sessions/session.ts";
import { digest, readToken } from "../../token.ts";
import type { PayPalClient } from "./client.ts";
import { lookAt } from "./look.ts";

/** Where PayPal sends visitors who cancel: their checkout ends, unless they have approved it after all. */
export function payPalCancel(
  services: PaymentServices,
  client: PayPalClient,
): Route {
  return async (c) => {
    const checkout = await find(c, services);
    if (checkout === null)
      return noticeResponse(
        c.get("brand"),
        404,
        "This payment does not exist",
        "The link is incomplete, or it belongs to another visit. Nothing was charged. Go back to the page you came from and try again.",
      );
    // Where PayPal is out of reach the checkout goes on waiting: the page asks what has become of it.
    await cancel(services, client, checkout).catch((error: unknown) => {
      if (!isUnanswered(error)) throw error;
    });
    const { return_origin, return_path, checkout_id } = checkout;
    const back = `${return_origin}${withCheckout(return_path, checkout_id)}`;
    return c.redirect(back, 303);
  };
}

async function cancel(
  services: PaymentServices,
  client: PayPalClient,
  checkout: Checkout,
): Promise<void> {
  const { provider_reference } = checkout;
  if (provider_reference === null || !isWaiting(checkout)) return;
  const look = await lookAt(client, checkout, provider_reference);
  if (look.kind === "found") await settle(services, checkout, look.finding);
  if (look.kind === "waits")
    await settle(services, checkout, { status: "cancelled" });
}

/** The checkout of the address; a browser that holds another session's cookie does not get to it. */
async function find(
  c: AppContext,
  { db }: PaymentServices,
): Promise<Checkout | null> {
  const id = readToken(c.req.param("id"));
  const checkout = id === null ? null : await findCheckout(db, id);
  const cookie = getCookie(c, SESSION_COOKIE);
  const isForeign =
    cookie !== undefined && digest(cookie) !== checkout?.session_id;
  return checkout?.provider === "paypal" && !isForeign ? checkout : null;
}
