import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type CountedPage, sumPageCounts } from "../db/page-counts.ts";
import { type Log, silentLog } from "../log.ts";
import { useServer } from "../testing/server.ts";
import { createPageCounter } from "./page-counter.ts";

const server = useServer();
const SEEN = { event: "seen", within_s: 0 } as const;
/** A page that no other test counts. */
const pageOf = (funnel: string): CountedPage => ({
  day: "2030-01-01",
  brand: "calm",
  funnel,
  page: "age",
  ...SEEN,
});
const counted = async (id: string) => {
  const funnel = { brand: "calm", id };
  const asked = { funnel, since: "2029-01-01", before: null };
  const rows = await sumPageCounts(server.db, asked);
  return rows
    .map(({ page, event, count }) => `${page} ${event} ${count}`)
    .toSorted((a, b) => (a < b ? -1 : 1));
};

test("what two processes have counted is added up", async () => {
  const one = createPageCounter(server.db, silentLog);
  const two = createPageCounter(server.db, silentLog);
  for (let i = 0; i < 3; i += 1) one.add(pageOf("added"));
  two.add(pageOf("added"));
  two.add({ ...pageOf("added"), event: "on", within_s: 5 });
  await Promise.all([one.stop(), two.stop()]);
  await one.flush();
  expect(await counted("added")).toEqual(["age on 1", "age seen 4"]);
});

test("many processes that write the same pages do not wait for each other for ever", async () => {
  const all = Array.from({ length: 8 }, () =>
    createPageCounter(server.db, silentLog),
  );
  for (const [i, counter] of all.entries())
    for (let page = 0; page < 40; page += 1) {
      const at = i % 2 === 0 ? page : 39 - page;
      counter.add({ ...pageOf("many"), page: `page-${at}` });
    }
  await Promise.all(all.map((counter) => counter.stop()));
  const rows = await counted("many");
  expect(rows).toHaveLength(40);
  expect(rows.every((row) => row.endsWith(" seen 8"))).toBe(true);
});

test("whatever has gathered while the database was away is written at once", async () => {
  const counter = createPageCounter(server.db, silentLog);
  for (let page = 0; page < 12_000; page += 1)
    counter.add({ ...pageOf("gathered"), page: `page-${page}` });
  await counter.stop();
  expect(await counted("gathered")).toHaveLength(12_000);
});

test("what is still being written is waited for", async () => {
  const counter = createPageCounter(server.db, silentLog);
  counter.add(pageOf("hand"));
  let isWritten = false;
  void counter.flush().then(() => void (isWritten = true));
  await counter.stop();
  expect(isWritten).toBe(true);
});

describe("by time", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  test("what is counted is written within ten seconds, without being asked", async () => {
    let writes = 0;
    const db = new Proxy(server.db, {
      get: (target, name) => {
        if (name !== "insertInto") return undefined;
        writes += 1;
        return target.insertInto.bind(target);
      },
    });
    const counter = createPageCounter(db, silentLog);
    counter.add(pageOf("soon"));
    vi.advanceTimersByTime(5_000);
    counter.add(pageOf("soon"));
    vi.advanceTimersByTime(4_999);
    expect(writes).toBe(0);
    vi.advanceTimersByTime(1);
    await expect.poll(() => writes).toBe(1);
    await expect.poll(() => counted("soon")).toEqual(["age seen 2"]);
  });
});

test("what the database does not take is written later, and said", async () => {
  const log: Parameters<Log>[0][] = [];
  let isAway = true;
  const failing = new Proxy(server.db, {
    get: (target, name) => {
      const db = isAway ? target.withSchema("nowhere") : target;
      return name === "insertInto" ? db.insertInto.bind(db) : undefined;
    },
  });
  const counter = createPageCounter(failing, (entry) => void log.push(entry));
  counter.add(pageOf("late"));
  await counter.flush();
  expect(log).toMatchObject([
    { level: "error", message: "page counts not written" },
  ]);
  expect(await counted("late")).toEqual([]);
  isAway = false;
  counter.add(pageOf("late"));
  await counter.stop();
  expect(await counted("late")).toEqual(["age seen 2"]);
});
