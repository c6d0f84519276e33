/** The folder `db` holds the database: tables, migrations, and every query. */
import { Kysely } from "kysely";
import { errorCode, Refusal } from "../refusal.ts";
import { type Backup, backupOf } from "./backup.ts";
import { DatabaseAway } from "./database-away.ts";
import { filesIn, provideFiles, whatLies } from "./embedded-files.ts";
import { lockFolder } from "./lock.ts";
import { LOCK_NOT_AVAILABLE, migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { isLimitRefused, postgresDialect, postgresPool } from "./postgres.ts";
import { pgliteDialect } from "./pglite-dialect.ts";
import { embeddedThread } from "./pglite-thread.ts";
import type { Database, Tables } from "./tables.ts";

interface OpenDatabase {
  readonly db: Database;
  readonly backup: Backup;
  close(): Promise<void>;
}

interface Where {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** What a migration of a large table may take, and another process that is at one. */
const MIGRATION_MS = 3_600_000;

/** Whether `openDatabase` has to make the embedded database first, which takes some seconds. */
export function isNew({ databaseUrl, dataDir }: Where): boolean {
  return databaseUrl === null && whatLies(filesIn(dataDir)) === "nothing";
}

/**
 * Opens and migrates the database: PostgreSQL at `databaseUrl`, or the embedded one in `dataDir`.
 * Throws a `Refusal` when it cannot be reached, or when another process has the folder.
 */
export function openDatabase(
  where: Where & {
    readonly poolSize?: number;
    /** How long a PostgreSQL that says nothing is waited for. */
    readonly answerMs?: number;
  },
): Promise<OpenDatabase> {
  return where.databaseUrl === null
    ? openEmbedded(where.dataDir)
    : openServer(where.databaseUrl, {
        max: where.poolSize,
        answerMs: where.answerMs,
      });
}

async function openEmbedded(folder: string): Promise<OpenDatabase> {
  const unlock = lockFolder(folder);
  try {
    const { db, backup, close } = await openFiles(filesIn(folder));
    return { db, backup, close: () => close().finally(unlock) };
  } catch (error) {
    unlock();
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      `The embedded database in ${folder} cannot be read (${reason(error)}): move ${filesIn(folder)} away, then make it from a backup (\`restore\`), put a copy of it back, or start with an empty one.`,
    );
  }
}

async function openFiles(files: string): Promise<OpenDatabase> {
  await provideFiles(files);
  const thread = embeddedThread(files);
  const db = new Kysely<Tables>({ dialect: pgliteDialect(thread) });
  try {
    await migrate(db);
  } catch (error) {
    // One that never opened cannot be closed either, and what went wrong first is told.
    await thread.close().catch(() => {});
    throw error;
  }
  const backup = () => backupOf(db, thread);
  return { db, backup, close: () => db.destroy() };
}

async function openServer(
  url: string,
  options: Parameters<typeof postgresPool>[1],
): Promise<OpenDatabase> {
  const connect = (others: Partial<typeof options>) => {
    const pool = postgresPool(url, { ...options, ...others });
    return new Kysely<Tables>({ dialect: postgresDialect(pool) });
  };
  const db = connect({});
  const patient = connect({ max: 1, answerMs: MIGRATION_MS });
  try {
    await migrate(db, migrations, patient);
  } catch (error) {
    await db.destroy();
    if (error instanceof Refusal) throw error;
    if (errorCode(error) === LOCK_NOT_AVAILABLE)
      throw new Refusal(
        "The database cannot be brought up to this version while something else holds its tables, such as a copy that is being made: start again when that has ended.",
      );
    // A pooler lends out connections that others use as well: it keeps such limits itself.
    if (options.limits !== false && isLimitRefused(error))
      return openServer(url, { ...options, limits: false });
    throw new Refusal(
      `PostgreSQL at DATABASE_URL does not answer as needed (${reason(error)}): check the address and that it runs, or leave DATABASE_URL out for the embedded database.`,
    );
  } finally {
    await patient.destroy();
  }
  return { db, backup: null, close: () => db.destroy() };
}

/** Never the address: it holds a password. What the database or the driver say of themselves names no value. */
function reason(error: unknown): string {
  if (error instanceof DatabaseAway) return error.code;
  const code = errorCode(error);
  if (code !== null) return code;
  return error instanceof Error ? error.message : "unknown fault";
}
