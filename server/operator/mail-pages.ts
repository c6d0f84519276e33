import { html } from "hono/html";
import type { Markup } from "../http/html-page.ts";
import type { AppContext } from "../http/app-env.ts";
import { audited, type AuditServices } from "../http/audited.ts";
import { ProblemError } from "../http/problem.ts";
import {
  isMailName,
  listMails,
  type MailFile,
  mailFolder,
  readMail,
} from "../mail/mail-folder.ts";
import { timeOf } from "../orders/table.ts";
import { PAGES, personLink, tables } from "./markup.ts";

export interface FolderServices extends AuditServices {
  /** What the server keeps on its own disk. */
  readonly dataDir: string;
}

/** The mails that lie in this server's folder because no mail server takes them, audited. */
export async function mailsBody(services: FolderServices): Promise<Markup> {
  const action = { action: "mails.list", subject: "", asked: {} };
  const mails = await audited(services, action, async () => {
    const answer = await listMails(mailFolder(services.dataDir));
    return { answer, outcome: { mails: answer.length } };
  });
  return mails.length === 0
    ? html`<p>
        None lies here. With MAIL_URL they are sent, and a person's page says
        which.
      </p>`
    : html`${tables({
        "Not sent, but written here": {
          heads: ["written", "to", "subject"],
          rows: mails.map(rowOf),
        },
      })}`;
}

function rowOf({ name, to, subject, written }: MailFile) {
  return [
    timeOf(written),
    personLink(to),
    html`<a href="${PAGES}/mails/${encodeURIComponent(name)}">${subject}</a>`,
  ];
}

/** One mail as text, and as a mail program shows it; audited. Throws a 404 for one that is not there. */
export async function mailBody(
  services: FolderServices,
  name: string,
): Promise<Markup> {
  const text = await shown(services, name, "txt");
  return html`<iframe
      class="mail"
      title="As a mail program shows it"
      sandbox
      src="${PAGES}/mails/${encodeURIComponent(name)}/html"
    ></iframe>
    <h2>As text</h2>
    <pre>${text}</pre>`;
}

/** The HTML of a mail for a frame of our own page: no script, nothing loaded, no link of it opened in the frame. */
export async function mailFrame(
  c: AppContext,
  services: FolderServices,
  name: string,
): Promise<Response> {
  const file = await shown(services, name, "html");
  return c.body(file, 200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
  });
}

/** Either form of a mail, each look audited. */
async function shown(
  services: FolderServices,
  name: string,
  as: "txt" | "html",
): Promise<string> {
  if (!isMailName(name)) throw unknown();
  const action = { action: "mails.show", subject: name, asked: { as } };
  return audited(services, action, async () => {
    const answer = await readMail(mailFolder(services.dataDir), name, as);
    if (answer === null) throw unknown();
    return { answer, outcome: {} };
  });
}

function unknown(): ProblemError {
  return new ProblemError("not-found", "Check the name of the mail.");
}
