import { readFileSync } from "node:fs";
import type { PaymentServices } from "../../checkout/provider.ts";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AppContext, AppEnv } from "../../http/app-env.ts";
import { htmlResponse, type Markup } from "../../http/html-page.ts";
import {
  byScript,
  leadTo,
  leavePaymentPage,
} from "../../checkout/payment-end.ts";
import { type Checkout, moveCheckout } from "../../db/checkouts.ts";
import { isWaiting, settle } from "../../checkout/settle.ts";
import { isSameSite } from "../../http/origin.ts";
import {
  findShown,
  foreignForm,
  noPaymentPage,
  type ShownOrder,
  shownOrder,
  titleOf,
} from "../payment-sheet.ts";
import { confirmPage, inShort, pageOf, payPage } from "./pages.ts";
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
  app.use(bodyLimit({ maxSize: MAX_FORM_BYTES, onError: foreignForm }));
  app.use(async (c, next) => {
    if (c.req.method === "POST" && !isSameSite(c, services.origins))
      return foreignForm(c);
    return next();
  });

  app.get("/:id", async (c) => {
    const checkout = await find(c, services);
    if (checkout?.status !== "open") return goOn(c, checkout);
    const order = orderOf(c, services, checkout);
    return respond(order, payPage(order));
  });

  app.post("/:id", async (c) => {
    const checkout = await find(c, services);
    if (checkout?.status !== "open") return goOn(c, checkout);
    const read = readCardForm(await readForm(c), services.now());
    if (read.kind === "wrong") {
      if (byScript(c))
        return c.json({ errors: read.errors, inShort: inShort(read) }, 422);
      const order = orderOf(c, services, checkout);
      return respond(order, payPage(order, read), 422);
    }
    const { token, brand, last4, outcome } = read.card;
    await move(services, checkout, outcome, { token, brand, last4 });
    return goOn(c, await find(c, services));
  });

  app.post("/:id/cancel", async (c) => {
    const checkout = await find(c, services);
    if (checkout !== null) await move(services, checkout, "cancelled");
    return goOn(c, await find(c, services));
  });

  app.get("/:id/confirm", async (c) => {
    const checkout = await find(c, services);
    if (checkout?.status !== "needs_authentication") return goOn(c, checkout);
    const order = orderOf(c, services, checkout);
    return respond(order, confirmPage(order));
  });

  app.post("/:id/confirm", async (c) => {
    const checkout = await find(c, services);
    if (checkout?.status !== "needs_authentication") return goOn(c, checkout);
    const decision = (await readForm(c)).get("decision");
    if (decision === "confirm") await move(services, checkout, "paid");
    if (decision === "refuse") await move(services, checkout, "declined");
    return goOn(c, await find(c, services));
  });
  return app;
}

const find = (c: AppContext, services: PaymentServices) =>
  findShown(c, services, ({ isSandbox }) => isSandbox);

async function move(
  services: PaymentServices,
  checkout: Checkout,
  to: "paid" | "declined" | "needs_authentication" | "cancelled",
  card?: { token: string; brand: string; last4: string },
): Promise<void> {
  if (!isWaiting(checkout)) return;
  const found = { ...(card && { card }) };
  if (to !== "needs_authentication") {
    // A page that has expired takes no money: another tab may have closed the order meanwhile.
    await settle(services, checkout, { status: to, ...found }, false);
    return;
  }
  const { db, now, random } = services;
  await moveCheckout(db, checkout.checkout_id, {
    from: checkout.status,
    to,
    ...found,
    now: now(),
    random,
  });
}

/** To the page that fits the checkout's state: back to the shop once it is settled, whatever came of it. */
function goOn(
  c: AppContext,
  checkout: Checkout | null,
): Response | Promise<Response> {
  if (checkout === null) return noPaymentPage(c);
  return isWaiting(checkout)
    ? leadTo(c, pageOf(checkout))
    : leavePaymentPage(c, checkout);
}

function respond(
  order: ShownOrder,
  body: Markup,
  status = 200,
): Promise<Response> {
  const { return_origin } = order.checkout;
  return htmlResponse({
    brand: order.brand,
    title: titleOf(order),
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
  services: PaymentServices,
  checkout: Checkout,
): ShownOrder {
  const page = pageOf({ ...checkout, status: "open" });
  return shownOrder(c, services, checkout, page);
}

/** A body that is no form is an empty one: its fields are then reported as missing. */
async function readForm(c: AppContext): Promise<FormData> {
  try {
    return await c.req.formData();
  } catch {
    return new FormData();
  }
}
