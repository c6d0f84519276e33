import { type Kysely, sql } from "kysely";

/**
 * A gift that was paid for is a link, which its buyer passes on. Its token is kept as it is: the buyer is shown it again each
 * time. Whoever has opened it is kept by email, because access goes by it.
 */
export async function gifts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkouts add column gift_places integer`.execute(db);
  await sql`create table gifts (
    gift_id text primary key,
    token text not null unique,
    checkout_id text not null unique references checkouts,
    brand text not null,
    places integer not null,
    made_at timestamptz not null
  )`.execute(db);
  await sql`create table gift_openings (
    gift_id text not null references gifts,
    opening integer not null,
    email text,
    opened_at timestamptz not null,
    primary key (gift_id, opening)
  )`.execute(db);
  await sql`create index gift_openings_by_email on gift_openings (email)`.execute(
    db,
  );
}
