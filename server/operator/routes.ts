/** The folder `operator` holds the pages of `/admin`. */
import type { Hono } from "hono";
import { html } from "hono/html";
import { type ContactServices, erase, showPerson } from "../contacts/routes.ts";
import { countJobs, findDead, findLiving } from "../db/jobs.ts";
import type { DropOffServices } from "../visits/report.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import type { Markup } from "../http/html-page.ts";
import { isProblem, noSuchCall, ProblemError } from "../http/problem.ts";
import { changeDead } from "../jobs/routes.ts";
import { readQuery } from "../http/validate.ts";
import { dropMessage, listMessages } from "../orders/messages.ts";
import { readText, wrong } from "../orders/asked.ts";
import { normalEmail } from "../db/persons.ts";
import { formToken, readOwnForm } from "./form-token.ts";
import { actionsPage } from "./actions.ts";
import { contactsPage } from "./contacts.ts";
import { visitsPage } from "./visits.ts";
import { jobsBody } from "./jobs.ts";
import { HOME, operatorPage, orderLink, PAGES } from "./markup.ts";
import { messagesBody } from "./message-pages.ts";
import {
  mailBody,
  mailFrame,
  type FolderServices,
  mailsBody,
} from "./mail-pages.ts";
import {
  askingOf,
  cancelPage,
  orderPage,
  ordersPage,
  type PageServices as OrderPageServices,
  refundPage,
  resendPage,
  settlePage,
} from "./order-routes.ts";
import { erasedBody, personBody, searchBody } from "./person-pages.ts";

/** Jobs that are listed at once, of those that were given up and of the others. */
const LISTED = { dead: 200, others: 50 } as const;

const FIND = "Find a person";

type PageServices = OrderPageServices &
  ContactServices &
  DropOffServices &
  FolderServices;
type Page = (c: AppContext) => Promise<Response>;

/** The same as the calls for operators, as pages: without a script, each form carries a token of its own. */
export function operatorPages(app: Hono<AppEnv>, services: PageServices): void {
  const get = (path: string, page: Page) =>
    app.get(path, (c) => answered(c, services, page));
  const send = (path: string, page: Page) =>
    app.post(path, (c) => answered(c, services, page));
  get("/admin", () =>
    operatorPage(services, { title: FIND, body: searchBody() }),
  );
  get("/admin/pages/people", (c) => showPersonPage(c, services));
  send("/admin/pages/people/resend", (c) => resendPage(c, services, null));
  send("/admin/pages/people/erase", (c) => erasePage(c, services));
  get("/admin/pages/orders", (c) => ordersPage(c, services));
  get("/admin/pages/orders/:id", (c) => orderPage(c, services));
  send("/admin/pages/orders/:id/refund", (c) => refundPage(c, services));
  send("/admin/pages/orders/:id/cancel", (c) => cancelPage(c, services));
  send("/admin/pages/orders/:id/settle", (c) => settlePage(c, services));
  get("/admin/pages/messages", () => messagesPage(services));
  send("/admin/pages/messages/drop", (c) => dropMessagePage(c, services));
  send("/admin/pages/orders/:id/resend", (c) =>
    resendPage(c, services, c.req.param("id") ?? ""),
  );
  get("/admin/pages/contacts", (c) => contactsPage(c, services));
  get("/admin/pages/visits", (c) => visitsPage(c, services));
  get("/admin/pages/actions", (c) => actionsPage(c, services));
  get("/admin/pages/jobs", () => jobsPage(services));
  send("/admin/pages/jobs/:what", (c) => changeJobs(c, services));
  get("/admin/pages/mails", async () => {
    const body = await mailsBody(services);
    return operatorPage(services, { title: "Mails", body });
  });
  get("/admin/pages/mails/:name", async (c) => {
    const body = await mailBody(services, c.req.param("name") ?? "");
    return operatorPage(services, { title: "A mail", body, framing: true });
  });
  get("/admin/pages/mails/:name/html", (c) =>
    mailFrame(c, services, c.req.param("name") ?? ""),
  );
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
      <p>${wayBack(c)}</p>`;
    return operatorPage(services, { title, status, body });
  }
}

/** From a form to the order that it is of. */
function wayBack(c: AppContext): Markup {
  const id = c.req.method === "POST" ? c.req.param("id") : undefined;
  return id === undefined
    ? html`<a href="${HOME}">${FIND}</a>`
    : html`Back to ${orderLink(id)}`;
}

async function showPersonPage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const email = readText(readQuery(c.req.url), "email") ?? "";
  try {
    const person = await showPerson(services, email);
    const body = personBody(person, askingOf(services), null);
    return await operatorPage(services, { title: person.email, body });
  } catch (error) {
    if (!isProblem(error, "contact-unknown")) throw error;
    const { status, title, detail } = error.problem;
    const body = searchBody({ typed: email, wrong: `${title} ${detail}` });
    return operatorPage(services, { title: FIND, status, body });
  }
}

async function erasePage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const form = await readOwnForm(c, services);
  const email = normalEmail(readText(form, "email") ?? "");
  const again = readText(form, "again") ?? "";
  if (normalEmail(again) !== email || email === "") {
    const person = await showPerson(services, email);
    const body = personBody(person, askingOf(services), again);
    return operatorPage(services, { title: person.email, status: 422, body });
  }
  const body = erasedBody(await erase(services, email));
  return operatorPage(services, { title: "Erased", body });
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

async function jobsPage(services: PageServices): Promise<Response> {
  const { db } = services;
  const body = jobsBody({
    counts: await countJobs(db),
    dead: await findDead(db, {}, LISTED.dead),
    others: await findLiving(db, {}, LISTED.others),
    token: formToken(services),
  });
  return operatorPage(services, { title: "Jobs", body });
}

async function changeJobs(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const form = await readOwnForm(c, services);
  const id = readText(form, "id");
  if (id === null) throw wrong("id", "has to be there");
  const what = c.req.param("what") ?? "";
  if (what !== "retry" && what !== "drop") throw noSuchCall();
  await changeDead(services, what, { id });
  return c.redirect(`${PAGES}/jobs`, 303);
}
