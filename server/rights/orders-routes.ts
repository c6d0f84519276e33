import type { Hono } from "hono";
import { cancelPlan } from "../checkout/cancel-plan.ts";
import type { PaymentServices } from "../checkout/provider.ts";
import {
  findRightsOf,
  lookAtRights,
  type RightsRequest,
} from "../db/rights-requests.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { noticeResponse } from "../http/html-page.ts";
import { limitBody } from "../http/limit-body.ts";
import { readForm, readQuery } from "../http/validate.ts";
import { ORDERS_PATH } from "../jobs/rights.ts";
import { digest, readToken } from "../token.ts";
import {
  cancelledPage,
  type Holder,
  ordersPage,
  planAddress,
  planPage,
} from "./orders-pages.ts";
import { type OwnOrder, readOwnOrder, readOwnOrders } from "./own-orders.ts";
import { receiptPage } from "./receipt-page.ts";

const FORM_MAX_BYTES = 1_000;
/** Below `/api`. */
const PATH = ORDERS_PATH.replace(/^\/api/, "");

/**
 * Where the link of the mail leads: what was ordered, and the end of each plan. It is good for its hour, however often it
 * is followed; looking changes nothing.
 */
export function ordersRoutes(
  app: Hono<AppEnv>,
  services: PaymentServices,
): void {
  app.get(PATH, async (c) => {
    const { token, end, receipt } = readQuery(c.req.url);
    const holder = await readHolder(c, services, token);
    if (holder === null) return overPage(c, services, token);
    const paid = findPaid(holder, receipt);
    if (paid !== null) return receiptPage(services, holder, paid);
    const plan = findPlan(holder, end);
    return plan === null
      ? ordersPage(services, holder)
      : planPage(services, holder, plan);
  });

  app.post(PATH, limitBody(FORM_MAX_BYTES), async (c) => {
    const { token, order } = await readForm(c.req.raw);
    const holder = await readHolder(c, services, token);
    if (holder === null) return overPage(c, services, token);
    const plan = findPlan(holder, order);
    if (plan === null) return ordersPage(services, holder);
    const { checkout_id } = plan.order;
    await cancelPlan(services, checkout_id);
    // What has become of it is a page of its own, which can be reloaded, for as long as the link is good.
    if (await readHolder(c, services, token))
      return c.redirect(planAddress(holder.token, checkout_id), 303);
    const after = await readOwnOrder(services.db, checkout_id);
    return cancelledPage(services, holder, after ?? plan);
  });
}

async function readHolder(
  c: AppContext,
  services: PaymentServices,
  given: unknown,
): Promise<Holder | null> {
  const { db, now } = services;
  const token = readToken(given);
  if (token === null) return null;
  const request = await lookAtRights(db, digest(token), now());
  if (request?.wanted !== "orders") return null;
  return {
    token,
    email: request.email,
    ...placeOf(c, services, request),
    orders: await readOwnOrders(db, request.email),
  };
}

/** In whose look a request is answered, and where it was made; without a request, by the host. */
function placeOf(
  c: AppContext,
  { hosts }: Pick<PaymentServices, "hosts">,
  request: RightsRequest | null,
): Pick<Holder, "brand" | "askAt"> {
  const own = request === null ? null : hosts.named(request.brand);
  const brand = own ?? c.get("brand");
  const { ordersPath = null } = brand;
  const origin = own === null ? "" : (request?.origin ?? "");
  return {
    brand,
    askAt: ordersPath === null ? null : `${origin}${ordersPath}`,
  };
}

/** An order of theirs that something was paid for; null for anything else. */
function findPaid({ orders }: Holder, id: unknown): OwnOrder | null {
  const found = orders.find(({ order }) => order.checkout_id === id);
  return found === undefined || found.payments.length === 0 ? null : found;
}

/** A plan of theirs, in whatever state; null for anything else. */
function findPlan({ orders }: Holder, id: unknown): OwnOrder | null {
  const found = orders.find(({ order }) => order.checkout_id === id);
  return found === undefined || found.subscription === null ? null : found;
}

async function overPage(
  c: AppContext,
  services: Pick<PaymentServices, "db" | "hosts">,
  given: unknown,
): Promise<Response> {
  const token = readToken(given);
  const request =
    token === null ? null : await findRightsOf(services.db, digest(token));
  const { brand, askAt } = placeOf(c, services, request);
  const title = "This link is not good any more";
  const text = "It works for an hour. Nothing was changed now.";
  return askAt === null
    ? noticeResponse(brand, 404, title, text)
    : noticeResponse(brand, 404, title, text, {
        onward: { to: askAt, label: "Ask for a new link" },
      });
}
