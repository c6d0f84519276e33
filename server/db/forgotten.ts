import { sql } from "kysely";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { IS_BOUGHT } from "./bought.ts";
import { type Checkout, type Database, WAITING } from "./tables.ts";

/** A payment page that nobody has used by then is closed. */
const OPEN_CHECKOUT_MS = DAY_MS;
/** Nobody waits any more for the answer to a charge. */
const LOST_CHARGE_MS = 15 * 60_000;

/**
 * The checkout was set aside, and when it was asked after as one that had waited for too long, nothing was taken and its
 * provider could not close it.
 */
const IS_LATE = sql<boolean>`(offer is null and unknown_since is null
  and asked_at is not null and asked_at - created_at > ${`${OPEN_CHECKOUT_MS} milliseconds`}::interval)`;

/** Whether a checkout has waited so long that it is closed, unless it is unknown. */
export function isForgotten(
  { created_at }: Pick<Checkout, "created_at">,
  now: Date,
): boolean {
  return now.getTime() - created_at.getTime() > OPEN_CHECKOUT_MS;
}

/**
 * Checkouts that have waited too long, charges without an answer and what was bought by another one among them, and were
 * not asked after within the hour: of each provider as many, those that never were first. What nothing was ever told of
 * comes last, once a day, and so does what may be paid late.
 */
export function findForgotten(
  db: Database,
  now: Date,
  ofEach: number,
): Promise<Checkout[]> {
  const inTurn = forgotten(db, now).select([
    "checkout_id",
    sql<number>`row_number() over (
      partition by provider
      order by untold_since is not null or ${IS_LATE}, asked_at nulls first, created_at)`.as(
      "turn",
    ),
  ]);
  return db
    .selectFrom("checkouts")
    .selectAll()
    .where("checkout_id", "in", (eb) =>
      eb
        .selectFrom(inTurn.as("waiting"))
        .select("waiting.checkout_id")
        .where("waiting.turn", "<=", ofEach),
    )
    .orderBy("asked_at", (order) => order.asc().nullsFirst())
    .orderBy("created_at")
    .execute();
}

/** By when one of them is to be asked after; of what was bought by another one, once its own time is over. */
const DUE = sql<Date>`greatest(
  created_at + interval '1 millisecond' * case when way = 'saved' and status = 'open'
    then ${sql.lit(LOST_CHARGE_MS)} else ${sql.lit(OPEN_CHECKOUT_MS)} end,
  asked_at + interval '1 millisecond' * case when untold_since is null and not ${IS_LATE}
    then ${sql.lit(HOUR_MS)} else ${sql.lit(DAY_MS)} end)`;

/** Since when the one of them was to be asked after that has waited the longest; null where none does. */
export async function findForgottenSince(
  db: Database,
  now: Date,
): Promise<Date | null> {
  const { since } = await forgotten(db, now)
    .select(sql<Date | null>`min(${DUE})`.as("since"))
    .executeTakeFirstOrThrow();
  return since;
}

function forgotten(db: Database, now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return db
    .selectFrom("checkouts")
    .where("status", "in", WAITING)
    .where((eb) =>
      eb.or([
        eb("created_at", "<", before(OPEN_CHECKOUT_MS)),
        IS_BOUGHT,
        eb.and([
          eb("way", "=", "saved"),
          eb("status", "=", "open"),
          eb("created_at", "<", before(LOST_CHARGE_MS)),
        ]),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb("asked_at", "is", null),
        eb("asked_at", "<", before(DAY_MS)),
        eb.and([
          eb("untold_since", "is", null),
          eb("asked_at", "<", before(HOUR_MS)),
          eb.not(IS_LATE),
        ]),
      ]),
    );
}
