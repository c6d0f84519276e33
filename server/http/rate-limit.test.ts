import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { DatabaseAway } from "../db/database-away.ts";
import { databaseClock } from "../db/limits.ts";
import { appOver, useServer } from "../testing/server.ts";
import { createBudget } from "./budget.ts";

const server = useServer();
type Process = ReturnType<typeof appOver>;

interface Calls {
  readonly calls: number;
  /** How many are under way at a time. */
  readonly lanes: number;
  /** Of the n-th call. */
  readonly address: (n: number) => string;
}

/** Calls, dealt out to processes in turn; answers how many were let through. */
async function callAll(
  processes: readonly Process[],
  { calls, lanes, address }: Calls,
): Promise<number> {
  let [begun, passed] = [0, 0];
  const caller = async () => {
    while (begun < calls) {
      const n = begun++;
      const headers = { "x-forwarded-for": address(n) };
      const one = processes[n % processes.length];
      const answer = await one?.request("/api/nothing", { headers });
      if (answer?.status !== 429) passed += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, caller));
  return passed;
}

/** A process of its own, and how many statements it sent. */
function startProcess() {
  const sent = { statements: 0 };
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => {
      sent.statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const now = () => new Date(server.clock.ms);
  const app = appOver({ db }, { addressHeader: "x-forwarded-for", now });
  return { app, sent };
}

let networks = 0;
/** Addresses of a /64 that no other test has. */
function freshNetwork(): (n: number) => string {
  const network = (networks += 1);
  return (n) => `2001:db8:0:${network}::${n.toString(16)}`;
}

/** So many calls at a time, by so many processes. */
async function spendBudget(lanes: number, processes: number): Promise<void> {
  const apps = Array.from({ length: processes }, () => startProcess().app);
  const address = freshNetwork();
  const passed = () => callAll(apps, { calls: 700, lanes, address });
  expect(await passed()).toBe(600);
  server.clock.ms += 60_000;
  expect(await passed()).toBe(600);
}

describe("the budget of a network is the budget", () => {
  test.each([
    [1, 1],
    [40, 4],
  ])("%i at a time, %i processes", spendBudget);

  test.each([
    [40, 1],
    [3, 13],
  ])("%i at a time, %i processes", { tags: "long" }, spendBudget);
});

test("calls at the same time share a statement, and what is spent is asked once", async () => {
  const { app, sent } = startProcess();
  const all = { calls: 1_000, lanes: 100 };
  expect(await callAll([app], { ...all, address: freshNetwork() })).toBe(600);
  expect(sent.statements).toBeLessThan(30);
  const [one, other] = [freshNetwork(), freshNetwork()];
  const two = (n: number) => (n % 2 === 0 ? one(n) : other(n));
  sent.statements = 0;
  expect(await callAll([app], { ...all, address: two })).toBe(1_000);
  expect(sent.statements).toBeLessThan(60);
});

test("a database that says nothing holds up nobody for longer than one statement", async () => {
  let statements = 0;
  let giveUp = () => {};
  const silence = new Promise<void>((done) => (giveUp = done));
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async () => {
      statements += 1;
      await silence;
      throw new DatabaseAway(new Error("Query read timeout"));
    },
  });
  const clock = databaseClock;
  const rest = { calls: 10, windowMs: 60_000, db, clock };
  const budget = createBudget({ name: randomUUID(), ...rest });
  const all = Promise.allSettled(
    // More than one statement takes.
    Array.from({ length: 1_200 }, (_, n) => budget(`${n % 1_100}`)),
  );
  await expect.poll(() => statements).toBe(1);
  giveUp();
  const outcomes = new Set((await all).map(({ status }) => status));
  expect(outcomes).toEqual(new Set(["rejected"]));
  expect(statements).toBe(1);
  await expect(budget("later")).rejects.toThrow(DatabaseAway);
  expect(statements).toBe(2);
});

test("whoever is refused is told for how long, and not longer", async () => {
  const { app } = startProcess();
  const address = freshNetwork();
  await callAll([app], { calls: 600, lanes: 40, address });
  server.clock.ms += 45_000;
  const refused = await app.request("/api/nothing", {
    headers: { "x-forwarded-for": address(1) },
  });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("15");
  server.clock.ms += 15_000;
  expect(await callAll([app], { calls: 1, lanes: 1, address })).toBe(1);
});

test("a clock that is set back an hour locks nobody out, in a process that knows it and in others", async () => {
  let ticks = 0;
  const limitClock = {
    now: () => sql<Date>`${new Date(server.clock.ms)}::timestamptz`,
    ticks: () => ticks,
  };
  const options = { addressHeader: "x-forwarded-for", limitClock };
  const [first, second] = [appOver(server, options), appOver(server, options)];
  const address = freshNetwork();
  const passed = (app: Process) =>
    callAll([app], { calls: 601, lanes: 40, address });
  expect(await passed(first)).toBe(600);
  server.clock.ms -= 3_600_000;
  // Its own window is a minute of its own, whatever the clock says.
  expect(await passed(first)).toBe(0);
  ticks += 60_000;
  expect(await passed(second)).toBe(600);
  ticks += 60_000;
  server.clock.ms += 60_000;
  expect(await passed(first)).toBe(600);
});

test("without a clock of a test's, the database's counts", async () => {
  const app = appOver(server, { addressHeader: "x-forwarded-for" });
  const address = freshNetwork();
  expect(await callAll([app], { calls: 640, lanes: 40, address })).toBe(600);
});

test("a budget that cannot be asked refuses nobody for good", async () => {
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => {
      if (isAway) throw new Error(randomUUID());
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  let isAway = true;
  const app = appOver({ db }, { addressHeader: "x-forwarded-for" });
  const headers = { "x-forwarded-for": freshNetwork()(1) };
  const status = async () =>
    (await app.request("/api/nothing", { headers })).status;
  expect(await status()).toBeGreaterThanOrEqual(500);
  isAway = false;
  expect(await status()).toBe(404);
});

test("guesses of the token at /metrics are limited, and whoever knows it is not", async () => {
  const adminToken = "correct-horse";
  const app = appOver(server, { addressHeader: "x-forwarded-for", adminToken });
  const address = freshNetwork()(1);
  const ask = async (token: string) => {
    const headers = {
      "x-forwarded-for": address,
      authorization: `Bearer ${token}`,
    };
    return (await app.request("/metrics", { headers })).status;
  };
  const guesses = Array.from({ length: 640 }, (_, guess) => ask(String(guess)));
  const statuses = await Promise.all(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(600);
  expect(await ask("one more")).toBe(429);
  expect(await ask(adminToken)).toBe(200);
});
