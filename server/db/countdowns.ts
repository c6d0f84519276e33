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

/** The same by the server's clock: without what pages have shown less, which counts for their sessions alone. */
export async function findServerDeadline(
  db: Database,
  { brand, names }: Holders,
  funnel: string,
): Promise<Deadline | null> {
  const row = await db
    .selectFrom("countdowns")
    .select([SERVER_END.as("endsAt"), "extended"])
    .where("brand", "=", brand)
    .where("funnel", "=", funnel)
    .where("holder", "in", names)
    .orderBy("extended", "desc")
    .orderBy("endsAt")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** A version before may have written a later end beside an older one of the server's. */
const SERVER_END = sql<Date>`greatest(ends_at, server_ends_at)`;

/**
 * Keeps a deadline for all holders, unless they have one that was extended more often, or as often and ends earlier:
 * that one counts, and is answered. A page may show less than the server's clock says: what it shows is kept for its
 * session, and `serverEnd` for the emails, which may be somebody else's.
 */
export async function keepDeadline(
  db: Database,
  holders: SessionHolders,
  funnel: string,
  { endsAt, extended, serverEnd }: Deadline & { readonly serverEnd: Date },
): Promise<Deadline> {
  const row = { funnel, ends_at: endsAt, server_ends_at: serverEnd, extended };
  await keep(db, holders, [row]);
  return (await findDeadline(db, holders, funnel)) ?? { endsAt, extended };
}

/**
 * From now on, all holders have the same deadlines: the ones extended most, and of these the earlier ones. What the page
 * of the session has shown less stays with the session.
 */
export async function shareDeadlines(
  db: Database,
  holders: SessionHolders,
): Promise<void> {
  const rows = await db
    .selectFrom("countdowns")
    .select(["funnel", "ends_at", "extended", SERVER_END.as("server_ends_at")])
    .where("brand", "=", holders.brand)
    .where("holder", "in", holders.names)
    .execute();
  const funnels = new Set(rows.map(({ funnel }) => funnel));
  const counting = [...funnels].map((funnel) => {
    const own = rows.filter((row) => row.funnel === funnel);
    const extended = Math.max(...own.map((row) => row.extended));
    const last = own.filter((row) => row.extended === extended);
    return {
      funnel,
      extended,
      ends_at: earliest(last.map(({ ends_at }) => ends_at)),
      server_ends_at: earliest(last.map((row) => row.server_ends_at)),
    };
  });
  await keep(db, holders, counting);
}

function earliest(times: readonly Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())));
}

interface Row {
  readonly funnel: string;
  readonly ends_at: Date;
  readonly server_ends_at: Date | null;
  readonly extended: number;
}

async function keep(
  db: Database,
  { brand, names, session }: SessionHolders,
  deadlines: readonly Row[],
): Promise<void> {
  // In one order everywhere: two calls never wait for each other's rows.
  const rows = deadlines
    .toSorted((a, b) => (a.funnel < b.funnel ? -1 : 1))
    .flatMap((deadline) =>
      names.toSorted().map((holder) => ({
        brand,
        holder,
        ...(holder === session ? deadline : byServer(deadline)),
      })),
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
          server_ends_at: eb.ref("excluded.server_ends_at"),
          extended: eb.ref("excluded.extended"),
        }))
        .where(
          sql<boolean>`(countdowns.extended, excluded.ends_at) < (excluded.extended, countdowns.ends_at)`,
        ),
    )
    .execute();
}

function byServer(row: Row): Row {
  const { ends_at, server_ends_at } = row;
  return { ...row, ends_at: server_ends_at ?? ends_at, server_ends_at: null };
}
