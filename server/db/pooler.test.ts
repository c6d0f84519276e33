import { createServer } from "node:net";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { openTestDatabase } from "../testing/database.ts";
import { PooledAdapter } from "./adapter.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openDatabase } from "./open.ts";
import type { Tables } from "./tables.ts";

/** An error of the protocol: a code of PostgreSQL and a sentence. */
function refusal(code: string, text: string): Buffer {
  const body = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test("a pooler that takes no limits of a connection is asked without them", async () => {
  const asked: string[] = [];
  const pooler = createServer((socket) => {
    socket.once("data", (startup: Buffer) => {
      const text = startup.toString("latin1");
      asked.push(text.includes("statement_timeout") ? "limits" : "none");
      socket.end(
        text.includes("statement_timeout")
          ? refusal("08P01", "unsupported startup parameter: statement_timeout")
          : refusal("08P01", "pgbouncer cannot connect to server"),
      );
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((done) => {
    pooler.listen(0, "127.0.0.1", done);
  });
  onTestFinished(() => void pooler.close());
  const address = pooler.address();
  const port = typeof address === "object" ? address?.port : 0;
  const databaseUrl = `postgres://funnels@127.0.0.1:${port}/funnels`;
  await expect(openDatabase({ databaseUrl, dataDir: "" })).rejects.toThrow(
    Refusal,
  );
  expect(asked).toEqual(["limits", "none"]);
});

/** What a pooler in transaction mode makes of connections: each query goes over another one than the last, unless both are of one transaction. */
function lentByTransaction(clients: readonly Client[]): Kysely<Tables> {
  let turn = 0;
  const lend = (): DatabaseConnection => {
    let own: Client | null = null;
    return {
      executeQuery: async <R>({ sql: text, parameters }: CompiledQuery) => {
        if (own === null) turn += 1;
        const client = own ?? clients[turn % clients.length];
        if (client === undefined) throw new Error("there is no connection");
        if (text === "begin") own = client;
        if (/^(?:commit|rollback)$/.test(text)) own = null;
        const { rows } = await client.query<R & object>(text, [...parameters]);
        return { rows };
      },
      streamQuery: () => {
        throw new Error("nothing is streamed");
      },
    };
  };
  const say = (text: string) => async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw(text));
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PooledAdapter(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => lend(),
        releaseConnection: async () => {},
        beginTransaction: say("begin"),
        commitTransaction: say("commit"),
        rollbackTransaction: say("rollback"),
        destroy: async () => {},
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

const { TEST_DATABASE_URL = "" } = process.env;

test.skipIf(TEST_DATABASE_URL === "")(
  "connections that are lent for each transaction keep no lock of a migration",
  async () => {
    const { url, close } = await openTestDatabase();
    onTestFinished(close);
    const clients = [0, 1, 2].map(() => new Client({ connectionString: url }));
    await Promise.all(clients.map((client) => client.connect()));
    onTestFinished(
      async () => void (await Promise.all(clients.map((each) => each.end()))),
    );
    const db = lentByTransaction(clients);
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await migrate(db);
    await migrate(db);
    const held = await sql`
      select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    );
    expect(held.rows).toEqual([]);
  },
);

test.skipIf(TEST_DATABASE_URL === "")(
  "processes that migrate an empty database at once find it migrated",
  async () => {
    const { url, close } = await openTestDatabase({ isReused: false });
    onTestFinished(close);
    const first = await openDatabase({ databaseUrl: url, dataDir: "" });
    onTestFinished(() => first.close());
    await sql`drop schema public cascade`.execute(first.db);
    await sql`create schema public`.execute(first.db);
    const opened = await Promise.all(
      [0, 1, 2].map(() => openDatabase({ databaseUrl: url, dataDir: "" })),
    );
    await Promise.all(opened.map((each) => each.close()));
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by name`.execute(first.db);
    expect(rows.map(({ name }) => name)).toEqual(
      Object.keys(migrations).toSorted(),
    );
  },
);
