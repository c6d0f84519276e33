import { randomUUID } from "node:crypto";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { arrive, expectAnswer, expectProblem } from "../testing/calls.ts";
import { createDatabase, openTestDatabase } from "../testing/database.ts";
import { listenOver, send, useServer } from "../testing/server.ts";
import { type Network, networkTo } from "../testing/network.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openDatabase } from "./open.ts";
import { DatabaseAway } from "./database-away.ts";
import { answers } from "../routes/healthz.ts";
import type { Files } from "../static/files.ts";
import type { Database } from "./tables.ts";

const page = { coding: null, tag: '"a"', body: Buffer.from("the page") };
const files: Files = {
  find: async (path) =>
    path === "/calm/quiz/start/index.html" ? { ...page, path } : null,
  kept: () => null,
};

describe("a database that is away", () => {
  const server = useServer();

  test("is a 503 with Retry-After for calls, and nothing to pages", async () => {
    const entries: unknown[] = [];
    const db = server.db.withPlugin({
      transformQuery: () => {
        throw new DatabaseAway(Object.assign(new Error(), { code: "57P01" }));
      },
      transformResult: async ({ result }) => result,
    });
    const log = (entry: unknown) => void entries.push(entry);
    const { port, end } = await listenOver({ db }, { files, log });
    onTestFinished(end);
    const call = await send(port, "/api/visitor/visitor-info");
    expect(call.status).toBe(503);
    expect(call.headers["retry-after"]).toBe("5");
    expect(call.headers["content-type"]).toBe("application/problem+json");
    expect(call.json).toMatchObject({
      type: "urn:problem:unavailable",
    });
    expect(entries).toContainEqual(
      expect.objectContaining({ error: "DatabaseAway 57P01" }),
    );
    expect((await send(port, "/quiz/start")).text).toBe("the page");
    const ready = await send(port, "/readyz");
    expect(ready.json).toEqual({ status: "ok", api: "unavailable" });
  });

  test("is one that may not be written to, as a standby", async () => {
    await server.db.connection().execute(async (db) => {
      const may = (what: "read only" | "read write") =>
        sql`set session characteristics as transaction ${sql.raw(what)}`.execute(
          db,
        );
      await may("read only");
      expect(await answers(db)).toBe(false);
      await may("read write");
      expect(await answers(db)).toBe(true);
    });
  });

  test.each(["53100", "53200", "58030"])(
    "says so by %s, wherever it runs",
    async (code) => {
      const says = sql`
        do $$ begin raise 'nothing can be written' using errcode = '${sql.raw(code)}'; end $$`;
      await expect(says.execute(server.db)).rejects.toMatchObject({
        name: "DatabaseAway",
        code,
      });
    },
  );
});

const POSTGRES = process.env["TEST_DATABASE_URL"] ?? "";

describe.skipIf(POSTGRES === "")("a PostgreSQL that goes away", () => {
  let network: Network;
  let db: Database;
  let port = 0;
  let close = async () => {};

  beforeAll(async () => {
    const own = await openTestDatabase();
    network = await networkTo(own.url);
    const opened = await openDatabase({
      databaseUrl: network.url,
      dataDir: "",
      answerMs: 2_000,
    });
    db = opened.db;
    const listening = await listenOver({ db }, { files });
    port = listening.port;
    close = async () => {
      await listening.end();
      await opened.close();
      await network.cut();
      await own.close();
    };
  });
  afterAll(() => close());

  test("in whatever way: calls are answered by 503 meanwhile, pages as ever, and the same call is stored once afterwards", async () => {
    const visitor = await arrive({ send: (...call) => send(port, ...call) });
    const body = { event_id: randomUUID(), email: "away@mail.example" };
    const leave = () =>
      visitor.call("/api/visitor/store-contact-info", { method: "POST", body });
    const away = async () => {
      const refused = await leave();
      expectProblem("unavailable", refused);
      expect(refused.headers["retry-after"]).toBe("5");
      expect((await send(port, "/readyz")).json).toMatchObject({
        status: "ok",
        api: "unavailable",
      });
      expect((await send(port, "/quiz/start")).text).toBe("the page");
    };
    await network.cut();
    await away();
    await network.restore();
    await visitor.call("/api/visitor/visitor-info");
    network.hold();
    await away();
    await network.cut();
    await network.restore();
    expectAnswer("store-contact-info", await leave());
    expectAnswer("store-contact-info", await leave());
    const rows = await db.selectFrom("contacts").select("event_id").execute();
    expect(rows).toEqual([{ event_id: body.event_id }]);
  });

  test("in the middle of a transaction: whoever asked is told, and the process lives", async () => {
    const work = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await network.cut();
      await sql`select 2`.execute(trx);
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseAway);
    await network.restore();
    expect((await sql`select 3 as is`.execute(db)).rows).toEqual([{ is: 3 }]);
  });

  test("because it stops: whoever asked is told, and the next one is answered", async () => {
    const work = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
    await expect(work).rejects.toBeInstanceOf(DatabaseAway);
    expect((await sql`select 4 as is`.execute(db)).rows).toEqual([{ is: 4 }]);
  });
});

describe.skipIf(POSTGRES === "")("a PostgreSQL that is to be migrated", () => {
  const lock = sql.lit("funnels migrations");

  /** An empty one, and the connections of somebody who is at work in it. */
  async function prepare() {
    const own = await createDatabase(POSTGRES);
    const pool = new Pool({ connectionString: own.url, max: 2 });
    // Its end does not wait for its connections, which the database may take along.
    pool.on("error", () => {});
    const others = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool }),
    });
    onTestFinished(async () => {
      await others.destroy();
      await own.drop();
    });
    return { url: own.url, others };
  }

  test("by another process is waited for, longer than for any answer", async () => {
    const { url, others } = await prepare();
    // A busy machine may not connect, or answer what comes before, in so short a time.
    const open = async (
      answerMs = 200,
    ): Promise<ReturnType<typeof openDatabase>> => {
      const outcome = await others.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(trx);
        const opening = openDatabase({
          databaseUrl: url,
          dataDir: "",
          answerMs,
        });
        if (!(await isWaiting(others, opening))) return null;
        await sql`select pg_sleep(${(answerMs * 2.5) / 1_000})`.execute(others);
        return { opening };
      });
      if (outcome !== null) return outcome.opening;
      expect(answerMs).toBeLessThan(10_000);
      return open(answerMs * 2);
    };
    const { close } = await open();
    await close();
    const { rows } = await sql`select * from visitors`.execute(others);
    expect(rows).toEqual([]);
  });
});

/** Whether somebody waits for a lock, and not before `work` has failed. */
async function isWaiting(
  db: Kysely<unknown>,
  work: Promise<unknown>,
): Promise<boolean> {
  const over = work.then(
    () => true,
    () => true,
  );
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks
      where not granted and database = (
        select oid from pg_database where datname = current_database())`.execute(
      db,
    );
    if (rows.length > 0) return true;
    if (await Promise.race([over, Promise.resolve(false)])) return false;
  }
}

describe.skipIf(POSTGRES === "")("a step of the schema", () => {
  test("that meets whoever has its next table and wants its first one gives way", async () => {
    const { db, close } = await openTestDatabase({ isReused: false });
    onTestFinished(close);
    const step = {
      up: async (trx: Kysely<unknown>) => {
        await sql`alter table payments add column first text`.execute(trx);
        await sql`alter table checkouts add column second text`.execute(trx);
      },
    };
    const isWaitedFor = async () => {
      const { rows } = await sql`select from pg_locks
        where not granted and relation = 'checkouts'::regclass
          and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      );
      return rows.length > 0;
    };
    const migrated = await db.transaction().execute(async (trx) => {
      await sql`update checkouts set email = null`.execute(trx);
      const under = migrate(db, { ...migrations, "9001-two": step });
      await expect.poll(isWaitedFor).toBe(true);
      await sql`update payments set refunded = 0`.execute(trx);
      return { under };
    });
    await migrated.under;
    await sql`select second from checkouts`.execute(db);
  });
});
