import { readFileSync } from "node:fs";
import type { PaymentServices } from "../../checkout/provider.ts";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie } from "hono/cookie";
import type { AppContext, AppEnv } from "../../http/app-env.ts";
import {
  type Checkout,
  findCheckout,
  moveCheckout,
} from "../../db/checkouts.ts";
import {
  htmlResponse,
  type Markup,
  noticeResponse,
} from "../../http/html-page.ts";
import { formatMoney } from "../../checkout/money.ts";
import {
  byScript,
  isFramed,
  leadTo,
  leavePaymentPage,
} from "../../checkout/payment-end.ts";
import { isSameSite } from "../../http/origin.ts";
import { SESSION_COOKIE } from "../../sessions/session.ts";
import { digest, isToken } from "../../token.ts";
import { confirmPage, type Order, payPage } from "./pages.ts";
import { readCardForm } from "./form.ts";

/** Read at the start: the folder that a server was started from may be gone later. */
const cardForm = readFileSync(
  new URL("./card-form.js", import.meta.url),
  "utf8",
);
const MAX_FORM_BYTES = 10_000;

/** The payment page. Every form posts, and every post ends in a redirect, so that a reload repeats nothing. */
export function sandboxRoutes(services: PaymentServices): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(bodyLimit({ maxSize: MAX_FORM_BYTES, onError: refuseForm }));
  app.use(async (c, next) => {
    if (c.req.method === "POST" && !isSameSite(c, services.origins))
      return refuseForm(c);
    return next();
  });

  app.get("/:id", async (c) => {
    const checkout = await find(c, services);
    if (checkout?.status !== "open") return goOn(c, services, checkout);
    const order = orderOf(c, services, checkout);
    return respond(order, payPage(order));
  });

  app.post("/:id", async (c) => {
    const checkout = await find(c, services);
    if (checkout?.status !== "open") return goOn(c, services, checkout);
    const read = readCardForm(await readForm(c), services.now());
    if (read.kind === "wrong") {
      if (byScript(c)) return c.json({ errors: read.errors }, 422);
      const order = orderOf(c, services, checkout);
      return respond(order, payPage(order, read), 422);
    }
    const { token, brand, last4, outcome } = read.card;
    await move(services, checkout, outcome, { token, brand, last4 });
    return goOn(c, services, await find(c, services));
  });

  app.post("/:id/cancel", async (c) => {
    const checkout = await find(c, services);
    if (checkout !== null) await move(services, checkout, "cancelled");
    return goOn(c, services, await find(c, services));
  });

  app.get("/:id/confirm", async (c) => {
    const checkout = await find(c, services);
    if (checkout?.status !== "needs_authentication")
      return goOn(c, services, checkout);
    const order = orderOf(c, services, checkout);
    return respond(order, confirmPage(order));
  });

  app.post("/:id/confirm", async (c) => {
    const checkout = await find(c, services);
    if (checkout?.status !== "needs_authentication")
      return goOn(c, services, checkout);
    const decision = (await readForm(c)).get("decision");
    if (decision === "confirm") await move(services, checkout, "paid");
    if (decision === "refuse") await move(services, checkout, "declined");
    return goOn(c, services, await find(c, services));
  });
  return app;
}

/** The checkout of the address; a browser that holds another session's cookie does not get to see it. */
async function find(
  c: AppContext,
  services: PaymentServices,
): Promise<Checkout | null> {
  const id = c.req.param("id") ?? "";
  if (!isToken(id)) return null;
  const checkout = await findCheckout(services.db, id);
  const cookie = getCookie(c, SESSION_COOKIE);
  const foreign =
    checkout === null ||
    services.providers.of(checkout)?.isSandbox !== true ||
    (cookie !== undefined && digest(cookie) !== checkout.session_id);
  return foreign ? null : checkout;
}

async function move(
  { db, now, random }: PaymentServices,
  checkout: Checkout,
  to: "paid" | "declined" | "needs_authentication" | "cancelled",
  card?: { token: string; brand: string; last4: string },
): Promise<void> {
  const { status: from } = checkout;
  if (from !== "open" && from !== "needs_authentication") return;
  await moveCheckout(db, checkout.checkout_id, {
    from,
    to,
    ...(card && { card }),
    now: now(),
    random,
  });
}

/** To the page that fits the checkout's state: back to the shop once it is settled, whatever came of it. */
function goOn(
  c: AppContext,
  { providers }: PaymentServices,
  checkout: Checkout | null,
): Response | Promise<Response> {
  if (checkout === null)
    return noticeResponse(
      c.get("brand"),
      404,
      "This payment page does not exist",
      "The link is incomplete, or it belongs to another visit. Nothing was charged. Go back to the page you came from and try again.",
      { framed: isFramed(c) },
    );
  const { status } = checkout;
  return status === "open" || status === "needs_authentication"
    ? leadTo(c, providers.of(checkout)?.pageOf(checkout) ?? "/")
    : leavePaymentPage(c, checkout);
}

function refuseForm(c: AppContext): Promise<Response> {
  return noticeResponse(
    c.get("brand"),
    403,
    "This form cannot be read",
    "It came from another site, or it is too large. Nothing was charged. Go back and send it again.",
    { framed: isFramed(c) },
  );
}

function respond(order: Order, body: Markup, status = 200): Promise<Response> {
  const { return_origin } = order.checkout;
  return htmlResponse({
    brand: order.brand,
    title: `Pay ${order.money(order.checkout.amount)} to ${order.shop}`,
    status,
    body,
    framed: true,
    script: cardForm,
    // The redirect that answers a form counts as its target too.
    formAction: ["'self'", ...(return_origin === "" ? [] : [return_origin])],
  });
}

function orderOf(
  c: AppContext,
  { hosts }: PaymentServices,
  checkout: Checkout,
): Order {
  const brand = hosts.named(checkout.brand) ?? hosts.brand();
  return {
    checkout,
    brand,
    shop: brand.projectName,
    money: (amount) => formatMoney(amount, checkout.currency),
    supportEmail: brand.supportEmail,
    page: `/api/pay/sandbox/${checkout.checkout_id}`,
    framed: isFramed(c),
  };
}

/** A body that is no form is an empty one: its fields are then reported as missing. */
async function readForm(c: AppContext): Promise<FormData> {
  try {
    return await c.req.formData();
  } catch {
    return new FormData();
  }
}
