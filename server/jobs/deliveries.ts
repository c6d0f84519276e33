import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import {
  findMessage,
  givePlaces,
  type Interest,
  type Message,
  passOn,
  queueOf,
} from "../db/outbox.ts";
import type { Database } from "../db/tables.ts";
import type { Secrets } from "../variables.ts";
import type { Sender } from "./engine.ts";
import type { Queue } from "./run-queue.ts";

/** For the whole answer of a receiver. The lease of a delivery is longer, and a delivery is one message. */
const TIMEOUT_S = 10;
/** Never tried yet: more are not put in a queue, so that what is due is found at once however many wait. */
const WAITING_MAX = 1_000;

export interface Receiver extends Interest {
  readonly address: URL;
  /** `whsec_` and base64, or any text, which is taken as it is. Each signs: a receiver takes a message by the one it knows. */
  readonly secrets: Secrets;
}

interface DeliveryServices {
  readonly db: Database;
  readonly now: () => Date;
  readonly sender: Sender;
  /** So many messages wait in a queue at most; `WAITING_MAX` unless told. */
  readonly waitingMax?: number;
}

/**
 * Posts messages to a receiver as Standard Webhooks say, each until it is answered by a 2xx, so it may come more than
 * once: `webhook-id` tells. Twelve tries within two days; then it is a dead letter. Each receiver has a queue of its own.
 */
export function deliveries(
  services: DeliveryServices,
  receiver: Receiver,
): Queue {
  const { db, now } = services;
  const name = queueOf(receiver);
  return {
    name,
    atOnce: 16,
    limitS: TIMEOUT_S,
    retries: 11,
    retryAfterS: 30,
    everyS: null,
    feed: () => feed(services, receiver, name),
    handle: async ({ id, data, signal }) => {
      const message = await findMessage(db, messageOf(id, data));
      // Taken away since.
      if (message === null) return "nothing";
      await post(receiver, message, { now, signal });
      return "done";
    },
  };
}

/** A job is called like its message, but for one that is told again. */
function messageOf(id: string, data: unknown): string {
  const { message } = Object(data);
  return typeof message === "string" ? message : id;
}

/** Gives the receiver's queue the messages that have come since, or that were there before the receiver was. */
export async function feed(
  { db, now, sender, waitingMax = WAITING_MAX }: DeliveryServices,
  interest: Interest,
  queue: string,
): Promise<void> {
  await givePlaces(db);
  const capacity = waitingMax - (await countWaiting(db, queue));
  if (capacity < waitingMax / 2) return;
  await passOn(db, interest, {
    count: capacity,
    now: now(),
    take: (messages, trx) =>
      sender.send(
        queue,
        messages.map(({ message_id }) => ({ id: message_id, data: {} })),
        trx,
      ),
  });
}

async function countWaiting(db: Database, queue: string): Promise<number> {
  const { rows } = await sql<{ count: string | number }>`
    select count(*) as count from pgboss.job where name = ${queue} and state = 'created'`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Throws with the status when the receiver has not taken it. */
async function post(
  { address, secrets }: Receiver,
  { message_id, kind, payload, created_at }: Message,
  { now, signal }: { readonly now: () => Date; readonly signal: AbortSignal },
): Promise<void> {
  const body = JSON.stringify({
    type: kind,
    timestamp: created_at.toISOString(),
    data: payload,
  });
  const at = now();
  const answer = await reach(address, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": message_id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": secrets
        .map((secret) => signerOf(secret).sign(message_id, at, body))
        .join(" "),
    },
    redirect: "error",
    signal,
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the receiver answers ${answer.status}`);
}

/** Says why nobody answers: what `fetch` itself throws says only that it failed. */
async function reach(address: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (error) {
    const { cause } = Object(error);
    if (!(cause instanceof Error)) throw error;
    const why = "code" in cause ? String(cause.code) : cause.message;
    throw new Error(`the receiver is not reached: ${why}`, {
      cause: error,
    });
  }
}

function signerOf(secret: string): Webhook {
  return secret.startsWith("whsec_")
    ? new Webhook(secret)
    : new Webhook(new TextEncoder().encode(secret), { format: "raw" });
}
