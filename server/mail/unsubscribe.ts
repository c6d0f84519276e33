import type { Hono } from "hono";
import { html } from "hono/html";
import type { Database } from "../db/tables.ts";
import { findUnsubscribeLink, unsubscribe } from "../db/unsubscribe-links.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import {
  htmlResponse,
  type Markup,
  noticeResponse,
} from "../http/html-page.ts";
import { readQuery } from "../http/validate.ts";
import type { Hosts, SiteBrand } from "../site.ts";
import { digest, isToken } from "../token.ts";

/** Below the API, so that a proxy needs no rule for it. */
export const UNSUBSCRIBE_PATH = "/api/visitor/unsubscribe";
const PATH = UNSUBSCRIBE_PATH.replace(/^\/api/, "");

interface UnsubscribeServices {
  readonly db: Database;
  readonly now: () => Date;
  readonly hosts: Hosts;
}

/**
 * Where the link of a mail leads by which its reader wants no more of them. Looking changes nothing, because mail programs
 * look at links by themselves; a POST does, from the page or by the mail program's own button (RFC 8058), without any
 * other question.
 */
export function unsubscribeRoutes(
  app: Hono<AppEnv>,
  { db, hosts, now }: UnsubscribeServices,
): void {
  app.get(PATH, async (c) => {
    const token = readToken(c);
    const link = token && (await findUnsubscribeLink(db, digest(token)));
    if (!token || !link) return unknownPage(c);
    const brand = hosts.named(link.brand) ?? c.get("brand");
    const action = `${UNSUBSCRIBE_PATH}?token=${token}`;
    return page(
      brand,
      "No more mails?",
      html`<p>
          We write to you when you leave your email in a quiz. Receipts and
          whatever else belongs to an order still reach you.
        </p>
        <form class="form" method="post" action="${action}">
          <button class="primary wide">Stop these mails</button>
        </form>
        <p><a href="/">Keep them</a></p>`,
    );
  });

  app.post(PATH, async (c) => {
    const token = readToken(c);
    const link = token && (await unsubscribe(db, digest(token), now()));
    if (!link) return unknownPage(c);
    const brand = hosts.named(link.brand) ?? c.get("brand");
    return page(
      brand,
      "No more mails",
      html`<p>
        ${brand.projectName} sends you no more mails when you leave your email
        in a quiz. Receipts and whatever else belongs to an order still reach
        you.
      </p>`,
    );
  });
}

/** From the address alone: the body is whatever a mail program sends. */
function readToken(c: AppContext): string | null {
  const { token } = readQuery(c.req.url);
  return typeof token === "string" && isToken(token) ? token : null;
}

function unknownPage(c: AppContext): Promise<Response> {
  return noticeResponse(
    c.get("brand"),
    404,
    "This link is not good any more",
    "Nothing was changed. What it was about may have been deleted already.",
  );
}

function page(
  brand: SiteBrand,
  title: string,
  body: Markup,
): Promise<Response> {
  return htmlResponse({
    brand,
    title: `${title} · ${brand.projectName}`,
    status: 200,
    formAction: ["'self'"],
    body: html`<main class="docs">
      <p>${brand.projectName}</p>
      <h1>${title}</h1>
      ${body}
    </main>`,
  });
}
