import { formatMoney } from "../checkout/money.ts";
import type { PaymentServices } from "../checkout/provider.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import { findContactInfo } from "../db/contacts.ts";
import { isMailSent, noteMail } from "../db/mails.ts";
import { findMessage, type Message, MESSAGE_KINDS } from "../db/outbox.ts";
import { findReceipt } from "../db/receipts.ts";
import type { Database } from "../db/tables.ts";
import { paidTwiceMail } from "../mail/paid-twice-mail.ts";
import { type PostMail, RefusedMail } from "../mail/post.ts";
import { renderMail, type Values } from "../mail/render.ts";
import type { Hosts, SiteBrand } from "../site.ts";
import { feed } from "./deliveries.ts";
import type { Sender } from "./engine.ts";
import { GiveUp, type Queue } from "./run-queue.ts";

/** Its queue, and its name among those who are told of messages. */
export const MAIL = "mail";
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
    name: MAIL,
    atOnce: 4,
    limitS: 90,
    retries: 11,
    retryAfterS: 30,
    everyS: null,
    feed: () => feed(services, { name: MAIL, kinds: KINDS }, MAIL),
    handle: ({ id, data }) => sendMail(services, readAsked(id, data)),
  };
}

/** Which mail is asked for: about a message; or once more, under a name of its own, about one or as a receipt. */
export interface AskedMail {
  readonly message: string;
  readonly receiptOf?: string;
  readonly again?: string;
}

function readAsked(id: string, data: unknown): AskedMail {
  const { message, receiptOf, again } = Object(data);
  return {
    message: typeof message === "string" ? message : id,
    ...(typeof receiptOf === "string" && { receiptOf }),
    ...(typeof again === "string" && { again }),
  };
}

async function sendMail(
  { db, now, post, services }: MailServices,
  { message: messageId, receiptOf, again }: AskedMail,
): Promise<void> {
  const message =
    receiptOf === undefined
      ? await findMessage(db, messageId)
      : await findReceipt(db, receiptOf);
  if (message === null) return;
  if (again === undefined && isOld(message, now())) return;
  const due = await orderMail({ db, ...services() }, message);
  if (due === null) return;
  const id = again === undefined ? due.id : `${due.id}-again-${again}`;
  if (await isMailSent(db, id)) return;
  const { brand } = due;
  const mail = renderMail(due.template, {
    values: due.values,
    projectName: brand.projectName,
    supportEmail: brand.supportEmail,
    look: brand.look ?? { colors: {}, font: "sans" },
    address: due.address,
  });
  try {
    await post({
      ...mail,
      id,
      to: due.to,
      sender: brand.projectName,
      replyTo: brand.supportEmail,
      domain: brand.hosts[0] ?? "localhost",
    });
  } catch (error) {
    throw error instanceof RefusedMail ? new GiveUp(error.message) : error;
  }
  await noteMail(db, id, now(), again === undefined ? null : due.id);
}

/** A mail that is due. */
interface DueMail {
  /** The same each time that the same thing is told. */
  readonly id: string;
  readonly brand: SiteBrand;
  readonly template: NonNullable<SiteBrand["mails"]>[number];
  readonly values: Values;
  readonly address: string;
  readonly to: string;
}

/** The mail about something that has happened to an order; null where its brand writes none, or nobody can be written to. */
export async function orderMail(
  { db, hosts }: { readonly db: Database; readonly hosts: Hosts },
  message: Message,
): Promise<DueMail | null> {
  const checkout = await findCheckout(
    db,
    String(message.payload["checkout_id"]),
  );
  const brand = checkout && hosts.named(checkout.brand);
  const own = brand?.mails?.find(({ moment }) => moment === message.kind);
  if (!checkout || !brand || own === undefined) return null;
  const contact = await findContactInfo(db, checkout.session_id);
  const to = checkout.email ?? contact.email;
  // Somebody who left no address cannot be written to.
  if (to === undefined) return null;
  return {
    id: idOf(message, checkout),
    brand,
    template: isPaidTwice(message) ? paidTwiceMail : own,
    values: valuesOf(message, checkout, { to, name: contact.name }),
    address: brand.homepageLink,
    to,
  };
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
