import type { Hono } from "hono";
import { readKey } from "../checkout/idempotency.ts";
import { findOutcome, type OperatorAction } from "../db/operator-actions.ts";
import { findMessage, type Message, MESSAGE_KINDS } from "../db/outbox.ts";
import { emailHolder, normalEmail } from "../db/persons.ts";
import { type AppContext, asksForText, type AppEnv } from "../http/app-env.ts";
import { audited, type AuditServices } from "../http/audited.ts";
import { ProblemError } from "../http/problem.ts";
import { readJson } from "../http/validate.ts";
import { MAIL } from "../jobs/mail.ts";
import {
  type Again,
  resendMessage,
  resendOrder,
  type ResendServices,
} from "../jobs/resend.ts";
import { isUuid } from "../token.ts";
import { allow, readText, wrong } from "../orders/asked.ts";
import { timeOf } from "../orders/table.ts";

export type SendServices = AuditServices & ResendServices;

/** What was sent again, and to whom. */
export interface Resent {
  readonly to: string;
  readonly kinds: readonly string[];
}

/** What a call or a form asks to be sent again, as far as it is the same for all. */
type Asked = Readonly<Record<string, unknown>>;

/**
 * Sends again what was sent about an order or a person: by mail, or to a receiver of messages. Under an
 * `Idempotency-Key`, by which nothing is sent twice however often it is asked.
 */
export function resendRoutes(app: Hono<AppEnv>, services: SendServices): void {
  app.post("/admin/orders/:id/resend", async (c) => {
    const fields = readFields(await readJson(c.req.raw), ["to", "kind"]);
    const id = c.req.param("id");
    const resent = await resendOf(services, id, readKey(c), fields);
    return answer(c, resent);
  });
  app.post("/admin/outbox/:id/resend", async (c) => {
    const fields = readFields(await readJson(c.req.raw), ["to"]);
    const id = c.req.param("id");
    const resent = await resendOne(services, id, readKey(c), fields);
    return answer(c, resent);
  });
}

function answer(c: AppContext, resent: Resent): Response {
  return asksForText(c)
    ? c.text(`${resentText(resent)}\n`)
    : c.json({ version: 1, ...resent });
}

/** Sends again what was sent about an order, audited: the receipt by mail unless `to` and `kind` say something else. */
export function resendOf(
  services: SendServices,
  subject: string,
  key: string,
  fields: Asked,
): Promise<Resent> {
  const to = readRecipient(services, fields);
  const named = readText(fields, "kind");
  const kind = MESSAGE_KINDS.find((one) => one === named) ?? null;
  if (named !== null && kind === null)
    throw wrong("kind", `has to be one of ${MESSAGE_KINDS.join(", ")}`);
  const action = { action: "orders.resend", subject, asked: { kind } };
  return once(services, action, { key, to }, () =>
    resendOrder(services, subject, { key, to, kind }),
  );
}

/** Sends one message again, audited. */
export async function resendOne(
  services: SendServices,
  id: string,
  key: string,
  fields: Asked,
): Promise<Resent> {
  const to = readRecipient(services, fields);
  const message = isUuid(id) ? await findMessage(services.db, id) : null;
  if (message === null)
    throw new ProblemError(
      "message-unknown",
      "Messages are kept for 30 days. A receipt can be sent again by its order.",
    );
  const action = { ...aboutWhom(message), asked: { message: id } };
  return once(services, action, { key, to }, () =>
    resendMessage(services, message, { key, to }),
  );
}

/** What was sent again, in a sentence. */
export function resentText({ to, kinds }: Resent): string {
  const what = [...new Set(kinds)].join(", ");
  const count = kinds.length === 1 ? "1 message" : `${kinds.length} messages`;
  return to === MAIL
    ? `The mail about ${what} goes out again.`
    : `${to} is told again of ${count}: ${what}.`;
}

/** A message in a list to choose from. */
export function messageName({
  kind,
  created_at,
}: Pick<Message, "kind" | "created_at">): string {
  return `${kind} of ${timeOf(created_at)}`;
}

/** Does it once for a key, audited; asked again, it answers what was sent then. */
async function once(
  services: SendServices,
  { asked, ...action }: OperatorAction,
  { key, to }: Again,
  work: () => Promise<readonly string[]>,
): Promise<Resent> {
  const recipient = to === MAIL ? MAIL : to.name;
  const done = await findOutcome(services.db, { ...action, key });
  if (done !== null) return readResent(done);
  return audited(
    services,
    { ...action, asked: { key, to: recipient, ...asked } },
    async () => {
      const answer = { to: recipient, kinds: await work() };
      return { answer, outcome: answer };
    },
  );
}

function readResent({ to, kinds }: Readonly<Record<string, unknown>>): Resent {
  const all: readonly unknown[] = Array.isArray(kinds) ? kinds : [];
  return { to: String(to), kinds: all.map(String) };
}

/** Under which name the audit table keeps what is done with a message: the order's, or the person's. */
function aboutWhom({
  payload,
}: Message): Pick<OperatorAction, "action" | "subject"> {
  const { checkout_id, email } = payload;
  if (typeof checkout_id === "string")
    return { action: "orders.resend", subject: checkout_id };
  const subject =
    typeof email === "string" ? emailHolder(normalEmail(email)) : "";
  return { action: "contacts.resend", subject };
}

function readFields(body: unknown, names: readonly string[]): Asked {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ProblemError("invalid", "Send an object.");
  const fields: Asked = { ...body };
  allow(fields, names);
  return fields;
}

/** To whom it goes: by mail unless `to` names a receiver. Throws a 422 for one that there is not. */
function readRecipient(
  { receivers }: SendServices,
  fields: Asked,
): Again["to"] {
  const name = readText(fields, "to") ?? MAIL;
  if (name === MAIL) return MAIL;
  const receiver = receivers.find((one) => one.name === name);
  if (receiver !== undefined) return receiver;
  const known = [MAIL, ...receivers.map((one) => one.name)];
  throw wrong("to", `has to be one of ${known.join(", ")}`);
}
