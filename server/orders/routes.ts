/** The folder `orders` holds what operators see of orders, and do with them. */
import type { Hono } from "hono";
import { readKey } from "../checkout/idempotency.ts";
import { cancelPlan } from "../checkout/cancel-plan.ts";
import type { PaymentServices } from "../checkout/provider.ts";
import { refundOrder } from "../checkout/refund.ts";
import {
  settleByHand,
  type ReportedOutcome,
} from "../checkout/settle-by-hand.ts";
import type { OperatorAction } from "../db/operator-actions.ts";
import { findByDigest } from "../db/order-digest.ts";
import {
  findOrders,
  type OrderLine,
  type OrderQuery,
  readOrder,
} from "../db/orders.ts";
import { findSentOf, type SentServices } from "../db/person-messages.ts";
import type { RefundRequest } from "../db/refunds.ts";
import type { AdminServices } from "../http/admin.ts";
import { asksForText, type AppEnv } from "../http/app-env.ts";
import { ProblemError } from "../http/problem.ts";
import { readJson, readQuery } from "../http/validate.ts";
import { renews } from "../ledger/subscription.ts";
import {
  allow,
  readFormat,
  readOrderQuery,
  readRefundRequest,
  readReported,
} from "./asked.ts";
import { sendCsv } from "./csv.ts";
import {
  type List,
  type Listing,
  readForFile,
  readListing,
} from "./listing.ts";
import { audited, auditedFile } from "../http/audited.ts";
import {
  cancelledText,
  renewalWords,
  ORDER_COLUMNS,
  orderText,
  ordersText,
  refundText,
  settledText,
} from "./text.ts";
import { type OrderView, viewOrder } from "./view.ts";

export type OrderServices = AdminServices & PaymentServices & SentServices;

/**
 * Orders, for those who run the server: a list, one of them with all that was paid and given back, refunds, and what an
 * order has come to that nobody else can say. As data, or as the text that the command line prints where `text/plain` is asked for.
 */
export function orderRoutes(app: Hono<AppEnv>, services: OrderServices): void {
  app.get("/admin/orders", async (c) => {
    const { asked, isFile, isLimited } = readFormat(readQuery(c.req.url));
    const query = readOrderQuery(asked);
    if (isFile)
      return sendCsv(c, services.log, {
        name: "orders",
        columns: ORDER_COLUMNS,
        lines: await exportOrders(services, query, isLimited),
      });
    const { lines: orders, next } = await listOrders(services, query);
    return asksForText(c)
      ? c.text(ordersText(orders, next))
      : c.json({ version: 1, orders, next });
  });

  app.get("/admin/orders/:id", async (c) => {
    const order = await showOrder(services, c.req.param("id"));
    return asksForText(c)
      ? c.text(orderText(order))
      : c.json({ version: 1, ...order });
  });

  app.post("/admin/orders/:id/refund", async (c) => {
    // A form of another site can send neither this header nor JSON.
    const key = readKey(c);
    const request = readRefundRequest(await readJson(c.req.raw));
    const subject = c.req.param("id");
    const refund_id = await refund(services, subject, { key, ...request });
    const order = await requireOrder(services, subject);
    const made = order.refunds.find((one) => one.refund_id === refund_id);
    if (made === undefined) throw new Error("a refund has left no trace");
    return asksForText(c)
      ? c.text(refundText(order, made))
      : c.json({ version: 1, refund: made, ...order });
  });

  app.post("/admin/orders/:id/cancel", async (c) => {
    // A form of another site cannot send JSON.
    allow(Object(await readJson(c.req.raw)), []);
    const view = await cancelOrder(services, c.req.param("id"));
    return asksForText(c)
      ? c.text(cancelledText(view))
      : c.json({ version: 1, ...view });
  });

  app.post("/admin/orders/:id/settle", async (c) => {
    const reported = readReported(await readJson(c.req.raw));
    const view = await settleOrder(services, c.req.param("id"), reported);
    return asksForText(c)
      ? c.text(settledText(view))
      : c.json({ version: 1, ...view });
  });
}

/**
 * Ends the plan of an order for its buyer, at the end of what is paid for; audited. Answers the order as it is then. Throws
 * a 404 when there is none, a 409 when nothing of it renews.
 */
export function cancelOrder(
  services: OrderServices,
  subject: string,
): Promise<OrderView> {
  const action = { action: "orders.cancel", subject, asked: {} };
  return audited(services, action, async () => {
    const { subscription } = await requireOrder(services, subject);
    if (subscription === null || !renews(subscription))
      throw new ProblemError(
        "nothing-to-cancel",
        "It is paid once, or its plan has an end already.",
      );
    await cancelPlan(services, subject);
    const answer = await requireOrder(services, subject);
    return { answer, outcome: { ends: renewalWords(answer.subscription) } };
  });
}

/** Settles an order by an operator's word, audited; answers the order as it is then. Fails as `settleByHand` does. */
export function settleOrder(
  services: OrderServices,
  subject: string,
  reported: ReportedOutcome,
): Promise<OrderView> {
  const action = { action: "orders.settle", subject, asked: { ...reported } };
  return audited(services, action, async () => {
    await settleByHand(services, subject, reported);
    const answer = await requireOrder(services, subject);
    return { answer, outcome: { state: answer.order.state } };
  });
}

/** The part of the orders that a query asks for, audited. */
export function listOrders(
  services: OrderServices,
  query: OrderQuery,
): Promise<Listing<OrderLine>> {
  return audited(services, actionOf("orders.list", query), async () => {
    const answer = await readListing(ordersIn(services), query);
    return { answer, outcome: { orders: answer.lines.length } };
  });
}

/** The orders of a file, audited. */
function exportOrders(
  services: OrderServices,
  query: OrderQuery,
  isLimited: boolean,
): Promise<AsyncGenerator<readonly OrderLine[], void>> {
  return auditedFile(services, actionOf("orders.export", query), {
    lines: readForFile(ordersIn(services), query, isLimited),
    outcomeOf: (orders) => ({ orders }),
  });
}

function ordersIn({ db }: OrderServices): List<OrderLine, OrderQuery> {
  return {
    find: (query) => findOrders(db, query),
    placeOf: ({ created_at: at, checkout_id: id }) => ({ at, id }),
  };
}

function actionOf(
  action: string,
  { email, state, brand, since }: OrderQuery,
): OperatorAction {
  const asked = { by_email: email !== null, state, brand, since };
  return { action, subject: "", asked };
}

/** One order by its id, or by its name in the log; audited. Throws a 404 when there is none. */
export async function showOrder(services: OrderServices, name: string) {
  const subject = (await findByDigest(services.db, name)) ?? name;
  const action = { action: "orders.show", subject, asked: {} };
  return audited(services, action, async () => ({
    answer: await requireOrder(services, subject),
    outcome: {},
  }));
}

/** Gives money of an order back, audited; answers the name of the refund. Fails as `refundOrder` does. */
export function refund(
  services: OrderServices,
  subject: string,
  request: Omit<RefundRequest, "now">,
): Promise<string> {
  const action = { action: "orders.refund", subject, asked: { ...request } };
  return audited(services, action, async () => {
    const answer = await refundOrder(services, subject, request);
    return { answer, outcome: { refund_id: answer } };
  });
}

async function requireOrder(
  services: OrderServices,
  id: string,
): Promise<OrderView> {
  const order = await readOrder(services.db, id);
  if (order === null)
    throw new ProblemError("order-unknown", "Check the id of the order.");
  return { ...viewOrder(order), ...(await findSentOf(services, id)) };
}
