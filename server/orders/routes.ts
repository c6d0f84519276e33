import type { Hono } from "hono";
import { readKey } from "../checkout/idempotency.ts";
import type { PaymentServices } from "../checkout/provider.ts";
import { refundOrder } from "../checkout/refund.ts";
import { findOrders, readOrder } from "../db/orders.ts";
import { type AdminServices, requireAdmin } from "../http/admin.ts";
import { asksForText, type AppEnv } from "../http/app-env.ts";
import { ProblemError } from "../http/problem.ts";
import { readJson, readQuery } from "../http/validate.ts";
import { readOrderQuery, readWish } from "./asked.ts";
import { audited } from "./audited.ts";
import { orderText, ordersText, refundText } from "./text.ts";
import { viewOrder } from "./view.ts";

type OrderServices = AdminServices & PaymentServices;

/**
 * Orders, for those who run the server: a list, one of them with all that was paid and given back, and refunds. As data,
 * or as the text that the command line prints where `text/plain` is asked for.
 */
export function orderRoutes(app: Hono<AppEnv>, services: OrderServices): void {
  const { db } = services;
  app.use("/admin/*", async (c, next) => {
    requireAdmin(c, services);
    await next();
  });

  app.get("/admin/orders", async (c) => {
    const query = readOrderQuery(readQuery(c.req.url));
    const { email, state } = query;
    const asked = { by_email: email !== null, state };
    const action = { action: "orders.list", subject: "", asked };
    const orders = await audited(services, action, async () => {
      const found = await findOrders(db, query);
      return { answer: found, outcome: { orders: found.length } };
    });
    return asksForText(c)
      ? c.text(ordersText(orders))
      : c.json({ version: 1, orders });
  });

  app.get("/admin/orders/:id", async (c) => {
    const subject = c.req.param("id");
    const action = { action: "orders.show", subject, asked: {} };
    const order = await audited(services, action, async () => ({
      answer: await requireOrder(services, subject),
      outcome: {},
    }));
    return asksForText(c)
      ? c.text(orderText(order))
      : c.json({ version: 1, ...order });
  });

  app.post("/admin/orders/:id/refund", async (c) => {
    // A form of another site can send neither this header nor JSON.
    const key = readKey(c);
    const wish = readWish(await readJson(c.req.raw));
    const subject = c.req.param("id");
    const asked = { key, ...wish };
    const action = { action: "orders.refund", subject, asked };
    const refund_id = await audited(services, action, async () => {
      const answer = await refundOrder(services, subject, { key, ...wish });
      return { answer, outcome: { refund_id: answer } };
    });
    const order = await requireOrder(services, subject);
    const refund = order.refunds.find((one) => one.refund_id === refund_id);
    if (refund === undefined) throw new Error("a refund has left no trace");
    return asksForText(c)
      ? c.text(refundText(order, refund))
      : c.json({ version: 1, refund, ...order });
  });
}

async function requireOrder({ db }: OrderServices, id: string) {
  const order = await readOrder(db, id);
  if (order === null)
    throw new ProblemError("order-unknown", "Check the id of the order.");
  return viewOrder(order);
}
