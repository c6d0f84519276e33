import { sql } from "kysely";
import type { Database } from "./tables.ts";

/** Whose deadline it is: a session, and the emails that were given in it. */
export interface Holders {
  readonly brand: string;
  readonly names: readonly string[];
}

/** The same, and which of the names is the session: anybody may have typed in the others. */
export interface SessionHolders extends Holders {
  readonly session: string;
}

/** When a countdown ends, and how often it was extended until then. */
export interface Deadline {
  readonly endsAt: Date;
  readonly extended: number;
}

/** When the countdown of a funnel ends for its holders; null while it was not started. */
export async function findDeadline(
  db: Database,
  { brand, names }: Holders,
  funnel: string,
): Promise<Deadline | null> {
  const row = await db
    .selectFrom("countdowns")
    .select(["ends_at", "extended"])
    .where("brand", "=", brand)
    .where("funnel", "=", funnel)
    .where("holder", "in", names)
    .orderBy("extended", "desc")
    .orderBy("ends_at")
    .limit(1)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { endsAt: row.ends_at, extended: row.extended };
}

/**
 * Keeps a deadline for all holders, unless they have one that was extended more often, or as often and ends earlier:
 * that one counts, and is answered.
 */
export async function keepDeadline(
  db: Database,
  holders: Holders,
  funnel: string,
  { endsAt, extended }: Deadline,
): Promise<Deadline> {
  await keep(db, holders, [{ funnel, ends_at: endsAt, extended }]);
  return (await findDeadline(db, holders, funnel)) ?? { endsAt, extended };
}

/** From now on, all holders have the same deadlines: the ones extended most, and of these the earlier ones. */
export async function shareDeadlines(
  db: Database,
  holders: Holders,
): Promise<void> {
  const rows = await db
    .selectFrom("countdowns")
    .select(["funnel", "ends_at", "extended"])
    .where("brand", "=", holders.brand)
    .where("holder", "in", holders.names)
    .orderBy("extended")
    .orderBy("ends_at", "desc")
    .execute();
  const counting = new Map(rows.map((row) => [row.funnel, row]));
  await keep(db, holders, [...counting.values()]);
}

interface Row {
  readonly funnel: string;
  readonly ends_at: Date;
  readonly extended: number;
}

async function keep(
  db: Database,
  { brand, names }: Holders,
  deadlines: readonly Row[],
): Promise<void> {
  // In one order everywhere: two calls never wait for each other's rows.
  const rows = deadlines
    .toSorted((a, b) => (a.funnel < b.funnel ? -1 : 1))
    .flatMap((deadline) =>
      names.toSorted().map((holder) => ({ brand, holder, ...deadline })),
    );
  if (rows.length === 0) return;
  await db
    .insertInto("countdowns")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["brand", "holder", "funnel"])
        .doUpdateSet((eb) => ({
          ends_at: eb.ref("excluded.ends_at"),
          extended: eb.ref("excluded.extended"),
        }))
        .where(
          sql<boolean>`(countdowns.extended, excluded.ends_at) < (excluded.extended, countdowns.ends_at)`,
        ),
    )
    .execute();
}
