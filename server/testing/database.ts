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
import type { Database, Tables } from "../db/tables.ts";

const PACKAGES = join(import.meta.dirname, "../../node_modules");

/** An embedded database that is still empty, which costs seconds to make; another version of PGlite makes its own. */
const TEMPLATE = join(PACKAGES, `.cache/pglite-empty-${versionOfPglite()}.tar`);

/**
 * A fresh database: one of its own on the PostgreSQL at TEST_DATABASE_URL, else an embedded one. `isReused` is false where
 * its tables are changed, so that no other test gets it.
 */
export function openTestDatabase({ isReused = true } = {}): Promise<{
  readonly db: Database;
  /** Where it can be opened once more; empty for an embedded one. */
  readonly url: string;
  readonly close: () => Promise<void>;
}> {
  const url = process.env["TEST_DATABASE_URL"] ?? "";
  return url === "" ? openEmbedded(isReused) : openOnServer(url);
}

/** Embedded databases of this process that nobody uses: to empty one is nothing, to open another half a second of work. */
const free: PGlite[] = [];

async function openEmbedded(isReused: boolean) {
  const client = free.pop() ?? (await createEmbedded());
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

/** An embedded database before its first migration. */
export async function openEmptyDatabase(): Promise<{
  readonly db: Database;
  readonly close: () => Promise<void>;
}> {
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

async function empty(db: Database): Promise<void> {
  await sql`drop schema if exists pgboss cascade`.execute(db);
  const tables = await db.introspection.getTables();
  const names = tables.map(({ name }) => sql.table(name));
  await sql`truncate ${sql.join(names)} restart identity`.execute(db);
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

async function openOnServer(url: string) {
  const own = await createDatabase(url, process.env["TEST_DATABASE_TEMPLATE"]);
  const { db, close } = await openDatabase({
    databaseUrl: own.url,
    dataDir: "",
  });
  return {
    db,
    url: own.url,
    close: async () => {
      await close();
      await own.drop();
    },
  };
}

/**
 * A database of its own at a PostgreSQL server: a copy of the database `template` there, which nobody is connected to,
 * else an empty one before its first migration.
 */
export async function createDatabase(
  server: string,
  template = "template1",
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await run(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    // A pooler in between keeps connections to it.
    drop: () => run(server, `drop database ${name} with (force)`),
  };
}

/** One to make copies of, which takes a quarter of what all migrations do. */
export async function createTemplate(server: string): Promise<TestDatabase> {
  const template = await createDatabase(server);
  const { url } = template;
  const { close } = await openDatabase({ databaseUrl: url, dataDir: "" });
  await close();
  return template;
}

interface TestDatabase {
  readonly name: string;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
