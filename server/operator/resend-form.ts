import { randomUUID } from "node:crypto";
import { html } from "hono/html";
import type { Interest } from "../db/outbox.ts";
import type { Sent } from "../db/person-messages.ts";
import type { Markup } from "../http/html-page.ts";
import { MAIL } from "../jobs/mail.ts";
import { type Choice, selectField } from "./markup.ts";
import { messageName } from "./resend.ts";

/** What forms that send something again carry and offer. */
export interface Asking {
  readonly token: string;
  readonly receivers: readonly Interest[];
}

/** The form that sends one of several things again; nothing where there is none. Its key is made with the page. */
export function resendForm(
  path: string,
  { token, receivers }: Asking,
  choices: readonly Choice[],
  also: Readonly<Record<string, string>> = {},
): Markup | "" {
  if (choices.length === 0) return "";
  const to: readonly Choice[] = [
    [MAIL, "the person, by mail"],
    ...receivers.map(({ name }) => [name, `the receiver ${name}`] as const),
  ];
  const fields = Object.entries({ ...also, token, key: randomUUID() });
  return html`<section>
    <h2>Send again</h2>
    <form method="post" action="${path}">
      ${fields.map(
        ([name, value]) =>
          html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      ${selectField({ name: "message", label: "What", choices })}
      ${selectField({ name: "to", label: "To", choices: to })}
      <button class="second">Send again</button>
    </form>
  </section>`;
}

/** The messages that may be told again, newest first. */
export function choicesOf({ messages }: Sent): readonly Choice[] {
  return messages
    .map((message) => [message.message_id, messageName(message)] as const)
    .toReversed();
}
