import type { Selectable, Transaction } from "kysely";
import type { Database, RightsRequestTable, Tables } from "./tables.ts";

export type RightsRequest = Selectable<RightsRequestTable>;

export async function insertRightsRequest(
  trx: Transaction<Tables>,
  request: Omit<RightsRequest, "token_digest">,
): Promise<void> {
  await trx
    .insertInto("rights_requests")
    .values({ ...request, token_digest: null })
    .execute();
}

/** null when it is over, or was followed already. */
export async function findRightsRequest(
  db: Database,
  requestId: string,
  now: Date,
): Promise<RightsRequest | null> {
  const found = await db
    .selectFrom("rights_requests")
    .selectAll()
    .where("request_id", "=", requestId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found ?? null;
}

/** From now on the request is known by this token alone. */
export async function setRightsToken(
  db: Database,
  requestId: string,
  token: { readonly token_digest: string; readonly expires_at: Date },
): Promise<void> {
  await db
    .updateTable("rights_requests")
    .set(token)
    .where("request_id", "=", requestId)
    .execute();
}

/** The mail with this token was not sent: the request waits on for as long as it was to, and no mail leads to it. */
export async function takeRightsTokenBack(
  db: Database,
  tokenDigest: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .updateTable("rights_requests")
    .set({ token_digest: null, expires_at: expiresAt })
    .where("token_digest", "=", tokenDigest)
    .execute();
}

export async function deleteRightsRequest(
  db: Database,
  requestId: string,
): Promise<void> {
  await db
    .deleteFrom("rights_requests")
    .where("request_id", "=", requestId)
    .execute();
}

/** The request of a token that is good; it stays good. */
export async function lookAtRights(
  db: Database,
  tokenDigest: string,
  now: Date,
): Promise<RightsRequest | null> {
  const found = await findRightsOf(db, tokenDigest);
  return found !== null && found.expires_at > now ? found : null;
}

/** The request of a token, good or not, as long as it is kept. */
export async function findRightsOf(
  db: Database,
  tokenDigest: string,
): Promise<RightsRequest | null> {
  const found = await db
    .selectFrom("rights_requests")
    .selectAll()
    .where("token_digest", "=", tokenDigest)
    .executeTakeFirst();
  return found ?? null;
}

/** Somebody else has followed the same link meanwhile. */
export class LinkUsedUp extends Error {
  override readonly name = "LinkUsedUp";
}

/** Uses the token up. Throws {@link LinkUsedUp} for all but whoever comes first. */
export async function takeRights(
  db: Database,
  tokenDigest: string,
  now: Date,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("rights_requests")
    .where("token_digest", "=", tokenDigest)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new LinkUsedUp("the link was used");
}
