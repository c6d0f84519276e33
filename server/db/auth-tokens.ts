import type { AuthTokenTable, Database } from "./tables.ts";

/** Keeps a token; the ones of this address that have expired go. */
export async function storeAuthToken(
  db: Database,
  token: AuthTokenTable,
): Promise<void> {
  await db
    .deleteFrom("auth_tokens")
    .where("email", "=", token.email)
    .where("expires_at", "<=", token.created_at)
    .execute();
  await db.insertInto("auth_tokens").values(token).execute();
}
