import { findCheckout } from "../db/checkouts.ts";
import {
  findMessage,
  type Interest,
  isTold,
  type Message,
  type MessageKind,
  queueOf,
} from "../db/outbox.ts";
import { uuidOf } from "../db/jobs.ts";
import { findSentOf } from "../db/person-messages.ts";
import { normalEmail } from "../db/persons.ts";
import { findReceipt } from "../db/receipts.ts";
import type { Database } from "../db/tables.ts";
import { findRefused } from "../db/unsubscribe-links.ts";
import { ProblemError } from "../http/problem.ts";
import type { DueMail, MailServices } from "../mail/due-mail.ts";
import { mailAbout } from "../mail/mail-about.ts";
import { digest } from "../token.ts";
import type { Sender } from "./engine.ts";
import { type AskedMail, MAIL } from "./mail.ts";

export interface ResendServices extends MailServices {
  readonly jobs: Sender;
  /** Who is told of messages. */
  readonly receivers: readonly Interest[];
}

/** To whom something is told again, and under which key: while it is on its way, one key tells nothing twice. */
export interface Again {
  readonly key: string;
  /** The person, by mail, or a receiver. */
  readonly to: typeof MAIL | Interest;
}

/** Tells one message again: to the person by mail, or to a receiver under the same `webhook-id`. Throws a 409. */
export function resendMessage(
  services: ResendServices,
  message: Message,
  again: Again,
): Promise<readonly string[]> {
  return enqueueAgain(services, [message], again);
}

/**
 * Tells of an order again: by mail the receipt, which needs no message, or the last mail of another kind; to a receiver
 * all messages that are kept, or those of a kind. Answers their kinds. Throws a 409 where there are none.
 */
export async function resendOrder(
  services: ResendServices,
  checkoutId: string,
  { kind, ...again }: Again & { readonly kind: MessageKind | null },
): Promise<readonly string[]> {
  const { db } = services;
  if ((await findCheckout(db, checkoutId)) === null)
    throw new ProblemError("order-unknown", "Check the id of the order.");
  if (again.to === MAIL && (kind ?? "payment.taken") === "payment.taken") {
    const receipt = await findReceipt(db, checkoutId);
    if (receipt === null) throw nothing("Nothing was paid by this order.");
    await mailAgain(services, receipt, again, { receiptOf: checkoutId });
    return [receipt.kind];
  }
  const { messages } = await findSentOf(services, checkoutId);
  const meant = messages.filter((one) => kind === null || one.kind === kind);
  const chosen = again.to === MAIL ? meant.slice(-1) : meant;
  if (chosen.length === 0)
    throw nothing(
      `No message${kind === null ? "" : ` ${kind}`} of this order is kept; they are for 30 days.`,
    );
  const found = await Promise.all(
    chosen.map(({ message_id }) => findMessage(db, message_id)),
  );
  return enqueueAgain(
    services,
    found.flatMap((message) => message ?? []),
    again,
  );
}

/** Answers the kinds of what was told. */
async function enqueueAgain(
  services: ResendServices,
  messages: readonly Message[],
  again: Again,
): Promise<readonly string[]> {
  if (again.to === MAIL) {
    for (const message of messages) await mailAgain(services, message, again);
    return messages.map(({ kind }) => kind);
  }
  const { db, jobs } = services;
  const { to } = again;
  const wanted = messages.filter(({ kind }) => isTold(to, kind));
  if (wanted.length === 0)
    throw nothing(`${to.name} is told of ${to.kinds.join(", ")} alone.`);
  const queue = queueOf(to);
  const all = wanted.map(({ message_id: message }) => ({
    id: jobOf(again, message),
    data: { message },
  }));
  await jobs.send(queue, all, db);
  jobs.wake(queue);
  return wanted.map(({ kind }) => kind);
}

async function mailAgain(
  services: ResendServices,
  message: Message,
  again: Again,
  receipt: Pick<AskedMail, "receiptOf"> = {},
): Promise<void> {
  const { db, jobs } = services;
  const due = await mailAbout(services, message);
  if (due === null)
    throw nothing("There is no such mail, or nobody has left an email.");
  if (await isRefused(db, due))
    throw nothing("They have refused the mails that belong to no order.");
  const { message_id } = message;
  const data: AskedMail = {
    message: message_id,
    again: again.key,
    ...receipt,
  };
  await jobs.send(MAIL, [{ id: jobOf(again, message_id), data }], db);
  jobs.wake(MAIL);
}

/** Whether its reader has asked the brand for no more such mails. */
async function isRefused(
  db: Database,
  { brand, to, refusedAt }: DueMail,
): Promise<boolean> {
  if (refusedAt === null) return false;
  const refused = await findRefused(db, { email: normalEmail(to) });
  return refused.some((one) => one.brand === brand.id);
}

/** One job for a key, whoever is told of whatever by it. */
function jobOf({ key, to }: Again, messageId: string): string {
  const recipient = to === MAIL ? MAIL : queueOf(to);
  return uuidOf(digest(`${key} ${recipient} ${messageId}`));
}

function nothing(detail: string): ProblemError {
  return new ProblemError("nothing-to-send", detail);
}
