/** The folder `mail` holds the texts of mails, and what hands them over to be sent. */
import type { Transporter } from "nodemailer";
import { writeMail } from "./mail-folder.ts";
import type { MailPicture } from "./pictures.ts";
import { PICTURE_ID, type RenderedMail } from "./render.ts";
import type { SmtpSettings } from "./settings.ts";

/** For each step of the talk with a mail server, in milliseconds. */
const TIMEOUT_MS = 15_000;

export interface Mail extends RenderedMail {
  /** The same for each try of the same mail; another one where it says something else. */
  readonly id: string;
  readonly to: string;
  /** Who it comes from, by name, and who answers. */
  readonly sender: string;
  readonly replyTo: string;
  /** The domain of the brand, for the mail's own id. */
  readonly domain: string;
  /** Where its reader refuses more of them, by one POST; null for what belongs to an order. */
  readonly unsubscribe: string | null;
}

/** The mail server will never take this mail: no such mailbox, refused content. */
export class RefusedMail extends Error {
  override readonly name = "RefusedMail";
}

/** Hands over one mail; throws when it has to be tried again, a `RefusedMail` when that is of no use. */
export type SendMail = (mail: Mail) => Promise<void>;

/** By a mail server, else into readable files. */
export function createMailer(
  smtp: SmtpSettings | null,
  folder: string,
): { readonly sendMail: SendMail; close(): void } {
  if (smtp === null)
    return {
      sendMail: (mail) =>
        writeMail(folder, mail.id, { text: asText(mail), html: asPage(mail) }),
      close: () => {},
    };
  let transport: Transporter | null = null;
  return {
    sendMail: async (mail) => {
      transport ??= await open(smtp);
      await send(transport, smtp, mail);
    },
    close: () => transport?.close(),
  };
}

/** Loaded with the first mail. */
async function open({ url }: SmtpSettings): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function send(
  transport: Transporter,
  { from }: SmtpSettings,
  mail: Mail,
): Promise<void> {
  try {
    await transport.sendMail({
      messageId: `<${mail.id}@${mail.domain}>`,
      from: { name: mail.sender, address: from },
      to: { name: "", address: mail.to },
      replyTo: mail.replyTo,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: mail.picture === null ? [] : [attached(mail.picture)],
      headers: { "Auto-Submitted": "auto-generated", ...refusal(mail) },
    });
  } catch (error) {
    // An answer may quote the address; what is kept of it is its number.
    const { code, responseCode } = readFault(error);
    const isFinal =
      (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
    const said = `the mail server answers ${code} ${responseCode}`;
    throw isFinal ? new RefusedMail(said) : new Error(said);
  }
}

/** Shown where the HTML names it, and not in the list of what is attached. */
function attached({ data, type }: MailPicture) {
  return {
    cid: PICTURE_ID,
    content: data,
    contentType: type,
    contentDisposition: "inline",
    filename: type.replace("/", "."),
  } as const;
}

/** As RFC 2369 and RFC 8058 write it. */
function refusal({ unsubscribe }: Mail): Record<string, string> {
  return unsubscribe === null
    ? {}
    : {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      };
}

function readFault(error: unknown): { code: string; responseCode: number } {
  const { code, responseCode } = Object(error);
  return { code: String(code), responseCode: Number(responseCode ?? 0) };
}

/** The HTML as a page of its own, which holds its picture. */
function asPage({ html, picture }: RenderedMail): string {
  if (picture === null) return html;
  const data = picture.data.toString("base64");
  return html.replace(
    `cid:${PICTURE_ID}`,
    `data:${picture.type};base64,${data}`,
  );
}

/** What a mail server is told, before the text. */
function asText(mail: Mail): string {
  const head = [
    `To: ${mail.to}`,
    `From: ${mail.sender}`,
    `Reply-To: ${mail.replyTo}`,
    `Subject: ${mail.subject}`,
    `Message-ID: <${mail.id}@${mail.domain}>`,
    ...Object.entries(refusal(mail)).map((line) => line.join(": ")),
  ];
  return `${head.join("\n")}\n\n${mail.text}`;
}
