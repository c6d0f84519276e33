/** The folder `rights` holds data, orders and plans of visitors, who see and end them by a link. */
import type { Hono } from "hono";
import {
  type Asking,
  type ContactServices,
  erase,
  sendExport,
} from "../contacts/routes.ts";
import { findOwner, findPaying } from "../db/persons.ts";
import {
  LinkUsedUp,
  lookAtRights,
  type RightsRequest,
  takeRights,
} from "../db/rights-requests.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { noticeResponse } from "../http/html-page.ts";
import { limitBody } from "../http/limit-body.ts";
import { readForm, readQuery } from "../http/validate.ts";
import { RIGHTS_PATH } from "../jobs/rights.ts";
import { isToCancel, renews } from "../ledger/subscription.ts";
import type { Hosts } from "../site.ts";
import { digest, readToken } from "../token.ts";
import { askErasePage, askExportPage, erasedPage } from "./pages.ts";

interface RightsServices extends ContactServices {
  readonly hosts: Hosts;
}

const FORM_MAX_BYTES = 10_000;
/** Below `/api`. */
const PATH = RIGHTS_PATH.replace(/^\/api/, "");

/**
 * Where the link of the mail leads. Looking changes nothing, because mail programs look at links by themselves; the
 * button hands the copy over, or erases everything, and uses the token up by that: where it fails, the link stays good.
 */
export function rightsRoutes(
  app: Hono<AppEnv>,
  services: RightsServices,
): void {
  const { db, now } = services;
  app.get(PATH, async (c) => {
    const token = readToken(readQuery(c.req.url)["token"]);
    const request = token === null ? null : await lookAt(services, token);
    if (token === null || request === null) return overPage(c);
    const brand = services.hosts.named(request.brand) ?? c.get("brand");
    if (request.wanted === "export")
      return askExportPage(brand, { token, email: request.email });
    const person = await findOwner(db, request.email);
    const { subscriptions } = await findPaying(db, person);
    const renewing = subscriptions.filter(
      (plan) => renews(plan) && !isToCancel(plan),
    );
    const { ordersPath = null } = brand;
    return askErasePage(brand, {
      token,
      email: request.email,
      renewing: renewing.length,
      orders: ordersPath === null ? null : `${request.origin}${ordersPath}`,
    });
  });

  app.post(PATH, limitBody(FORM_MAX_BYTES), async (c) => {
    const form = await readForm(c.req.raw);
    const token = readToken(form["token"]);
    const request = token === null ? null : await lookAt(services, token);
    if (token === null || request === null) return overPage(c);
    const asking: Asking = {
      by: "visitor",
      useUp: (trx) => takeRights(trx, digest(token), now()),
    };
    return (
      request.wanted === "export"
        ? handOver(c, services, request, { ...asking, format: form["format"] })
        : eraseAll(c, services, request, asking)
    ).catch((error: unknown) => {
      if (error instanceof LinkUsedUp) return overPage(c);
      throw error;
    });
  });
}

/** What a link asks for; one to orders is good for nothing else. */
async function lookAt(
  { db, now }: RightsServices,
  token: string,
): Promise<RightsRequest | null> {
  const request = await lookAtRights(db, digest(token), now());
  return request?.wanted === "orders" ? null : request;
}

async function handOver(
  c: AppContext,
  services: RightsServices,
  { email }: RightsRequest,
  { format, ...asking }: Asking & { readonly format: unknown },
): Promise<Response> {
  const asked = { email, format: format === "csv" ? "csv" : "json" };
  return sendExport(c, services, asked, asking);
}

async function eraseAll(
  c: AppContext,
  services: RightsServices,
  { brand, email }: RightsRequest,
  asking: Asking,
): Promise<Response> {
  const { kept } = await erase(services, email, asking);
  return erasedPage(services.hosts.named(brand) ?? c.get("brand"), kept);
}

function overPage(c: AppContext): Promise<Response> {
  return noticeResponse(
    c.get("brand"),
    404,
    "This link is not good any more",
    "It works once, and for an hour. Nothing was changed now. Ask for a new one where you asked for this one.",
  );
}
