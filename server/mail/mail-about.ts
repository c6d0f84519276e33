import type { Message } from "../db/outbox.ts";
import type { Database } from "../db/tables.ts";
import type { Origins } from "../http/origin.ts";
import type { Hosts } from "../site.ts";
import { contactMail } from "./contact-mail.ts";
import type { DueMail } from "./due-mail.ts";
import { orderMail } from "./order-mail.ts";

export interface MailServices {
  readonly db: Database;
  readonly hosts: Hosts;
  readonly origins: Origins;
  /** `https://api.example` when the API has a host of its own; empty on the same origin. */
  readonly apiOrigin: string;
}

/** The mail that follows a message; null where its brand or funnel writes none, or nobody can be written to. */
export async function mailAbout(
  services: MailServices,
  message: Message,
): Promise<DueMail | null> {
  return message.kind === "contact.stored"
    ? contactMail(services, message)
    : orderMail(services, message);
}
