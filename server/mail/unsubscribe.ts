import type { Hono } from "hono";
import { html } from "hono/html";
import type { Database } from "../db/tables.ts";
import { findUnsubscribeLink, unsubscribe } from "../db/unsubscribe-links.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { brandPage, noticeResponse } from "../http/html-page.ts";
import { readQuery } from "../http/validate.ts";
import type { Hosts } from "../site.ts";
import { digest, readToken } from "../token.ts";

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
  // The token stands in the address alone: the body of a POST is whatever a mail program sends.
  app.get(PATH, async (c) => {
    const token = readToken(readQuery(c.req.url)["token"]);
    const link = token && (await findUnsubscribeLink(db, digest(token)));
    if (!token || !link) return unknownPage(c);
    const brand = hosts.named(link.brand) ?? c.get("brand");
    const action = `${UNSUBSCRIBE_PATH}?token=${token}`;
    return brandPage(brand, {
      title: "No more mails?",
      body: html`<p>
          We write to you when you leave your email in a quiz. Receipts and
          whatever else belongs to an order still reach you.
        </p>
        <form class="form" method="post" action="${action}">
          <button class="primary wide">Stop these mails</button>
        </form>
        <p><a href="/">Keep them</a></p>`,
    });
  });

  app.post(PATH, async (c) => {
    const token = readToken(readQuery(c.req.url)["token"]);
    const link = token && (await unsubscribe(db, digest(token), now()));
    if (!link) return unknownPage(c);
    const brand = hosts.named(link.brand) ?? c.get("brand");
    return brandPage(brand, {
      title: "No more mails",
      body: html`<p>
        ${brand.projectName} sends you no more mails when you leave your email
        in a quiz. Receipts and whatever else belongs to an order still reach
        you.
      </p>`,
    });
  });
}

function unknownPage(c: AppContext): Promise<Response> {
  return noticeResponse(
    c.get("brand"),
    404,
    "This link is not good any more",
    "Nothing was changed. What it was about may have been deleted already.",
  );
}
