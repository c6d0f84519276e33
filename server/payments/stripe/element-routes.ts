import { Hono } from "hono";
import type { Stripe } from "stripe";
import { orderOf } from "../../checkout/open-order.ts";
import { isFramed, leavePaymentPage } from "../../checkout/payment-end.ts";
import type { Finding, PaymentServices } from "../../checkout/provider.ts";
import { isWaiting, refresh, settle } from "../../checkout/settle.ts";
import { replacePage } from "../../db/calls-under-way.ts";
import { type Checkout, findCheckout } from "../../db/checkouts.ts";
import type { AppContext, AppEnv } from "../../http/app-env.ts";
import { htmlResponse } from "../../http/html-page.ts";
import { isSameSite } from "../../http/origin.ts";
import {
  findShown,
  foreignForm,
  noPaymentPage,
  shownOrder,
  titleOf,
} from "../payment-sheet.ts";
import { asking, idOf } from "./client.ts";
import {
  asksEmail,
  elementPage,
  elementScript,
  STRIPE_SCRIPT,
} from "./element-page.ts";
import { lookAt } from "./look.ts";
import {
  elementPathOf,
  endSession,
  isLeft,
  leaveSession,
  openSession,
} from "./open.ts";

/** What the routes of payment pages with Stripe's elements work with. */
interface Shop {
  readonly services: PaymentServices;
  readonly stripe: Stripe;
  readonly publishableKey: string;
  /** What Stripe calls the product of a checkout. */
  readonly productOf: (checkout: Checkout) => Promise<string>;
}

/** The payment page with Stripe's elements, and the way from there to the page that Stripe hosts. */
export function elementRoutes(shop: Shop): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { services } = shop;
  app.get("/:id", async (c) => {
    const checkout = await find(c, services);
    if (checkout === null) return noPaymentPage(c);
    const session = await asking(() => sessionOf(shop, checkout));
    return session?.status === "open" && session.client_secret !== null
      ? show(c, shop, checkout, session, session.client_secret)
      : goOn(c, shop, checkout, session);
  });
  app.post("/:id/hosted", async (c) => {
    if (!isSameSite(c, services.origins)) return foreignForm(c);
    const checkout = await find(c, services);
    if (checkout === null) return noPaymentPage(c);
    const session = await asking(() => sessionOf(shop, checkout));
    if (session?.status !== "open") return goOn(c, shop, checkout, session);
    const page = await asking(() => toHosted(c, shop, checkout, session));
    return c.redirect(page, 303);
  });
  return app;
}

const find = (c: AppContext, services: PaymentServices) =>
  findShown(c, services, ({ id }) => id === "stripe");

/** The one that a waiting checkout is paid by; null where there is none, or it is paid on another page by now. */
async function sessionOf(
  { stripe }: Shop,
  checkout: Checkout,
): Promise<Stripe.Checkout.Session | null> {
  const { provider_reference: reference, provider_page } = checkout;
  return isWaiting(checkout) &&
    provider_page === elementPathOf(checkout) &&
    reference !== null
    ? stripe.checkout.sessions.retrieve(reference)
    : null;
}

function show(
  c: AppContext,
  { services, publishableKey }: Shop,
  checkout: Checkout,
  { customer }: Stripe.Checkout.Session,
  clientSecret: string,
): Promise<Response> {
  const order = shownOrder(c, services, checkout, elementPathOf(checkout));
  return htmlResponse({
    brand: order.brand,
    title: titleOf(order),
    status: 200,
    framed: true,
    script: elementScript,
    thirdParty: STRIPE_SCRIPT,
    // Shops may have Stripe's page under a name of their own.
    formAction: ["'self'", "https:"],
    body: elementPage(order, {
      publishableKey,
      clientSecret,
      asksEmail: asksEmail(checkout.email, idOf(customer)),
    }),
  });
}

/** To where a checkout that is paid here no more goes on, be it that another call is about to say where. */
async function goOn(
  c: AppContext,
  shop: Shop,
  checkout: Checkout,
  session: Stripe.Checkout.Session | null,
): Promise<Response> {
  const { services } = shop;
  let current = checkout;
  if (session !== null && isLeft(session)) {
    await asking(() => toHosted(c, shop, checkout, session));
    current =
      (await findCheckout(services.db, checkout.checkout_id)) ?? current;
  }
  const now = await refresh(services, current);
  const page = now.provider_page;
  const isElsewhere =
    isWaiting(now) && page !== null && page !== elementPathOf(now);
  return isElsewhere && !isFramed(c)
    ? c.redirect(page, 303)
    : leavePaymentPage(c, now);
}

/**
 * Opens the page that Stripe hosts in place of the elements, and says where that is. Nobody is told of it before the
 * session of the elements has ended for sure: one order is never payable on both. Where a bank is at work on that one,
 * or it is paid, there is no other page; nor for an order that was closed meanwhile.
 */
async function toHosted(
  c: AppContext,
  { services, stripe, productOf }: Shop,
  checkout: Checkout,
  session: Stripe.Checkout.Session,
): Promise<string> {
  const { page, reference } = await openSession(
    stripe,
    await productOf(checkout),
    orderOf(c, services, checkout),
    { customer: idOf(session.customer), ui: "hosted_page" },
  );
  const { db } = services;
  const found = await leave(stripe, checkout, session, reference);
  if (found === "unknown") return elementPathOf(checkout);
  if (found === "left") {
    const told = { provider_page: page, provider_reference: reference };
    if (await replacePage(db, checkout, told)) return page;
  } else await settle(services, checkout, found);
  const stored = await findCheckout(db, checkout.checkout_id);
  // Another call may have led there, and it was paid there since; or the order was closed meanwhile, and both its pages.
  if (stored?.provider_reference !== reference)
    await endSession(stripe, reference);
  return elementPathOf(checkout);
}

/** Ends a session, and says what it has come to. Throws where that is not known: it may be payable still. */
async function leave(
  stripe: Stripe,
  checkout: Checkout,
  { id }: Stripe.Checkout.Session,
  next: string,
): Promise<Finding | "unknown" | "left"> {
  try {
    await leaveSession(stripe, id, next);
    return "left";
  } catch (error) {
    // By another call.
    if (isLeft(await stripe.checkout.sessions.retrieve(id))) return "left";
    const found = await lookAt(stripe, checkout, id);
    if (found === null) throw error;
    return found;
  }
}
