import {
  deleteRightsRequest,
  findRightsRequest,
  type RightsRequest,
  setRightsToken,
  takeRightsTokenBack,
} from "../db/rights-requests.ts";
import { hasOpened } from "../db/gifts.ts";
import { findFor } from "../db/persons.ts";
import type { Database } from "../db/tables.ts";
import type { PaymentServices } from "../checkout/provider.ts";
import { RefusedMail, type SendMail } from "../mail/mailer.ts";
import { renderMail } from "../mail/render.ts";
import { rightsMail } from "../mail/rights-mail.ts";
import { digest, newToken } from "../token.ts";
import type { Executor, Sender } from "./engine.ts";
import { type Did, GiveUp, type Queue } from "./run-queue.ts";

/**
 * By which queue the mail of a request goes out. Servers of before orders could be asked for take every other request for
 * an erasure.
 */
const QUEUES = {
  export: "rights",
  erase: "rights",
  orders: "order-links",
} as const satisfies Readonly<Record<RightsRequest["wanted"], string>>;

/** Long enough to look into the mailbox. */
export const RIGHTS_TOKEN_TTL_S = 3_600;
/** Below the API, so that a proxy needs no rule for it. */
export const RIGHTS_PATH = "/api/visitor/data";
export const ORDERS_PATH = "/api/visitor/orders";

interface RightsServices {
  readonly db: Database;
  readonly now: () => Date;
  readonly sendMail: SendMail;
  /** Asked at each mail: brands change with the build. */
  readonly services: () => Pick<
    PaymentServices,
    "hosts" | "apiOrigin" | "random"
  >;
}

type Asked = Pick<RightsRequest, "request_id" | "wanted">;

/** Has a link sent to whoever asked; stored with the request itself when `db` is its transaction. */
export function sendRights(
  sender: Sender,
  { request_id: id, wanted }: Asked,
  db: Executor,
): Promise<void> {
  return sender.send(QUEUES[wanted], [{ id, data: {} }], db);
}

export function wakeRights(
  sender: Sender,
  { wanted }: Pick<Asked, "wanted">,
): void {
  sender.wake(QUEUES[wanted]);
}

/** Send a link to those who are known; whoever is not hears nothing, and the request is forgotten. */
export function rights(services: RightsServices): readonly Queue[] {
  return [...new Set(Object.values(QUEUES))].map((name) => ({
    name,
    atOnce: 2,
    limitS: 90,
    // For hours, and within the day that a request waits.
    retries: 10,
    retryAfterS: 30,
    everyS: null,
    handle: ({ id }) => sendLink(services, id),
  }));
}

async function sendLink(
  { db, now, sendMail, services }: RightsServices,
  id: string,
): Promise<Did> {
  const request = await findRightsRequest(db, id, now());
  // Over, followed already, or erased with the person.
  if (request === null) return "nothing";
  const { hosts, apiOrigin, random } = services();
  const brand = hosts.named(request.brand);
  // What is erased is the email itself, wherever it stands; a copy is made, and orders are shown, of what is theirs.
  const by = request.wanted === "erase" ? "operator" : "visitor";
  const { sessions } = await findFor(by, db, request.email);
  const isKnown = sessions.length > 0 || (await hasOpened(db, request.email));
  if (brand === null || !isKnown) {
    await deleteRightsRequest(db, id);
    return "nothing";
  }
  // Made for each try: the token is nowhere but in the mail, and the mail before may be lost.
  const token = newToken(random);
  const token_digest = digest(token);
  await setRightsToken(db, id, {
    token_digest,
    expires_at: new Date(now().getTime() + RIGHTS_TOKEN_TTL_S * 1_000),
  });
  const { projectName, supportEmail, company = null, look } = brand;
  const mail = renderMail(rightsMail(request.wanted, projectName), {
    values: {},
    projectName,
    supportEmail,
    company,
    look: look ?? { colors: {}, font: "sans" },
    picture: null,
    address: addressOf(request, apiOrigin, token),
    orders: null,
    unsubscribe: null,
  });
  try {
    await sendMail({
      ...mail,
      // A mailbox may show one mail of a name, the first one, whose link is no longer good.
      id: `rights-${id}-${newToken(random)}`,
      to: request.email,
      sender: projectName,
      replyTo: supportEmail,
      domain: brand.hosts[0] ?? "localhost",
      unsubscribe: null,
    });
  } catch (error) {
    if (error instanceof RefusedMail) {
      await deleteRightsRequest(db, id);
      throw new GiveUp(error.message);
    }
    await takeRightsTokenBack(db, token_digest, request.expires_at);
    throw error;
  }
  return "done";
}

function addressOf(
  { origin, wanted }: Pick<RightsRequest, "origin" | "wanted">,
  apiOrigin: string,
  token: string,
): string {
  const path = wanted === "orders" ? ORDERS_PATH : RIGHTS_PATH;
  return `${apiOrigin || origin}${path}?token=${token}`;
}
