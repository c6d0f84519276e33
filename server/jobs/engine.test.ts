import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sql } from "kysely";
import { DatabaseAway } from "../db/database-away.ts";
import { silentLog } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { useServer } from "../testing/server.ts";
import { type Engine, openEngine } from "./engine.ts";
import { GiveUp, type Job, type Queue } from "./run-queue.ts";

const server = useServer();
const open: Engine[] = [];
let name = "";
beforeEach(() => {
  name = `queue-${randomUUID()}`;
});
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.stop(0);
});

/** One process that does the jobs of a queue. */
async function processOf(
  handle: Queue["handle"],
  rest: Partial<Queue> = {},
  db = server.db,
): Promise<Engine> {
  const engine = await openEngine({ db, log: silentLog });
  open.push(engine);
  const queue = { name, atOnce: 4, limitS: 10, retries: 1, retryAfterS: 60 };
  await engine.work([{ ...queue, everyS: null, handle, ...rest }]);
  return engine;
}

const recording = (done: string[]): Queue => ({
  name,
  atOnce: 4,
  limitS: 10,
  retries: 1,
  retryAfterS: 60,
  everyS: null,
  handle: async ({ id }) => void done.push(id),
});

const jobs = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: randomUUID(), data: { i } }));

async function rows() {
  const found = await sql<{
    id: string;
    state: string;
    retry_count: number;
    is_later: boolean;
  }>`select id, state, retry_count, start_after > now() as is_later from pgboss.job
    where name = ${name} order by created_on`.execute(server.db);
  return found.rows;
}
const states = async () => (await rows()).map(({ state }) => state);
const makeDue = () =>
  sql`update pgboss.job set start_after = now() - interval '1 second' where name = ${name}`.execute(
    server.db,
  );

test("jobs are done once each, by as many processes as there are, so many at a time", async () => {
  const done: string[] = [];
  let [atOnce, most] = [0, 0];
  const handle = async ({ id }: Job) => {
    most = Math.max(most, (atOnce += 1));
    await new Promise((next) => setImmediate(next));
    done.push(id);
    atOnce -= 1;
  };
  const processes = [await processOf(handle), await processOf(handle)];
  const sent = jobs(50);
  await processes[0]?.send(name, sent, server.db);
  // What is there already is not stored again.
  await processes[0]?.send(name, sent.slice(0, 5), server.db);
  for (const engine of processes) engine.wake(name);
  await expect.poll(() => done.length).toBe(50);
  await expect.poll(states).toEqual([]);
  expect(new Set(done).size).toBe(50);
  expect(most).toBeLessThanOrEqual(8);
});

test("a job is there exactly when what it tells of is", async () => {
  const done: string[] = [];
  const engine = await processOf(async ({ id }) => void done.push(id));
  const [kept, lost] = [jobs(1), jobs(1)];
  const failed = server.db.transaction().execute(async (trx) => {
    await engine.send(name, lost, trx);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  await server.db.transaction().execute((trx) => engine.send(name, kept, trx));
  engine.wake(name);
  await expect.poll(() => done).toEqual(kept.map(({ id }) => id));
});

test("one that fails is tried again later, and is a dead letter after its last try", async () => {
  const lasts: boolean[] = [];
  const engine = await processOf(async ({ isLast }) => {
    lasts.push(isLast);
    throw new Error("not now");
  });
  await engine.send(name, jobs(1), server.db);
  engine.wake(name);
  await expect.poll(states).toEqual(["retry"]);
  expect((await rows())[0]?.is_later).toBe(true);
  engine.wake(name);
  await makeDue();
  engine.wake(name);
  await expect.poll(states).toEqual(["failed"]);
  expect(lasts).toEqual([false, true]);
});

test("tries are counted by what came of them", async () => {
  const metrics = createMetrics(false);
  const engine = await openEngine({
    db: server.db,
    log: silentLog,
    triedOf: metrics.jobTries,
  });
  open.push(engine);
  let tries = 0;
  const handle = async () => {
    tries += 1;
    if (tries === 1) throw new Error("away");
    return tries === 2 ? ("done" as const) : ("nothing" as const);
  };
  const queue = { name, atOnce: 1, limitS: 10, retries: 1, retryAfterS: 60 };
  await engine.work([{ ...queue, everyS: null, handle }]);
  const counted = async () =>
    (await metrics.text())
      .split("\n")
      .filter((line) => line.startsWith("job_tries_total"))
      .map((line) => line.replace(/^.*outcome="(\w+)"\} /, "$1 "));
  expect(await counted()).toEqual(["done 0", "failed 0", "nothing 0"]);
  await engine.send(name, jobs(1), server.db);
  engine.wake(name);
  await expect.poll(states).toEqual(["retry"]);
  await makeDue();
  engine.wake(name);
  await expect.poll(states).toEqual([]);
  expect(await counted()).toEqual(["done 1", "failed 1", "nothing 0"]);
  await engine.send(name, jobs(1), server.db);
  engine.wake(name);
  await expect.poll(counted).toEqual(["done 1", "failed 1", "nothing 1"]);
});

test("one that is given up is a dead letter at once", async () => {
  const engine = await processOf(() => Promise.reject(new GiveUp("never")));
  await engine.send(name, jobs(1), server.db);
  engine.wake(name);
  await expect.poll(states).toEqual(["failed"]);
});

test("one that hangs ends at its time limit, and holds up no other", async () => {
  const done: unknown[] = [];
  const engine = await processOf(
    async ({ data }) => {
      if (Object(data).i === 0) await new Promise(() => {});
      done.push(Object(data).i);
    },
    { atOnce: 2, limitS: 0.2 },
  );
  await engine.send(name, jobs(9), server.db);
  engine.wake(name);
  await expect.poll(() => done.length).toBe(8);
  await expect.poll(states).toEqual(["retry"]);
});

test("a stopping process ends what is in hand, and hands back at once what does not end", async () => {
  const begun: unknown[] = [];
  let end: () => void = () => {};
  const engine = await processOf(({ data, signal }) => {
    const { i } = Object(data);
    begun.push(i);
    return new Promise((done, fail) => {
      if (i === 0) end = done;
      signal.addEventListener("abort", () => fail(new Error("stopped")));
    });
  });
  await engine.send(name, jobs(2), server.db);
  engine.wake(name);
  await expect.poll(() => begun.length).toBe(2);
  const stopped = engine.stop(50);
  end();
  await stopped;
  expect(await rows()).toMatchObject([
    { state: "created", retry_count: 0, is_later: false },
  ]);
  const again: unknown[] = [];
  const next = await processOf(async ({ data }) => {
    again.push(Object(data).i);
  });
  next.wake(name);
  await expect.poll(() => again).toEqual([1]);
});

test("one whose process died is done by another when its lease has ended", async () => {
  const done: string[] = [];
  const dead = await processOf(() => new Promise(() => {}));
  const [job] = jobs(1);
  await dead.send(name, job ? [job] : [], server.db);
  dead.wake(name);
  await expect.poll(states).toEqual(["active"]);
  const alive = await processOf(async ({ id }) => void done.push(id));
  await alive.maintain();
  expect(await states()).toEqual(["active"]);
  await sql`update pgboss.job set started_on = now() - interval '41 seconds' where name = ${name}`.execute(
    server.db,
  );
  await alive.maintain();
  await makeDue();
  alive.wake(name);
  await expect.poll(() => done).toEqual([job?.id]);
});

test.skipIf((process.env["TEST_DATABASE_URL"] ?? "") === "")(
  "processes that start at the same time make a queue one after the other",
  async () => {
    const first = await processOf(async () => {});
    const other = await processOf(async () => {});
    const queue = { name: `new-${name}`, atOnce: 1, limitS: 10, retries: 3 };
    const rest = { retryAfterS: 60, everyS: null, handle: async () => {} };
    const made = await server.db.transaction().execute(async (trx) => {
      // Until this ends, nobody knows whether the queue is there.
      await sql`insert into pgboss.queue (name) values (${queue.name})`.execute(
        trx,
      );
      const making = Promise.all(
        [first, other].map((engine) => engine.work([{ ...queue, ...rest }])),
      ).catch((error: unknown) => error);
      const waiting = async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(
          server.db,
        );
        return rows.length;
      };
      await expect.poll(waiting).toBe(2);
      await sql`delete from pgboss.queue where name = ${queue.name}`.execute(
        trx,
      );
      return { making };
    });
    expect(await made.making).toEqual([undefined, undefined]);
    const { rows: limits } = await sql`
      select retry_limit from pgboss.queue where name = ${queue.name}`.execute(
      server.db,
    );
    expect(limits).toEqual([{ retry_limit: 3 }]);
  },
);

test("a recurring job is done once in its time, however many processes there are", async () => {
  let rounds = 0;
  const handle = async () => void (rounds += 1);
  const processes = [
    await processOf(handle, { everyS: 3_000 }),
    await processOf(handle, { everyS: 3_000 }),
  ];
  for (let i = 0; i < 3; i += 1)
    for (const engine of processes) engine.wake(name);
  await expect.poll(states).toEqual(["completed"]);
  expect(rounds).toBe(1);
});

test("a queue that would be done more often than it says, or that has another's name, is refused", async () => {
  const handle = async () => {};
  await expect(processOf(handle, { everyS: 86_400 })).rejects.toThrow(
    `the queue "${name}" recurs every 86400 seconds`,
  );
  const engine = await processOf(handle);
  const queue = { name, atOnce: 1, limitS: 10, retries: 1, retryAfterS: 60 };
  const twin = { ...queue, everyS: null, handle };
  await expect(engine.work([twin])).rejects.toThrow(
    `two queues are called "${name}"`,
  );
});

test("a clock that is set back keeps no recurring job from its next time", async () => {
  let rounds = 0;
  const engine = await processOf(async () => void (rounds += 1), { everyS: 1 });
  const again = () => {
    engine.wake(name);
    return rounds;
  };
  await expect.poll(again).toBeGreaterThan(0);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 86_400_000 });
  const before = rounds;
  await expect.poll(again).toBeGreaterThan(before + 1);
  vi.useRealTimers();
});

test("a recurring job that fails is no dead letter, and not done again before its time", async () => {
  let rounds = 0;
  const engine = await processOf(
    async () => {
      rounds += 1;
      throw new GiveUp("not this time");
    },
    { everyS: 3_000, retries: 0 },
  );
  engine.wake(name);
  await expect.poll(states).toEqual(["completed"]);
  expect(rounds).toBe(1);
});

test("a recurring job whose process died is no dead letter either: the next process does it", async () => {
  const dead = await processOf(() => new Promise(() => {}), {
    everyS: 3_000,
    retries: 0,
  });
  dead.wake(name);
  await expect.poll(states).toEqual(["active"]);
  await sql`update pgboss.job set started_on = now() - interval '41 seconds' where name = ${name}`.execute(
    server.db,
  );
  await dead.maintain();
  expect(await states()).toEqual(["failed"]);
  const alive = await processOf(async () => {}, { everyS: 3_000, retries: 0 });
  alive.wake(name);
  await expect.poll(states).toEqual(["completed"]);
});

test("a statement that fails leaves the connection as it was", async () => {
  const engine = await processOf(async () => {});
  await sql`alter table pgboss.archive rename to elsewhere`.execute(server.db);
  await expect(engine.maintain()).rejects.toThrow(/archive/);
  await sql`alter table pgboss.elsewhere rename to archive`.execute(server.db);
  await engine.maintain();
});

/** A database that is away for its first questions once it is said to be. */
function awayFor(questions: number) {
  const state = { left: 0 };
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (state.left > 0) {
        state.left -= 1;
        throw new DatabaseAway(new Error("Connection terminated"));
      }
      return result;
    },
  });
  return { db, state, goAway: () => void (state.left = questions) };
}

test("a database that goes away before the jobs begin is waited for", async () => {
  const done: string[] = [];
  const { db, goAway } = awayFor(1);
  const engine = await openEngine({ db, log: silentLog });
  open.push(engine);
  goAway();
  await engine.work([recording(done)]);
  await engine.send(name, jobs(1), server.db);
  engine.wake(name);
  await expect.poll(() => done.length).toBe(1);
});

test("a process can be stopped while it waits for a database to begin", async () => {
  const { db, state, goAway } = awayFor(Infinity);
  const entries: unknown[] = [];
  const log = (entry: unknown) => void entries.push(entry);
  const engine = await openEngine({ db, log });
  goAway();
  const begun = engine.work([recording([])]);
  await expect.poll(() => entries.length).toBeGreaterThan(0);
  state.left = 0;
  await engine.stop(0);
  await begun;
  expect(
    await sql`select from pgboss.queue where name = ${name}`.execute(db),
  ).toMatchObject({ rows: [] });
});

test("a stopping process does what it is just about to take", async () => {
  const done: string[] = [];
  const sent = jobs(2);
  const ids = new Set<string>(sent.map(({ id }) => id));
  let isTaken = false;
  let arrive: () => void = () => undefined;
  const onItsWay = new Promise<void>((done) => (arrive = done));
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => ids.has(String(row["id"])))) {
        isTaken = true;
        await onItsWay;
      }
      return result;
    },
  });
  const engine = await processOf(async ({ id }) => void done.push(id), {}, db);
  await engine.send(name, sent, server.db);
  engine.wake(name);
  await expect.poll(() => isTaken).toBe(true);
  const stopped = engine.stop(1_000);
  arrive();
  await stopped;
  expect(new Set(done)).toEqual(ids);
  expect(await rows()).toEqual([]);
});
