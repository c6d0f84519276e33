import { type Kysely, sql } from "kysely";

/** Who holds which promo code, and which orders are lowered by one. */
export async function promoCodes(db: Kysely<unknown>): Promise<void> {
  await sql`create table promo_codes (
    brand text not null,
    promo text not null,
    holder text not null,
    code text not null,
    given_at timestamptz not null,
    primary key (brand, holder, promo)
  )`.execute(db);
  await sql`create index promo_codes_by_code on promo_codes (brand, code)`.execute(
    db,
  );
  await sql`create table promo_uses (
    checkout_id text not null references checkouts on delete cascade,
    brand text not null,
    promo text not null,
    holder text not null,
    primary key (checkout_id, holder)
  )`.execute(db);
  await sql`create index promo_uses_by_promo on promo_uses (brand, promo)`.execute(
    db,
  );
  await sql`create table promo_turns (
    brand text not null,
    promo text not null,
    primary key (brand, promo)
  )`.execute(db);
  await sql`alter table quotes add column promo text`.execute(db);
  await sql`alter table checkouts add column promo text`.execute(db);
}
