/** The folder `sessions` holds sessions, by which a cookie says who a visitor is, and tokens for products. */
import { randomUUID } from "node:crypto";
import { type AppContext, readHeader } from "../http/app-env.ts";
import { findSession, insertSession, type Session } from "../db/sessions.ts";
import type { Database } from "../db/tables.ts";
import { digest, newToken, type Random, readToken } from "../token.ts";
import { noteSession } from "../http/request-context.ts";
import { callFacts } from "../http/call-schema.ts";
import { PRE_REG_DATA_DEVICE_ID_MAX } from "../../generated/call.ts";

/** Spec 9: three days, in seconds; each call begins them anew. */
export const {
  header: SESSION_HEADER,
  ttlHeader: SESSION_TTL_HEADER,
  cookie: SESSION_COOKIE,
  ttlSeconds: SESSION_TTL_S,
} = callFacts.session;

export interface SessionServices {
  readonly db: Database;
  readonly now: () => Date;
  readonly random: Random;
}

/** The session that the request carries; null when it carries none, or one that this server did not make. */
export async function currentSession(
  c: AppContext,
  services: SessionServices,
): Promise<Session | null> {
  const known = c.get("session");
  if (known) return known;
  const secret = readToken(c.req.header(SESSION_HEADER));
  if (secret === null) return null;
  const now = services.now();
  const session = await findSession(services.db, digest(secret), {
    now,
    expiresAt: expiry(now),
  });
  if (session !== null) announce(c, secret, session);
  return session;
}

/** The session of the request, made now when there is none. An id proposed by a client is never taken over. */
export async function requireSession(
  c: AppContext,
  services: SessionServices,
): Promise<Session> {
  const known = await currentSession(c, services);
  if (known !== null) return known;
  const secret = newToken(services.random);
  const now = services.now();
  const session = await insertSession(services.db, {
    sessionId: digest(secret),
    visitorId: randomUUID(),
    deviceId: readDeviceId(c),
    brand: c.get("brand").id,
    now,
    expiresAt: expiry(now),
  });
  announce(c, secret, session);
  return session;
}

function announce(c: AppContext, secret: string, session: Session): void {
  c.set("session", session);
  noteSession(session.id);
  c.header(SESSION_HEADER, secret);
  c.header(SESSION_TTL_HEADER, String(SESSION_TTL_S));
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_TTL_S * 1_000);
}

/** `unknown-device` (spec 4) is what many devices say; it names none. */
export function readDeviceId(c: AppContext): string | null {
  const id =
    readHeader(c, "x-device-id")?.slice(0, PRE_REG_DATA_DEVICE_ID_MAX) ?? null;
  return id === "unknown-device" ? null : id;
}
