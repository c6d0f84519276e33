import { domainToASCII, domainToUnicode } from "node:url";
import { isPlainName } from "../../generated/person-name.ts";
import { contactMailId } from "../db/mails.ts";
import type { Message } from "../db/outbox.ts";
import { normalEmail } from "../db/persons.ts";
import { pathOf } from "../http/safe-path.ts";
import {
  dayInWords,
  type DueMail,
  findTemplate,
  ownOrigin,
  type MailServices,
} from "./due-mail.ts";

/**
 * The mail to somebody who has left an email in a funnel, once a visit; null where the funnel writes none, where the
 * email was not asked for on the page that has sent it (it is told again with whatever else a visitor tells later on), or
 * where it is another spelling of somebody's.
 */
export function contactMail(
  { hosts, origins }: Pick<MailServices, "hosts" | "origins">,
  { payload, session_id, created_at }: Message,
): DueMail | null {
  const { email, name, brand: of, funnel } = payload;
  const brand = hosts.named(String(of));
  if (brand === null || session_id === null) return null;
  if (typeof email !== "string" || typeof funnel !== "string") return null;
  if (!isAsReached(email)) return null;
  const template = findTemplate(brand, "contact.stored", funnel);
  const page = pageOf(payload["http_referer"]);
  const to = template?.leads?.[pathOf(page).replace(/\?.*/s, "")];
  if (template === null || page === null || to === undefined) return null;
  // Whatever a visitor says of the page, mails lead to the brand's own hosts.
  const origin = ownOrigin(new URL(page).origin, brand, { hosts, origins });
  return {
    id: contactMailId({ session_id, brand: brand.id, funnel }),
    brand,
    template,
    to: email,
    values: {
      email,
      // Anybody may type anybody's email: more than a name would be a stranger's message.
      ...(isPlainName(name) && { name }),
      date: dayInWords(created_at),
    },
    address: `${origin}${to}`,
    orders: null,
    refusedAt: origin,
  };
}

/** Signs that mail servers leave out, or that hold other signs together, and signs that nobody sees. */
const PUT_RIGHT = /["(),:;<>[\\\]\p{C}]|\.$/u;

/**
 * Whether an email is written as the mailbox that it reaches: `ann@mail.example>` reaches Ann as well, and would be counted
 * as somebody else's, who has refused nothing. A domain may be written in letters of any script, or as `xn--`.
 */
function isAsReached(email: string): boolean {
  const [, domain = ""] = normalEmail(email).split("@");
  const ascii = domainToASCII(domain);
  const isOne = domain === ascii || domain === domainToUnicode(ascii);
  return isOne && !PUT_RIGHT.test(email);
}

/** The page that a contact says it was written on. */
export function pageOf(http_referer: unknown): string | null {
  if (typeof http_referer !== "string") return null;
  try {
    const page = decodeURIComponent(http_referer);
    return URL.canParse(page) ? page : null;
  } catch {
    return null;
  }
}
