import { formatMoney } from "../checkout/money.ts";
import type { PaymentServices } from "../checkout/provider.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import { findContactInfo } from "../db/contacts.ts";
import { isMailSent, noteMail } from "../db/mails.ts";
import { findMessage, type Message, MESSAGE_KINDS } from "../db/outbox.ts";
import type { Database } from "../db/tables.ts";
import { paidTwiceMail } from "../mail/paid-twice-mail.ts";
import { type PostMail, RefusedMail } from "../mail/post.ts";
import { renderMail, type Values } from "../mail/render.ts";
import type { SiteBrand } from "../site.ts";
import { feed } from "./deliveries.ts";
import type { Sender } from "./engine.ts";
import { GiveUp, type Queue } from "./run-queue.ts";

const NAME = "mail";
const DAY_MS = 86_400_000;
/** A mail about what is older is of no use to anybody; a dead letter can be tried again before. */
const OLDEST_MS = 7 * DAY_MS;
/** What mails may be about: an order. */
const KINDS = MESSAGE_KINDS.filter((kind) => kind !== "contact.stored");

interface MailServices {
  readonly db: Database;
  readonly now: () => Date;
  readonly sender: Sender;
  readonly post: PostMail;
  /** Asked at each mail: brands and their texts change with the build. */
  readonly services: () => Pick<PaymentServices, "hosts">;
}

/** Sends the mails of the brands, one for each moment of an order. Twelve tries within two days; then it is a dead letter. */
export function mail(services: MailServices): Queue {
  return {
    name: NAME,
    atOnce: 4,
    limitS: 90,
    retries: 11,
    retryAfterS: 30,
    everyS: null,
    feed: () => feed(services, { name: NAME, kinds: KINDS }, NAME),
    handle: ({ id }) => sendMail(services, id),
  };
}

async function sendMail(
  { db, now, post, services }: MailServices,
  messageId: string,
): Promise<void> {
  const message = await findMessage(db, messageId);
  if (message === null || isOld(message, now())) return;
  const checkout = await findCheckout(
    db,
    String(message.payload["checkout_id"]),
  );
  const brand = checkout && services().hosts.named(checkout.brand);
  const own = brand?.mails?.find(({ moment }) => moment === message.kind);
  if (!checkout || !brand || own === undefined) return;
  const template = isPaidTwice(message) ? paidTwiceMail : own;
  const id = idOf(message, checkout);
  if (await isMailSent(db, id)) return;
  const contact = await findContactInfo(db, checkout.session_id);
  const to = checkout.email ?? contact.email;
  // Somebody who left no address cannot be written to.
  if (to === undefined) return;
  const mail = renderMail(template, {
    values: valuesOf(message, checkout, { to, name: contact.name }),
    projectName: brand.projectName,
    supportEmail: brand.supportEmail,
    look: brand.look ?? { colors: {}, font: "sans" },
    address: addressOf(checkout, brand),
  });
  try {
    await post({
      ...mail,
      id,
      to,
      sender: brand.projectName,
      replyTo: brand.supportEmail,
      domain: brand.hosts[0] ?? "localhost",
    });
  } catch (error) {
    throw error instanceof RefusedMail ? new GiveUp(error.message) : error;
  }
  await noteMail(db, id, now());
}

function isOld({ created_at }: Message, now: Date): boolean {
  return now.getTime() - created_at.getTime() > OLDEST_MS;
}

/** Another order, or another transaction, had paid for it before. */
function isPaidTwice({ kind, payload }: Message): boolean {
  return kind === "payment.taken" && payload["refund_due"] === true;
}

/** An order has one receipt; everything else may happen to it several times, each told by a message of its own. */
function idOf(message: Message, { checkout_id }: Checkout): string {
  const { kind, message_id } = message;
  const isReceipt = kind === "payment.taken" && !isPaidTwice(message);
  return `${kind}-${isReceipt ? checkout_id : message_id}`;
}

function valuesOf(
  { payload, created_at }: Message,
  checkout: Checkout,
  { to, name }: { readonly to: string; readonly name: string | undefined },
): Values {
  const { currency, renewal_amount, renewal_days } = checkout;
  const amount = payload["amount"];
  const renews = renewal_amount !== null && renewal_days !== null;
  const firstDays = checkout.first_days ?? renewal_days ?? 0;
  const renewsAt = new Date(checkout.created_at.getTime() + firstDays * DAY_MS);
  return {
    email: to,
    ...(name !== undefined && { name }),
    product: checkout.product_name,
    amount: formatMoney(
      typeof amount === "number" ? amount : checkout.amount,
      currency,
    ),
    ...(renews && {
      renewal: `${formatMoney(renewal_amount, currency)} every ${renewal_days} days`,
      "renewal-date": day(renewsAt),
    }),
    date: day(created_at),
    order: checkout.checkout_id,
  };
}

function day(at: Date): string {
  const format = { dateStyle: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-US", format).format(at);
}

/** The page where the order was made, without what its address told of the visitor. */
function addressOf(
  { return_origin, return_path }: Checkout,
  { hosts }: SiteBrand,
): string {
  const origin = return_origin || `https://${hosts[0] ?? "localhost"}`;
  return `${origin}${return_path.replace(/[?#].*$/s, "")}`;
}
