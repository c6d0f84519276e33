import type { Message } from "../db/outbox.ts";
import { contactMail } from "./contact-mail.ts";
import type { DueMail, MailServices } from "./due-mail.ts";
import { orderMail } from "./order-mail.ts";

/** The mail that follows a message; null where its brand or funnel writes none, or nobody can be written to. */
export async function mailAbout(
  services: MailServices,
  message: Message,
): Promise<DueMail | null> {
  return message.kind === "contact.stored"
    ? contactMail(services, message)
    : orderMail(services, message);
}
