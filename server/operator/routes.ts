import type { Hono } from "hono";
import { html } from "hono/html";
import { readMoney } from "../checkout/money.ts";
import { erase, showPerson } from "../contacts/routes.ts";
import { findDead } from "../db/jobs.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { ProblemError } from "../http/problem.ts";
import { changeDead } from "../jobs/routes.ts";
import { readQuery } from "../http/validate.ts";
import { dropMessage, listMessages } from "../orders/messages.ts";
import {
  allow,
  readOrderQuery,
  readText,
  readVerdict,
  wrong,
} from "../orders/asked.ts";
import {
  listOrders,
  type OrderServices,
  refund,
  settleOrder,
  showOrder,
} from "../orders/routes.ts";
import { refundText } from "../orders/text.ts";
import {
  resendOf,
  resendOne,
  resentText,
  type SendServices,
} from "../orders/resend.ts";
import { normalEmail } from "../db/persons.ts";
import { isUuid } from "../token.ts";
import { formToken, readOwnForm } from "./form-token.ts";
import { HOME, operatorPage, orderLink, PAGES, personLink } from "./markup.ts";
import { messagesBody } from "./message-pages.ts";
import type { Asking } from "./resend-form.ts";
import { orderBody, ordersBody } from "./order-pages.ts";
import {
  erasedBody,
  jobsBody,
  personBody,
  searchBody,
} from "./person-pages.ts";

const LISTED = 500;

/** What is sent again where nothing else is chosen. */
const RECEIPT = { kind: "payment.taken" };

type PageServices = OrderServices & SendServices;
type Page = (c: AppContext) => Promise<Response>;

/** The same as the calls for operators, as pages: without a script, each form carries a token of its own. */
export function operatorPages(app: Hono<AppEnv>, services: PageServices): void {
  const get = (path: string, page: Page) =>
    app.get(path, (c) => answered(c, services, page));
  const send = (path: string, page: Page) =>
    app.post(path, (c) => answered(c, services, page));
  get("/admin", () =>
    operatorPage(services, { title: "Find a person", body: searchBody() }),
  );
  get("/admin/pages/people", (c) => showPersonPage(c, services));
  send("/admin/pages/people/resend", (c) => resendPage(c, services, null));
  send("/admin/pages/people/erase", (c) => erasePage(c, services));
  get("/admin/pages/orders", (c) => ordersPage(c, services));
  get("/admin/pages/orders/:id", (c) => orderPage(c, services));
  send("/admin/pages/orders/:id/refund", (c) => refundPage(c, services));
  send("/admin/pages/orders/:id/settle", (c) => settlePage(c, services));
  get("/admin/pages/messages", () => messagesPage(services));
  send("/admin/pages/messages/drop", (c) => dropMessagePage(c, services));
  send("/admin/pages/orders/:id/resend", (c) =>
    resendPage(c, services, c.req.param("id") ?? ""),
  );
  get("/admin/pages/jobs", () => jobsPage(services));
  send("/admin/pages/jobs/:what", (c) => changeJobs(c, services));
}

/** What is refused is told on a page as well; only the question for the token is the browser's. */
async function answered(
  c: AppContext,
  services: PageServices,
  page: Page,
): Promise<Response> {
  try {
    return await page(c);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { title, detail, status, errors = [] } = error.problem;
    const body = html`<p>${detail}</p>
      ${errors.map((one) => html`<p>${one.pointer.slice(2)} ${one.detail}</p>`)}
      <p><a href="${HOME}">Find a person</a></p>`;
    return operatorPage(services, { title, status, body });
  }
}

async function showPersonPage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const email = readText(readQuery(c.req.url), "email") ?? "";
  const person = await showPerson(services, email);
  const body = personBody(person, askingOf(services));
  return operatorPage(services, { title: person.email, body });
}

async function erasePage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const form = await readOwnForm(c, services);
  const email = normalEmail(readText(form, "email") ?? "");
  if (normalEmail(readText(form, "again") ?? "") !== email || email === "")
    throw wrong("again", "has to be the same email: nothing was erased");
  const body = erasedBody(await erase(services, email));
  return operatorPage(services, { title: "Erased", body });
}

async function ordersPage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const { state: given, ...query } = readQuery(c.req.url);
  const asked = readOrderQuery(
    given === "" || given === undefined ? query : { ...query, state: given },
  );
  const orders = await listOrders(services, asked);
  const last = orders.at(-1);
  const { state, email, limit } = asked;
  const next = new URLSearchParams({
    ...(state !== null && { state }),
    ...(email !== null && { email }),
    ...(last && { before: last.created_at.toISOString() }),
  });
  const older =
    orders.length < limit ? null : `${PAGES}/orders?${next.toString()}`;
  const body = ordersBody(orders, state, older);
  return operatorPage(services, { title: "Orders", body });
}

async function orderPage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const view = await showOrder(services, c.req.param("id") ?? "");
  const done = view.refunds.find(
    ({ refund_id }) => refund_id === c.req.query("done"),
  );
  const said = done === undefined ? null : refundText(view, done);
  const body = orderBody(view, { ...askingOf(services), said });
  return operatorPage(services, { title: view.order.product_name, body });
}

async function refundPage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const form = await readOwnForm(c, services);
  allow(form, ["key", "amount", "payment", "reason"]);
  const id = c.req.param("id") ?? "";
  const key = readFormKey(form);
  const typed = readText(form, "amount");
  const { order } = await showOrder(services, id);
  const amount = typed === null ? null : readMoney(typed, order.currency);
  if (typed !== null && amount === null)
    throw wrong("amount", `has to be an amount in ${order.currency}`);
  const refundId = await refund(services, id, {
    key,
    amount,
    payment: readText(form, "payment"),
    reason: readText(form, "reason"),
  });
  const query = new URLSearchParams({ done: refundId }).toString();
  return c.redirect(`${PAGES}/orders/${encodeURIComponent(id)}?${query}`, 303);
}

async function settlePage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const form = await readOwnForm(c, services);
  const id = c.req.param("id") ?? "";
  await settleOrder(services, id, readVerdict(form));
  return c.redirect(`${PAGES}/orders/${encodeURIComponent(id)}`, 303);
}

async function messagesPage(services: PageServices): Promise<Response> {
  const messages = await listMessages(services);
  const body = messagesBody(messages, formToken(services));
  return operatorPage(services, { title: "Messages of providers", body });
}

async function dropMessagePage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const form = await readOwnForm(c, services);
  await dropMessage(services, readText(form, "message") ?? "");
  return c.redirect(`${PAGES}/messages`, 303);
}

/** Sends a message about an order or a person again; without one, the receipt of the order. */
async function resendPage(
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

function askingOf(services: PageServices): Asking {
  return { token: formToken(services), receivers: services.receivers };
}

async function jobsPage(services: PageServices): Promise<Response> {
  const dead = await findDead(services.db, {}, LISTED);
  const body = jobsBody(dead, formToken(services));
  return operatorPage(services, { title: "Dead letters", body });
}

async function changeJobs(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const form = await readOwnForm(c, services);
  const id = readText(form, "id");
  if (id === null) throw wrong("id", "has to be there");
  const what = c.req.param("what") ?? "";
  if (what !== "retry" && what !== "drop")
    throw new ProblemError("not-found", "Check the method and the path.");
  await changeDead(services, what, { id });
  return c.redirect(`${PAGES}/jobs`, 303);
}
