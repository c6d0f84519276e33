import { html } from "hono/html";
import { plainMoney, readMoney } from "../checkout/money.ts";
import type { AppContext } from "../http/app-env.ts";
import { isProblem } from "../http/problem.ts";
import { readQuery } from "../http/validate.ts";
import {
  allow,
  readOrderQuery,
  readText,
  readReported,
  wrong,
} from "../orders/asked.ts";
import {
  resendOf,
  resendOne,
  resentText,
  type SendServices,
} from "./resend.ts";
import {
  cancelOrder,
  listOrders,
  type OrderServices,
  refund,
  settleOrder,
  showOrder,
} from "../orders/routes.ts";
import { cancelledText, refundText } from "../orders/text.ts";
import type { OrderView } from "../orders/view.ts";
import { isUuid } from "../token.ts";
import { readFilled, waysOn } from "./filter.ts";
import { formToken, readOwnForm } from "./form-token.ts";
import { operatorPage, orderLink, orderPath, personLink } from "./markup.ts";
import { orderBody, type OrderPage, ordersBody } from "./order-pages.ts";
import type { Asking } from "./resend-form.ts";

/** What is sent again where nothing else is chosen. */
const RECEIPT = { kind: "payment.taken" };

export type PageServices = OrderServices & SendServices;

/** Orders by what is looked for. */
export async function ordersPage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const asked = readFilled(readQuery(c.req.url));
  const { lines, next } = await listOrders(services, readOrderQuery(asked));
  const brands = services.hosts.brands.map(({ id }) => id);
  const body = ordersBody(lines, {
    asked,
    brands,
    ways: waysOn("orders", asked, next),
  });
  return operatorPage(services, { title: "Orders", body });
}

/** One order with its story and what can be done with it. */
export async function orderPage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const view = await showOrder(services, c.req.param("id") ?? "");
  const done = view.refunds.find(
    ({ refund_id }) => refund_id === c.req.query("done"),
  );
  const said = done === undefined ? null : refundText(view, done);
  return showOrderPage(services, view, { said });
}

function showOrderPage(
  services: PageServices,
  view: OrderView,
  {
    said = null,
    refused = null,
    status = 200,
  }: Partial<Pick<OrderPage, "said" | "refused">> & {
    readonly status?: number;
  },
): Promise<Response> {
  const body = orderBody(view, { ...askingOf(services), said, refused });
  const title = view.order.product_name;
  return operatorPage(services, { title, status, body });
}

/** Gives back what a form asks for, and leads to the order; refused, it is the order with the form as it was sent. */
export async function refundPage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const form = await readOwnForm(c, services);
  allow(form, ["key", "amount", "payment", "reason", "despite_dispute"]);
  const id = c.req.param("id") ?? "";
  const key = readFormKey(form);
  const typed = readText(form, "amount");
  const view = await showOrder(services, id);
  const { currency } = view.order;
  const amount = typed === null ? null : readMoney(typed, currency);
  if (typed !== null && amount === null) {
    const why = noAmount(currency);
    const refused = { typed: form, why, isOfAmount: true };
    return showOrderPage(services, view, { refused, status: 422 });
  }
  try {
    const refundId = await refund(services, id, {
      key,
      amount,
      payment: readText(form, "payment"),
      reason: readText(form, "reason"),
      ...(form["despite_dispute"] !== undefined && { despiteDispute: true }),
    });
    const query = new URLSearchParams({ done: refundId }).toString();
    return c.redirect(`${orderPath(id)}?${query}`, 303);
  } catch (error) {
    const isTooLarge = isProblem(error, "refund-too-large");
    if (!isTooLarge && !isProblem(error, "refund-refused")) throw error;
    const { status, title: what, detail } = error.problem;
    const why = `${what} ${detail}`;
    const refused = { typed: form, why, isOfAmount: isTooLarge };
    const current = await showOrder(services, id);
    return showOrderPage(services, current, { refused, status });
  }
}

function noAmount(currency: string): string {
  return `This is not an amount in ${currency}. Write it as ${plainMoney(500, currency)}, or leave it empty.`;
}

/** Ends the plan of an order. */
export async function cancelPage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  allow(await readOwnForm(c, services), []);
  const view = await cancelOrder(services, c.req.param("id") ?? "");
  return showOrderPage(services, view, { said: cancelledText(view) });
}

/** What an operator has found out of an order. */
export async function settlePage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const form = await readOwnForm(c, services);
  const id = c.req.param("id") ?? "";
  await settleOrder(services, id, readReported(form));
  return c.redirect(orderPath(id), 303);
}

/** Sends a message about an order or a person again; without one, the receipt of the order. */
export async function resendPage(
  c: AppContext,
  services: PageServices,
  order: string | null,
): Promise<Response> {
  const form = await readOwnForm(c, services);
  allow(form, ["key", "message", "to", "email"]);
  const key = readFormKey(form);
  const to = { to: form["to"] };
  const message = readText(form, "message");
  const resent =
    message === null
      ? await resendOf(services, order ?? "", key, { ...to, ...RECEIPT })
      : await resendOne(services, message, key, to);
  const back =
    order === null
      ? personLink(readText(form, "email") ?? "")
      : orderLink(order);
  const body = html`<p role="status">${resentText(resent)}</p>
    <p>Back to ${back}</p>`;
  return operatorPage(services, { title: "Sent again", body });
}

/** The key that a form was made with. Throws a 422 for another. */
function readFormKey(form: Readonly<Record<string, unknown>>): string {
  const key = readText(form, "key") ?? "";
  if (!isUuid(key)) throw wrong("key", "has to be the one of the form");
  return key;
}

/** What the forms of a page carry and offer. */
export function askingOf(services: PageServices): Asking {
  return { token: formToken(services), receivers: services.receivers };
}
