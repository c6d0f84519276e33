import type { AppContext } from "../http/app-env.ts";
import type { Checkout } from "../db/checkouts.ts";
import { noticeResponse } from "../http/html-page.ts";
import { withCheckout } from "../http/safe-path.ts";

/** Where a payment page in a frame ends: the page around it takes it away and goes on by itself. */
const END = "/payment-end";
export const PAYMENT_END = { path: END, address: `/api${END}` } as const;

/** What the script of a page in a frame says of itself. */
const FRAMED_HEADER = "x-framed";

/** Whether the browser asks for what it shows in a frame; those that do not say show the page that is led back to. */
export function isFramed(c: AppContext): boolean {
  return (
    c.req.header("sec-fetch-dest") === "iframe" ||
    c.req.header(FRAMED_HEADER) !== undefined
  );
}

/** Whether the script of a payment page asks, which goes on by itself. */
export function byScript(c: AppContext): boolean {
  return c.req.header("accept") === "application/json";
}

/** From a payment page to the next one. */
export function leadTo(c: AppContext, to: string): Response {
  return byScript(c) ? c.json({ to }) : c.redirect(to, 303);
}

/** From the payment page back to the page that asked for the money. */
export function leavePaymentPage(c: AppContext, checkout: Checkout): Response {
  const { checkout_id, return_origin, return_path } = checkout;
  const back = `${return_origin}${withCheckout(return_path, checkout_id)}`;
  return leadTo(c, isFramed(c) ? PAYMENT_END.address : back);
}

/** Seen for a moment, where it is seen at all. */
export function paymentEndPage(c: AppContext): Promise<Response> {
  return noticeResponse(
    c.get("brand"),
    200,
    "One moment",
    "You are led back to the page you came from.",
    { framed: true },
  );
}
