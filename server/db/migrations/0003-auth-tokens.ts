import { type Kysely, sql } from "kysely";

export async function authTokens(db: Kysely<unknown>): Promise<void> {
  await sql`create table auth_tokens (
    token_digest text primary key,
    brand text not null,
    email text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index auth_tokens_by_email on auth_tokens (email)`.execute(
    db,
  );
  await sql`create index contacts_by_email on contacts (lower(fields->>'email'))`.execute(
    db,
  );
  await sql`create index checkouts_by_email on checkouts (lower(email))`.execute(
    db,
  );
}
