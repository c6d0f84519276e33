import { Refusal } from "../refusal.ts";
import { allOrNone, type Variables } from "../variables.ts";

export interface SmtpSettings {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
  readonly url: string;
  /** The address that mail comes from; its name is the brand's. */
  readonly from: string;
}

/** Where mail is handed over; null: it is written into files. Throws a `Refusal`, which never names a password. */
export function readSmtp({ text }: Variables): SmtpSettings | null {
  const smtp = allOrNone(
    { url: text("MAIL_URL"), from: text("MAIL_FROM") },
    "MAIL_URL and MAIL_FROM belong together: set both, or none.",
  );
  if (smtp === null) return null;
  const protocol = URL.canParse(smtp.url) ? new URL(smtp.url).protocol : "";
  if (!/^smtps?:$/.test(protocol))
    throw new Refusal(
      "MAIL_URL is not the address of a mail server; set it to one such as smtp://user:password@host:587, or leave it out to have mail written into files.",
    );
  if (!/^[^@\s<>,]+@[^@\s<>,]+$/.test(smtp.from))
    throw new Refusal(
      `MAIL_FROM is "${smtp.from}"; set it to an address such as orders@mail.example, without a name.`,
    );
  return smtp;
}
