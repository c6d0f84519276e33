import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arrive, expectAnswer, expectProblem } from "../testing/calls.ts";
import { openTestDatabase } from "../testing/database.ts";
import { appOver, send, useServer } from "../testing/server.ts";
import { createHttpServer } from "../http/http-server.ts";
import { type Network, networkTo } from "../testing/network.ts";
import { silentLog } from "../log.ts";
import { openDatabase } from "./open.ts";
import { DatabaseAway } from "./postgres.ts";
import type { Database } from "./tables.ts";

const files = {
  has: async (path: string) => path === "/calm/quiz/start/index.html",
  respond: async () => new Response("the page"),
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
    const app = appOver({ db }, { files, log });
    const call = await app.request("/api/visitor/visitor-info");
    expect(call.status).toBe(503);
    expect(call.headers.get("retry-after")).toBe("5");
    expect(call.headers.get("content-type")).toBe("application/problem+json");
    expect(await call.json()).toMatchObject({
      type: "urn:problem:unavailable",
    });
    expect(entries).toContainEqual(
      expect.objectContaining({ error: "DatabaseAway 57P01" }),
    );
    const page = await app.request("http://calm.localhost/quiz/start");
    expect(await page.text()).toBe("the page");
    const ready = await app.request("/readyz");
    expect(await ready.json()).toEqual({ status: "ok", api: "unavailable" });
  });
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
      answerMs: 1_000,
    });
    db = opened.db;
    const app = appOver({ db }, { files });
    const http = createHttpServer((...call) => app.fetch(...call), {
      log: silentLog,
    });
    port = await http.listen({ port: 0, host: "127.0.0.1" });
    close = async () => {
      await http.close();
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
