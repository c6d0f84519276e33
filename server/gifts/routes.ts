/** The folder `gifts` holds the pages of gifts: what somebody else has paid for, opened by a link. */
import type { Hono } from "hono";
import { STORE_CONTACT_INFO_EMAIL_MAX } from "../../generated/call.ts";
import { EMAIL } from "../../generated/email-form.ts";
import { findGift, type NotOpened, openGift } from "../db/gifts.ts";
import { normalEmail } from "../db/persons.ts";
import type { Database } from "../db/tables.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { noticeResponse } from "../http/html-page.ts";
import { limitBody } from "../http/limit-body.ts";
import { readForm, readQuery } from "../http/validate.ts";
import { issueAuthToken } from "../sessions/auth-token.ts";
import type { Hosts, SiteBrand } from "../site.ts";
import { type Random, readToken } from "../token.ts";
import { giftPage } from "./pages.ts";

/** Below the API, so that a proxy needs no rule for it. */
export const GIFT_PATH = "/api/visitor/gift";
const PATH = GIFT_PATH.replace(/^\/api/, "");
const FORM_MAX_BYTES = 10_000;

interface GiftServices {
  readonly db: Database;
  readonly now: () => Date;
  readonly random: Random;
  readonly hosts: Hosts;
}

/**
 * Where the link of a gift leads. Looking opens nothing, because programs look at links that are passed on; the button
 * does, and leads to the product as customers come to it.
 */
export function giftRoutes(app: Hono<AppEnv>, services: GiftServices): void {
  const { db, hosts } = services;
  app.get(PATH, async (c) => {
    const token = readToken(readQuery(c.req.url)["token"]);
    const gift = token === null ? null : await findGift(db, token);
    if (token === null || gift === null) return notOpened(c, "unknown");
    if (gift.isReturned) return notOpened(c, "returned");
    const brand = hosts.named(gift.brand) ?? c.get("brand");
    return giftPage(brand, gift, { action: addressOf(token), wrong: null });
  });

  app.post(PATH, limitBody(FORM_MAX_BYTES), async (c) => {
    const token = readToken(readQuery(c.req.url)["token"]);
    const gift = token === null ? null : await findGift(db, token);
    if (token === null || gift === null) return notOpened(c, "unknown");
    const brand = hosts.named(gift.brand) ?? c.get("brand");
    const { email: typed } = await readForm(c.req.raw);
    const email = normalEmail(typeof typed === "string" ? typed : "");
    if (!EMAIL.test(email) || email.length > STORE_CONTACT_INFO_EMAIL_MAX) {
      const action = addressOf(token);
      return giftPage(brand, gift, { action, wrong: email });
    }
    return open(c, services, { token, email, brand });
  });
}

async function open(
  c: AppContext,
  services: GiftServices,
  asked: {
    readonly token: string;
    readonly email: string;
    readonly brand: SiteBrand;
  },
): Promise<Response> {
  const { token, email, brand } = asked;
  const now = services.now();
  const opened = await openGift(services.db, token, { email, now });
  if (typeof opened === "string") return notOpened(c, opened);
  const product = new URL(brand.homepageLink);
  const named = await issueAuthToken(services, { brand: brand.id, email });
  product.searchParams.set("token", named);
  return c.redirect(product.href, 303);
}

function addressOf(token: string): string {
  return `${GIFT_PATH}?token=${token}`;
}

/** Why a gift is not opened: what the visitor is told, and the status. */
const WORDS: Readonly<Record<NotOpened, readonly [number, string, string]>> = {
  unknown: [
    404,
    "There is no gift here",
    "Check that the link is whole: it ends in 22 letters, digits, dashes and underscores.",
  ],
  returned: [
    410,
    "This gift was taken back",
    "Whoever paid for it has got the money back, so it cannot be opened any more.",
  ],
  taken: [
    409,
    "Somebody has opened it before",
    "It was opened with another email. If that was you, go back and type that one.",
  ],
};

function notOpened(c: AppContext, why: NotOpened): Promise<Response> {
  const [status, title, text] = WORDS[why];
  return noticeResponse(c.get("brand"), status, title, text);
}
