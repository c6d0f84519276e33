import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { PaymentState, RefundStatus } from "../ledger/payment.ts";
import { readEntries } from "./ledger.ts";
import { isMark, type Mark, MARKED } from "./order-marks.ts";
import { isWithin, newestFirst, type ListQuery } from "./part.ts";
import type { CheckoutStatus, Database, Tables } from "./tables.ts";
import { findLeftOf } from "./webhook-events.ts";

/** Where an order stands: how far its payment is or, once it was paid, what became of that. */
export type OrderState =
  | Exclude<CheckoutStatus, "paid">
  | "unknown"
  | "untold"
  | PaymentState;

/** Every state that orders can be looked for by. */
export const ORDER_STATES = [
  "open",
  "needs_authentication",
  "declined",
  "cancelled",
  "unknown",
  "untold",
  "paid",
  "partly_refunded",
  "refunded",
  "disputed",
  "charged_back",
  "refund_due",
  "refund_open",
  "refund_failed",
  "overdrawn",
  "unmatched",
  "still_renews",
  "cancel_asked",
  "renewed_after_end",
  "bought_twice",
] as const satisfies readonly (OrderState | Mark)[];

export interface OrderQuery extends ListQuery {
  readonly state: (typeof ORDER_STATES)[number] | null;
}

const COLUMNS = { at: "c.created_at", id: "c.checkout_id" };

/** An order in a list. Sums are in minor units. */
export interface OrderLine {
  readonly checkout_id: string;
  readonly brand: string;
  readonly provider: string;
  readonly product: string;
  readonly product_name: string;
  readonly amount: number;
  readonly currency: string;
  readonly email: string | null;
  readonly state: OrderState;
  /** By its payments and its renewals. */
  readonly taken: number;
  /** Given back, or taken back by a chargeback, of all that was taken. */
  readonly returned: number;
  readonly created_at: Date;
}

/** Orders, newest first: those of a person by the email of the order or of a contact in the same session. */
export async function findOrders(
  db: Database,
  { email, state, brand, limit, ...part }: OrderQuery,
): Promise<readonly OrderLine[]> {
  let query = linesOf(db)
    .where(isWithin(part, COLUMNS))
    .orderBy(newestFirst(COLUMNS))
    .limit(limit);
  if (brand !== null) query = query.where("c.brand", "=", brand);
  if (state !== null) query = query.where((eb) => isIn(eb, state));
  if (email !== null) query = query.where(isOneOf(ordersOf(email)));
  return query.execute();
}

/** By the email of the order, or of a contact in the same session. */
function ordersOf(given: string) {
  const email = given.toLowerCase();
  return sql`
    select checkout_id from checkouts where lower(email) = ${email}
    union
    select checkout_id from checkouts where session_id in (
      select session_id from contacts where lower(fields->>'email') = ${email})`;
}

/** All orders of some sessions, newest first. */
export async function findOrdersIn(
  db: Database,
  sessions: readonly string[],
): Promise<readonly OrderLine[]> {
  if (sessions.length === 0) return [];
  return linesOf(db)
    .where("c.session_id", "in", sessions)
    .orderBy("c.created_at", "desc")
    .execute();
}

/** Which of them money was taken for, or have a plan that is known, newest first. */
export async function findSoldIn(
  db: Database,
  sessions: readonly string[],
): Promise<readonly string[]> {
  if (sessions.length === 0) return [];
  const those = sql.join(sessions);
  const { rows } = await sql<{ checkout_id: string }>`
    select checkout_id from checkouts where checkout_id = any(array(
      select checkout_id from payments where session_id in (${those})
      union select checkout_id from subscriptions where session_id in (${those})
      union select checkout_id from renewals join checkouts c using (checkout_id)
        where c.session_id in (${those})))
    order by created_at desc`.execute(db);
  return rows.map(({ checkout_id }) => checkout_id);
}

type Joined = ExpressionBuilder<
  Tables & { c: Tables["checkouts"]; p: Tables["payments"] },
  "c" | "p"
>;

/**
 * Whether an order is in a state. First by what an index knows of: of most states there are a few among very many orders,
 * which are not to be looked through for them. Where the columns of the order say it alone, by these: how many rows have
 * them is known to the database.
 */
function isIn(eb: Joined, state: (typeof ORDER_STATES)[number]) {
  if (isMark(state)) return isOneOf(MARKED[state]);
  switch (state) {
    case "open":
    case "needs_authentication":
    case "declined":
    case "cancelled":
      return eb.and([
        eb("c.status", "=", state),
        eb("c.unknown_since", "is", null),
        eb("c.untold_since", "is", null),
      ]);
    case "unknown":
    case "untold":
      return eb.and([
        eb(`c.${state}_since`, "is not", null),
        eb(STATE, "=", state),
      ]);
    case "paid":
      return eb.and([eb("c.status", "=", state), eb(STATE, "=", state)]);
    default:
      return eb.and([
        isOneOf(sql`
          select changed.checkout_id from payments changed
          where changed.state = ${state}`),
        eb(STATE, "=", state),
      ]);
  }
}

/** Whether the order is among these, which are found before any order is read. */
function isOneOf(orders: RawBuilder<unknown>) {
  return sql<boolean>`c.checkout_id = any(array(${orders}))`;
}

const STATE = sql<OrderState>`case
  when c.status = 'paid' then coalesce(p.state, 'paid')
  when c.unknown_since is not null then 'unknown'
  when c.untold_since is not null then 'untold'
  else c.status end`;

/** Of all payments and renewals of an order, in minor units. */
function sumOfAll(amount: RawBuilder<unknown>) {
  return sql<number>`(coalesce((select sum(${amount}) from payments where checkout_id = c.checkout_id), 0)
    + coalesce((select sum(${amount}) from renewals where checkout_id = c.checkout_id), 0))::float8`;
}

/** Orders with the payment that stays; where each was once too often, with the last one. */
function linesOf(db: Database) {
  return db
    .selectFrom("checkouts as c")
    .leftJoin("payments as p", (join) =>
      join.on(
        sql<boolean>`p.payment_id = (
          select payment_id from payments where checkout_id = c.checkout_id
          order by refund_due, paid_at desc, payment_id desc limit 1)`,
      ),
    )
    .select([
      "c.checkout_id",
      "c.brand",
      "c.provider",
      "c.product",
      "c.product_name",
      "c.amount",
      "c.currency",
      // Where the order has none, the one that the visitor gave last.
      sql<
        string | null
      >`coalesce(c.email, (select fields->>'email' from contacts
        where session_id = c.session_id and fields->>'email' is not null
        order by created_at desc limit 1))`.as("email"),
      "c.created_at",
      STATE.as("state"),
      sumOfAll(sql`amount`).as("taken"),
      sumOfAll(sql`refunded + withdrawn`).as("returned"),
    ]);
}

/** Of what was told of a dispute at the same moment, the outcome counts, as it does in the ledger. */
const DISPUTE_RANK = sql`array_position(array['open', 'won', 'lost'], state)`;

/** A refund of an order, as far as it is. */
export interface OrderRefund {
  readonly refund_id: string;
  readonly status: RefundStatus;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly reason: string | null;
  readonly at: Date;
}

/** All that is known of an order; null when there is none of this id. */
export async function readOrder(db: Database, checkoutId: string) {
  const order = await linesOf(db)
    .where("c.checkout_id", "=", checkoutId)
    .executeTakeFirst();
  if (order === undefined) return null;
  return db.transaction().execute(async (trx) => ({
    order,
    payments: (await readEntries(trx, checkoutId)).entries,
    refunds: latestRefunds(
      await trx
        .selectFrom("refunds")
        .selectAll()
        .where("checkout_id", "=", checkoutId)
        .orderBy("at")
        .execute(),
    ),
    disputes: await trx
      .selectFrom("disputes")
      .distinctOn("reference")
      .select(["reference", "state", "amount", "currency", "reason", "told_at"])
      .where("checkout_id", "=", checkoutId)
      .orderBy("reference")
      .orderBy("told_at", "desc")
      .orderBy(DISPUTE_RANK, "desc")
      .execute(),
    subscription:
      (await trx
        .selectFrom("subscriptions")
        .select([
          "reference",
          "status",
          "amount",
          "every_days",
          "renews_at",
          "ends_at",
          "paused",
          "also_of",
          "cancel_asked_at",
          "cancel_taken_up_at",
        ])
        .where("checkout_id", "=", checkoutId)
        .executeTakeFirst()) ?? null,
    failed_renewals: await trx
      .selectFrom("failed_renewals")
      .select(["reference", "attempt", "amount", "currency", "failed_at"])
      .where("checkout_id", "=", checkoutId)
      .orderBy("failed_at")
      .execute(),
    messages_left: await findLeftOf(trx, checkoutId),
    actions: await trx
      .selectFrom("operator_actions")
      .select(["action", "asked", "outcome", "begun_at"])
      .where("subject", "=", checkoutId)
      // Whoever has looked at it is written down as well, and changes nothing.
      .where("action", "<>", "orders.show")
      .orderBy("begun_at")
      .execute(),
  }));
}

/** Of the rows of each refund the furthest one. */
function latestRefunds(rows: readonly OrderRefund[]): readonly OrderRefund[] {
  const order: readonly RefundStatus[] = ["requested", "succeeded", "failed"];
  const latest = new Map<string, OrderRefund>();
  for (const row of rows) {
    const known = latest.get(row.refund_id);
    const isFurther =
      known === undefined ||
      order.indexOf(row.status) > order.indexOf(known.status);
    if (isFurther) latest.set(row.refund_id, row);
  }
  return [...latest.values()];
}
