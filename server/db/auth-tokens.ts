import { sql } from "kysely";
import type { AuthTokenTable, Database } from "./tables.ts";

/** Whether somebody gave this address, in small letters, as theirs or paid with it. */
export async function isKnownEmail(
  db: Database,
  email: string,
): Promise<boolean> {
  const contact = db
    .selectFrom("contacts")
    .select(sql`1`.as("known"))
    .where(sql`lower(fields->>'email')`, "=", email);
  const purchase = db
    .selectFrom("checkouts")
    .select(sql`1`.as("known"))
    .where(sql`lower(email)`, "=", email)
    .where("status", "=", "paid");
  const found = await contact.unionAll(purchase).limit(1).executeTakeFirst();
  return found !== undefined;
}

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
