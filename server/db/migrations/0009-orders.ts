import { type Kysely, sql } from "kysely";

/** One order for a session, an offer and a product; money that was taken twice is written down, and is to go back. */
export async function orders(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkouts
    add column offer text,
    add column way text not null default 'page' check (way in ('page', 'saved')),
    add column repeatable boolean not null default false`.execute(db);
  // Checkouts from before have no offer, and may be several.
  await sql`create unique index one_order on checkouts (session_id, brand, offer, product)
    where status in ('open', 'needs_authentication') and offer is not null`.execute(
    db,
  );
  await sql`alter table payments
    add column transaction text,
    add column refund_due boolean not null default false,
    add column refunded_at timestamptz`.execute(db);
  await sql`alter table payments drop constraint payments_checkout_id_key`.execute(
    db,
  );
  await sql`create unique index one_payment on payments (checkout_id) where not refund_due`.execute(
    db,
  );
  await sql`create unique index one_transaction on payments (checkout_id, transaction)`.execute(
    db,
  );
}
