import type { PaymentServices } from "../checkout/provider.ts";
import { isMailSent, noteMail } from "../db/mails.ts";
import {
  findMessage,
  holdMessage,
  type Message,
  type MessageKind,
  ORDER_KINDS,
} from "../db/outbox.ts";
import { emailHolder, normalEmail } from "../db/persons.ts";
import type { Database } from "../db/tables.ts";
import {
  findSent,
  insertUnsubscribeLink,
  isTriedByOther,
  lockLinks,
} from "../db/unsubscribe-links.ts";
import { findReceipt } from "../db/receipts.ts";
import { DAY_MS } from "../durations.ts";
import type { DueMail } from "../mail/due-mail.ts";
import { mailAbout } from "../mail/mail-about.ts";
import type { MailPictures } from "../mail/pictures.ts";
import { RefusedMail, type SendMail } from "../mail/mailer.ts";
import { renderMail } from "../mail/render.ts";
import { UNSUBSCRIBE_PATH } from "../mail/unsubscribe.ts";
import { digest, newToken } from "../token.ts";
import { feed } from "./deliveries.ts";
import type { Sender } from "./engine.ts";
import { type Did, GiveUp, type Queue } from "./run-queue.ts";

/** Its queue, and its name among those who are told of messages. */
export const MAIL = "mail";
/** A mail about what is older is of no use to anybody; a dead letter can be tried again before. */
const OLDEST_MS = 7 * DAY_MS;
/** What mails may be about. */
export const MAIL_KINDS: readonly MessageKind[] = [
  "contact.stored",
  ...ORDER_KINDS,
];
/** Anybody may type anybody's email: so many mails that no order stands behind go to one within a day. */
const TO_ONE_A_DAY = 3;
/** What one mail may take, in seconds. */
const LIMIT_S = 90;
/** By then, a mail that was tried is noted as sent, or was not sent. */
const TRIED_MS = (LIMIT_S + 30) * 1_000;

interface MailServices {
  readonly db: Database;
  readonly now: () => Date;
  readonly sender: Sender;
  readonly sendMail: SendMail;
  /** Asked at each mail: brands and their texts change with the build. */
  readonly services: () => Pick<
    PaymentServices,
    "hosts" | "origins" | "apiOrigin" | "random"
  > & { readonly mailPictures: MailPictures };
}

/**
 * Sends the mails of brands and funnels, one for each moment of an order and one to a new contact. Twelve tries within two
 * days; then it is a dead letter.
 */
export function mail(services: MailServices): Queue {
  return {
    name: MAIL,
    atOnce: 4,
    limitS: LIMIT_S,
    retries: 11,
    retryAfterS: 30,
    everyS: null,
    feed: () => feed(services, { name: MAIL, kinds: MAIL_KINDS }, MAIL),
    handle: ({ id, data }) => sendAsked(services, readAsked(id, data)),
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

/** Most contacts are of funnels that have no mail for them: that nothing was sent says nothing of the mail server. */
async function sendAsked(
  services: MailServices,
  { message: messageId, receiptOf, again }: AskedMail,
): Promise<Did> {
  const { db, now, sendMail } = services;
  const message =
    receiptOf === undefined
      ? await findMessage(db, messageId)
      : await findReceipt(db, receiptOf);
  if (message === null) return "nothing";
  if (again === undefined && isOld(message, now())) return "nothing";
  const { mailPictures, ...parts } = services.services();
  const due = await mailAbout({ db, ...parts }, message);
  if (due === null) return "nothing";
  const id = again === undefined ? due.id : `${due.id}-again-${again}`;
  if (await isMailSent(db, id)) return "nothing";
  const { refusedAt } = due;
  const unsubscribe =
    refusedAt === null
      ? null
      : await newLink(services, due, {
          origin: refusedAt,
          about: message.message_id,
          isAgain: again !== undefined,
        });
  // Who has refused these mails, has got enough of them for a day, or was erased meanwhile.
  if (refusedAt !== null && unsubscribe === null) return "nothing";
  const { brand, to } = due;
  const { projectName, supportEmail, company = null } = brand;
  const { picture = null } = due.template;
  const rendered = renderMail(due.template, {
    values: due.values,
    projectName,
    supportEmail,
    company,
    look: brand.look ?? { colors: {}, font: "sans" },
    picture: picture === null ? null : mailPictures(picture),
    address: due.address,
    orders: due.orders,
    unsubscribe,
  });
  try {
    await sendMail({
      ...rendered,
      id,
      to,
      sender: projectName,
      replyTo: supportEmail,
      domain: brand.hosts[0] ?? "localhost",
      unsubscribe,
    });
  } catch (error) {
    throw error instanceof RefusedMail ? new GiveUp(error.message) : error;
  }
  await noteMail(db, id, now(), again === undefined ? null : due.id);
  return "done";
}

function isOld({ created_at }: Message, now: Date): boolean {
  return now.getTime() - created_at.getTime() > OLDEST_MS;
}

/**
 * A link by which the reader refuses more of these mails; null where they have, or have got enough for a day, or where the
 * message that it is `about` went with them. Throws while another message about the same mail has it sent, unless the mail
 * is sent again.
 */
async function newLink(
  { db, now, services }: MailServices,
  { id: mail_id, brand, to }: DueMail,
  {
    origin,
    about,
    isAgain,
  }: {
    readonly origin: string;
    readonly about: string;
    readonly isAgain: boolean;
  },
): Promise<string | null> {
  const whose = { brand: brand.id, holder: emailHolder(normalEmail(to)) };
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const { apiOrigin, random } = services();
  const token = newToken(random);
  const isKept = await db.transaction().execute(async (trx) => {
    await lockLinks(trx);
    if (!(await holdMessage(trx, about))) return false;
    const { isRefused, mails } = await findSent(trx, whose, ago(DAY_MS));
    const others = [...mails].filter((one) => one !== mail_id);
    if (isRefused || others.length >= TO_ONE_A_DAY) return false;
    if (
      !isAgain &&
      (await isTriedByOther(trx, { mail_id, message_id: about }, ago(TRIED_MS)))
    )
      throw new Error("another message has the same mail sent");
    await insertUnsubscribeLink(trx, {
      ...whose,
      token_digest: digest(token),
      mail_id,
      message_id: isAgain ? null : about,
      made_at: now(),
    });
    return true;
  });
  return isKept
    ? `${apiOrigin || origin}${UNSUBSCRIBE_PATH}?token=${token}`
    : null;
}
