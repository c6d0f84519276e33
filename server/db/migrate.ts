import { Migrator, sql } from "kysely";
import { errorCode, Refusal } from "../refusal.ts";
import { migrations, type Step, type Steps } from "./migrations.ts";
import type { Database } from "./tables.ts";

/**
 * Brings the schema to the newest form that this version knows; safe to run from several processes at once. A schema that
 * a newer version has made is left as it is, and throws a `Refusal` when this version cannot run on it. What changes it
 * goes by `patient`, whose answers may take long. Throws whatever else went wrong.
 */
export async function migrate(
  db: Database,
  known: Steps = migrations,
  patient: Database = db,
): Promise<void> {
  const executed = await executedSteps(db);
  const newer = executed.filter((name) => !Object.hasOwn(known, name));
  if (newer.length > 0) await refuseOlder(db, known, newer);
  const isDone = (name: string) => executed.includes(name);
  if (Object.keys(known).every(isDone)) return;
  const migrator = new Migrator({
    db: patient,
    // Branches that were worked on at the same time come in any order.
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () => ({
        ...Object.fromEntries(newer.map((name) => [name, { up: nothing }])),
        ...Object.fromEntries(
          Object.entries(known).map(([name, step]) => [
            name,
            alone(name, noting(step)),
          ]),
        ),
      }),
    },
  });
  // To an empty database nobody comes; else what one step has locked is free before the next one.
  const error =
    executed.length === 0
      ? (await migrator.migrateToLatest()).error
      : await oneByOne(migrator);
  if (error === undefined) return;
  // Another process has migrated meanwhile.
  if ((await executedSteps(db)).length > executed.length)
    return migrate(db, known, patient);
  throw error;
}

const nothing = async () => {};

/** Each step in a transaction of its own. One that has to wait for too long, or for each other, is tried again. */
async function oneByOne(migrator: Migrator): Promise<unknown> {
  for (let tries = 1; ;) {
    const { error, results = [] } = await migrator.migrateUp();
    if (error === undefined) {
      if (results.length === 0) return undefined;
      tries = 1;
      continue;
    }
    if (tries === TRIES_MAX || !HELD_UP.includes(errorCode(error) ?? ""))
      return error;
    tries += 1;
    await new Promise((done) => void setTimeout(done, PAUSE_MS));
  }
}

/** What has been done to this database; nothing to an empty one. */
async function executedSteps(db: Database): Promise<string[]> {
  if (!(await hasTable(db, "kysely_migration"))) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function refuseOlder(
  db: Database,
  known: Steps,
  newer: readonly string[],
): Promise<void> {
  if (!(await hasTable(db, "schema_support"))) return;
  const { rows } = await sql<{ runs_from: string }>`
    select runs_from from schema_support`.execute(db);
  const from = rows[0]?.runs_from;
  const newest = Object.keys(known).toSorted().at(-1) ?? "";
  if (from === undefined || from <= newest) return;
  throw new Refusal(
    `A newer version has changed the database (${newer.join(", ")}), and this one, which knows it up to ${newest}, cannot run on it any more: start a version that knows ${from}, or put back a copy of the database from before.`,
  );
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${name}) is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

const LOCK = sql.lit("funnels migrations");

/**
 * How long a step waits for a table, and everybody else for what it holds meanwhile; less than the second after which
 * PostgreSQL ends one of two that wait for each other, which would be the visitor's.
 */
const LOCK_WAIT = sql.lit("500ms");
/** Between two tries, for those who have waited; in milliseconds. */
const PAUSE_MS = 500;
const TRIES_MAX = 10;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html: no lock in time, and a deadlock. */
export const LOCK_NOT_AVAILABLE = "55P03";
const HELD_UP: readonly string[] = [LOCK_NOT_AVAILABLE, "40P01"];

/**
 * A step that one process at a time does, for as long as it takes. The lock is the transaction's, so that it ends with it
 * whatever becomes of the process or the connection. Throws where another process was first; nothing of the transaction
 * stays.
 */
function alone(name: string, { up }: Pick<Step, "up">): Pick<Step, "up"> {
  return {
    up: async (db) => {
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`set local lock_timeout = 0`.execute(db);
      await sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(db);
      await sql`set local lock_timeout = ${LOCK_WAIT}`.execute(db);
      const { rows } = await sql`
        select from kysely_migration where name = ${name}`.execute(db);
      if (rows.length > 0) throw new Error(`${name} was done meanwhile`);
      await up(db);
    },
  };
}

/** A step that takes something away says so in the same transaction. */
function noting({ up, runsFrom }: Step): Pick<Step, "up"> {
  if (runsFrom === undefined) return { up };
  return {
    up: async (db) => {
      await up(db);
      await sql`insert into schema_support (runs_from) values (${runsFrom})
        on conflict (only_row) do update
        set runs_from = greatest(schema_support.runs_from, excluded.runs_from)`.execute(
        db,
      );
    },
  };
}
