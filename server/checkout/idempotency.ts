import type { ExpressionBuilder } from "kysely";
import { type AppContext, callHeader } from "../http/app-env.ts";
import { CALL_TIMEOUT_MS } from "../db/calls-under-way.ts";
import type { Database, ProviderCall, Tables } from "../db/tables.ts";
import { inFlight, ProblemError } from "../http/problem.ts";
import type { Session } from "../db/sessions.ts";
import { digestOf, isUuid } from "../token.ts";

type Answer = Record<string, unknown>;

interface KeyServices {
  readonly db: Database;
  readonly now: () => Date;
}

/** The request's Idempotency-Key. Throws a 400 when it has none. */
export function readKey(c: AppContext): string {
  const key = callHeader(c, "idempotency-key") ?? "";
  if (isUuid(key)) return key.toLowerCase();
  throw new ProblemError(
    "headers-missing",
    "Send an Idempotency-Key header that holds a UUID.",
  );
}

/**
 * Does `work` once for a session's key. The same key and request give the same answer again; another request is a
 * 422, a first one still at work a 409, until it has lasted longer than its call to a provider may: then its process
 * has died. `read` takes a stored answer for what it was. Work that fails leaves no trace, so that it can be tried again.
 */
export async function once<T extends Answer>(
  services: KeyServices,
  session: Session,
  key: string,
  request: unknown,
  {
    call,
    work,
    read,
  }: { call: ProviderCall; work(): Promise<T>; read(stored: unknown): T },
): Promise<T> {
  const { db } = services;
  const body = digestOf(request);
  const now = services.now();
  const claimed = await db
    .insertInto("idempotency_keys")
    .values({
      session_id: session.id,
      key,
      body_digest: body,
      answer: null,
      started_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["session_id", "key"])
        .doUpdateSet({ started_at: now })
        .where("idempotency_keys.answer", "is", null)
        .where("idempotency_keys.body_digest", "=", body)
        .where(
          "idempotency_keys.started_at",
          "<",
          new Date(now.getTime() - CALL_TIMEOUT_MS[call]),
        ),
    )
    .returning("key")
    .executeTakeFirst();
  if (claimed === undefined)
    return read(await repeat(services, session, key, body));

  // Whoever took over since has a claim that is none of ours.
  const claim = (eb: ExpressionBuilder<Tables, "idempotency_keys">) =>
    eb.and({ session_id: session.id, key, started_at: now });
  try {
    const answer = await work();
    await db
      .updateTable("idempotency_keys")
      .set({ answer: JSON.stringify(answer) })
      .where(claim)
      .execute();
    return answer;
  } catch (error) {
    await db
      .deleteFrom("idempotency_keys")
      .where(claim)
      .where("answer", "is", null)
      .execute();
    throw error;
  }
}

async function repeat(
  { db }: KeyServices,
  session: Session,
  key: string,
  body: string,
): Promise<Answer> {
  const stored = await db
    .selectFrom("idempotency_keys")
    .select(["body_digest", "answer"])
    .where("session_id", "=", session.id)
    .where("key", "=", key)
    .executeTakeFirst();
  if (stored !== undefined && stored.body_digest !== body)
    throw new ProblemError("key-reused", "Make a new key for another request.");
  if (stored?.answer) return stored.answer;
  throw inFlight();
}
