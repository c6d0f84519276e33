import type { Hono } from "hono";
import { dropLeft, findLeft, type LeftEvent } from "../db/webhook-events.ts";
import { asksForText, type AppEnv } from "../http/app-env.ts";
import { type AuditServices, audited } from "../http/audited.ts";
import { ProblemError } from "../http/problem.ts";
import { readJson } from "../http/validate.ts";
import { allow, readText, wrong } from "./asked.ts";
import { table, timeOf, visible } from "./table.ts";

/** Messages that are listed at once. */
const LISTED = 500;

/** What stands in the columns of a list of messages. */
export const MESSAGE_HEADS = [
  "message",
  "received",
  "provider",
  "type",
  "order",
  "why it is left",
] as const;

/** Messages of providers that nobody has dealt with, for those who run the server: a list, and that one was looked at. */
export function messageRoutes(
  app: Hono<AppEnv>,
  services: AuditServices,
): void {
  app.get("/admin/messages", async (c) => {
    const messages = await listMessages(services);
    return asksForText(c)
      ? c.text(messagesText(messages))
      : c.json({ version: 1, messages });
  });

  app.post("/admin/messages/drop", async (c) => {
    // A form of another site cannot send JSON.
    const body = await readJson(c.req.raw);
    const fields: Readonly<Record<string, unknown>> = { ...Object(body) };
    allow(fields, ["message"]);
    const id = readText(fields, "message");
    if (id === null) throw wrong("message", "has to be there");
    await dropMessage(services, id);
    return asksForText(c)
      ? c.text(`Message ${visible(id)} is listed no more.\n`)
      : c.json({ version: 1, message: id });
  });
}

export function listMessages({
  db,
  now,
}: AuditServices): Promise<readonly LeftEvent[]> {
  return findLeft(db, now(), LISTED);
}

/** Somebody has looked at a message: it is listed no more. Audited. Throws a 404 for one that is not listed. */
export function dropMessage(
  services: AuditServices,
  id: string,
): Promise<void> {
  const action = { action: "messages.drop", subject: id, asked: {} };
  return audited(services, action, async () => {
    const { db, now } = services;
    const messages = await dropLeft(db, id, now());
    if (messages === 0)
      throw new ProblemError("message-unknown", "Check its name.");
    return { answer: undefined, outcome: { messages } };
  });
}

/** A message as a row. */
export function messageRow(message: LeftEvent): readonly string[] {
  const { event_id, received_at, provider, type, checkout_id } = message;
  const why = message.problem ?? "its process ended meanwhile";
  return [
    event_id,
    timeOf(received_at),
    provider,
    type,
    checkout_id ?? "",
    why,
  ];
}

function messagesText(messages: readonly LeftEvent[]): string {
  return messages.length === 0
    ? "Every message was dealt with.\n"
    : table([MESSAGE_HEADS, ...messages.map(messageRow)]);
}
