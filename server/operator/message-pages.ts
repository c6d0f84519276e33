import { html } from "hono/html";
import type { LeftEvent } from "../db/webhook-events.ts";
import type { Markup } from "../http/html-page.ts";
import { MESSAGE_HEADS, messageRow } from "../orders/messages.ts";
import { PAGES, tables } from "./markup.ts";

/** Messages of providers that were not dealt with, each to be said of that somebody has looked at it. */
export function messagesBody(
  messages: readonly LeftEvent[],
  token: string,
): Markup {
  if (messages.length === 0) return html`<p>Every message was dealt with.</p>`;
  const rows = messages.map((message) => [
    ...messageRow(message),
    html`<form method="post" action="${PAGES}/messages/drop">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="message" value="${message.event_id}" />
      <button class="quiet">I have looked at it</button>
    </form>`,
  ]);
  const heads = [...MESSAGE_HEADS, "done"];
  return html`${tables({ "Not dealt with": { heads, rows } })}`;
}
