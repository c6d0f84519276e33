import { createHmac } from "node:crypto";
import type { Database } from "../db/tables.ts";
import type { Log } from "../log.ts";
import { markSent, putOff, takeMessages } from "../db/outbox.ts";

const TIMEOUT_MS = 10_000;
const AT_ONCE = 20;

interface MessageServices {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: Log;
}

export interface OutboxSettings {
  readonly address: URL;
  readonly secret: string;
}

/**
 * Posts the messages that are due, and answers how many were taken. Each is sent until it is answered by a 2xx, so it
 * may come more than once: `message_id` tells. `x-signature` is the HMAC-SHA256 of the body, in hex.
 */
export async function deliverMessages(
  { db, now, log }: MessageServices,
  { address, secret }: OutboxSettings,
): Promise<number> {
  const messages = await takeMessages(db, AT_ONCE, now());
  for (const message of messages) {
    const { message_id, kind, payload, created_at } = message;
    const body = JSON.stringify({ message_id, kind, created_at, payload });
    const status = await post(address, body, secret);
    if (status !== null && status >= 200 && status < 300) {
      await markSent(db, message_id, now());
      continue;
    }
    await putOff(db, message, now());
    log({ level: "error", message: "message not delivered", kind, status });
  }
  return messages.length;
}

async function post(
  address: URL,
  body: string,
  secret: string,
): Promise<number | null> {
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  try {
    const answer = await fetch(address, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "x-signature": signature },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}
