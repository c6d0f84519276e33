import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, sql } from "kysely";
import { Client } from "pg";
import { migrate } from "../db/migrate.ts";
import { openDatabase } from "../db/open.ts";
import { pgliteDialect } from "../db/pglite-dialect.ts";
import { postgresDialect, postgresPool } from "../db/postgres.ts";
import type { Database, Tables } from "../db/tables.ts";

const PACKAGES = join(import.meta.dirname, "../../node_modules");

/** An embedded database that is still empty, which costs seconds to make; another version of PGlite makes its own. */
const TEMPLATE = join(PACKAGES, `.cache/pglite-empty-${versionOfPglite()}.tar`);

/**
 * A fresh database: one of its own on the PostgreSQL at TEST_DATABASE_URL, else an embedded one. `isReused` is false where
 * its tables are changed, so that no other test gets it, and where it matters what others have left in the statistics by
 * which a plan is chosen.
 */
export function openTestDatabase({ isReused = true } = {}): Promise<{
  readonly db: Database;
  /** Where it can be opened once more; empty for an embedded one. */
  readonly url: string;
  readonly close: () => Promise<void>;
}> {
  const url = process.env["TEST_DATABASE_URL"] ?? "";
  return url === "" ? openEmbedded(isReused) : openOnServer(url, isReused);
}

/** Embedded databases of this process that nobody uses: to empty one is nothing, to open another half a second of work. */
const free: PGlite[] = [];

async function openEmbedded(isReused: boolean) {
  const used = isReused ? free.pop() : undefined;
  const client = used ?? (await createEmbedded());
  const dialect = pgliteDialect(client);
  const db = new Kysely<Tables>({
    dialect: {
      ...dialect,
      createDriver: () => ({
        ...dialect.createDriver(),
        destroy: async () => {
          if (isReused) free.push(client);
          else await client.close();
        },
      }),
    },
  });
  await migrate(db);
  await empty(db);
  return { db, url: "", close: () => db.destroy() };
}

/** A database before its first migration: of its own at TEST_DATABASE_URL, else an embedded one. */
export async function openEmptyDatabase(): Promise<{
  readonly db: Database;
  readonly close: () => Promise<void>;
}> {
  const server = process.env["TEST_DATABASE_URL"] ?? "";
  if (server !== "") {
    const { url, drop } = await createDatabase(server);
    const dialect = postgresDialect(postgresPool(url, {}));
    const db = new Kysely<Tables>({ dialect });
    return { db, close: () => db.destroy().then(drop) };
  }
  const client = await createEmbedded();
  const db = new Kysely<Tables>({ dialect: pgliteDialect(client) });
  return {
    db,
    close: async () => {
      await db.destroy();
      if (!client.closed) await client.close();
    },
  };
}

/**
 * As after the migrations: no row is left in any table, and numbers begin anew. A few rows are quicker to delete than to
 * truncate, which makes new files for the table and each of its indexes; in one statement, so that references are looked
 * at when all are gone.
 */
async function empty(db: Database): Promise<void> {
  await sql`drop schema if exists pgboss cascade`.execute(db);
  await sql`
    do $$ begin
      execute (
        select 'with ' || string_agg(
          format('d%s as (delete from public.%I)', row_number, tablename), ', '
        ) || ' select'
        from (
          select tablename, row_number() over () from pg_tables
          where schemaname = 'public' and tablename not like 'kysely\\_%'
        ) tables
      );
    end $$`.execute(db);
  await sql`
    select setval(format('%I.%I', schemaname, sequencename), start_value, false)
    from pg_sequences where schemaname = 'public' and last_value is not null`.execute(
    db,
  );
}

/** In memory: what the disk does to a database is tested where a server starts. */
async function createEmbedded(): Promise<PGlite> {
  if (!existsSync(TEMPLATE)) await makeTemplate();
  const loadDataDir = new Blob([readFileSync(TEMPLATE)]);
  return PGlite.create({ loadDataDir });
}

/** Made aside and moved into place, because several test files may come here at once. */
async function makeTemplate(): Promise<void> {
  const client = await PGlite.create();
  const dump = await client.dumpDataDir("none");
  await client.close();
  mkdirSync(dirname(TEMPLATE), { recursive: true });
  const draft = `${TEMPLATE}.${randomUUID()}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, TEMPLATE);
}

function versionOfPglite(): string {
  const file = join(PACKAGES, "@electric-sql/pglite/package.json");
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  return version;
}

/** Databases of this process at a server that nobody uses: to make another one takes the server a third of a second. */
const freeAtServer: TestDatabase[] = [];

async function openOnServer(server: string, isReused: boolean) {
  const template = process.env["TEST_DATABASE_TEMPLATE"];
  // Whoever made the template removes its copies.
  const isKept = isReused && template !== undefined;
  const used = isKept ? freeAtServer.pop() : undefined;
  const own = used ?? (await createDatabase(server, template));
  if (used !== undefined) await run(used.url, END_OTHERS);
  const { db, close } = await openDatabase({
    databaseUrl: own.url,
    dataDir: "",
  });
  if (used !== undefined) await empty(db);
  return {
    db,
    url: own.url,
    close: async () => {
      await close();
      if (isKept) freeAtServer.push(own);
      else await own.drop();
    },
  };
}

/** Whoever was left connected by the test before. */
const END_OTHERS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** What PostgreSQL makes databases of. */
const EMPTY_DATABASE = "template1";

/**
 * A database of its own at a PostgreSQL server: a copy of the database `template` there, which nobody is connected to,
 * else an empty one before its first migration.
 */
export async function createDatabase(
  server: string,
  template = EMPTY_DATABASE,
): Promise<TestDatabase> {
  const id = randomUUID().replaceAll("-", "").slice(0, 16);
  const name = template === EMPTY_DATABASE ? `test_${id}` : `${template}_${id}`;
  await run(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    // A pooler in between keeps connections to it.
    drop: async () => {
      await run(server, `drop database ${name} with (force)`);
    },
  };
}

/** One to make copies of, which takes less than all migrations do; copies that are left go with it. */
export async function createTemplate(server: string): Promise<TestDatabase> {
  const template = await createDatabase(server);
  const { name, url } = template;
  const { close } = await openDatabase({ databaseUrl: url, dataDir: "" });
  await close();
  const drop = async () => {
    for (const copy of await namesOf(server, `${name}_`))
      await run(server, `drop database ${copy} with (force)`);
    await template.drop();
  };
  return { name, url, drop };
}

/** The databases whose names begin so. */
async function namesOf(server: string, start: string): Promise<string[]> {
  const rows = await run(
    server,
    `select datname from pg_database where starts_with(datname, '${start}')`,
  );
  return rows.map(({ datname }) => String(datname));
}

interface TestDatabase {
  readonly name: string;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

async function run(
  url: string,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
