import { sql } from "kysely";
import type { Database } from "./tables.ts";

/** As long as a digest of SHA-256 in base64url. */
export const DIGEST = /^[\w-]{43}$/;

/**
 * The order that a digest stands for (`digest` of its id, as in the log); null where there is none. Asked for by people
 * alone: every order is read.
 */
export async function findByDigest(
  db: Database,
  name: string,
): Promise<string | null> {
  if (!DIGEST.test(name)) return null;
  const found = await db
    .selectFrom("checkouts")
    .select("checkout_id")
    .where(
      sql`sha256(convert_to(checkout_id, 'UTF8'))`,
      "=",
      Buffer.from(name, "base64url"),
    )
    .executeTakeFirst();
  return found?.checkout_id ?? null;
}
