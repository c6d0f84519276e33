import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countDead } from "../db/jobs.ts";
import { silentLog } from "../log.ts";
import { expectProblem } from "../testing/calls.ts";
import { type Call, useServer } from "../testing/server.ts";
import { clean } from "./housekeeping.ts";
import { type Engine, openEngine } from "./engine.ts";
import { createServices } from "../app.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { testSite } from "../testing/site.ts";
import { GiveUp } from "./run-queue.ts";

const server = useServer(() => ({ adminToken: "secret" }));
const NAMES = ["deliveries-crm", "mail"];
let engine: Engine;
let fails = true;
const done: string[] = [];
beforeAll(async () => {
  engine = await openEngine({ db: server.db, log: silentLog });
  await engine.work(
    NAMES.map((name) => ({
      name,
      atOnce: 4,
      limitS: 10,
      retries: 3,
      retryAfterS: 60,
      everyS: null,
      handle: async ({ id }) => {
        if (fails) throw new GiveUp("the receiver answers 500");
        done.push(id);
      },
    })),
  );
});
afterAll(() => engine.stop(0));

/** Two dead letters in each queue. */
const ids: string[] = [];
beforeEach(async () => {
  fails = true;
  done.length = 0;
  ids.length = 0;
  await call("/api/admin/jobs/drop", { method: "POST", body: {} });
  for (const name of NAMES) {
    const jobs = [randomUUID(), randomUUID()].map((id) => ({ id, data: {} }));
    ids.push(...jobs.map(({ id }) => id));
    await engine.send(name, jobs, server.db);
    engine.wake(name);
  }
  await expect.poll(() => countDead(server.db)).toBe(4);
});

function call(path: string, { headers, ...rest }: Call = {}) {
  const authorization = { authorization: "Bearer secret" };
  return server.send(path, {
    ...rest,
    headers: { ...authorization, ...headers },
  });
}

test("dead letters are listed with their reason, all or those of a queue", async () => {
  const { json, headers } = await call("/api/admin/jobs.json");
  expect(headers["x-findings"]).toBe("4");
  expect(json).toMatchObject({
    version: 1,
    counts: NAMES.map((queue) => ({ queue, state: "dead", count: 2 })),
  });
  expect(Object(json).dead).toContainEqual(
    expect.objectContaining({
      id: ids[0],
      queue: "deliveries-crm",
      tries: 1,
      error: "GiveUp: the receiver answers 500",
    }),
  );
  const { text } = await call("/api/admin/jobs.txt?queue=mail");
  expect(text).toContain(ids[2]);
  expect(text).not.toContain(ids[0]);
});

test("one is tried again, or all; the others are dropped", async () => {
  fails = false;
  const path = "/api/admin/jobs/retry";
  const one = await call(path, { method: "POST", body: { id: ids[0] } });
  expect(one.json).toEqual({ jobs: 1 });
  engine.wake("deliveries-crm");
  await expect.poll(() => done).toEqual([ids[0]]);
  const mails = await call(path, { method: "POST", body: { queue: "mail" } });
  expect(mails.json).toEqual({ jobs: 2 });
  engine.wake("mail");
  await expect.poll(() => done.length).toBe(3);
  const drop = { method: "POST", body: {} };
  expect((await call("/api/admin/jobs/drop", drop)).json).toEqual({ jobs: 1 });
  const { text, headers } = await call("/api/admin/jobs.txt");
  expect([text, headers["x-findings"]]).toEqual([
    "There is nothing to do, and nothing was given up.\n",
    "0",
  ]);
  const written = await server.db
    .selectFrom("operator_actions")
    .select(["action", "subject", "asked", "outcome"])
    .execute();
  expect(written).toContainEqual({
    action: "jobs.retry",
    subject: ids[0],
    asked: { queue: null },
    outcome: { jobs: 1 },
  });
  expect(written).toContainEqual({
    action: "jobs.retry",
    subject: "",
    asked: { queue: "mail" },
    outcome: { jobs: 2 },
  });
});

test.each([
  ["a number as the id", { id: 7 }],
  ["an empty id", { id: "" }],
  ["an id that no database can keep", { id: "\0" }],
  ["a list of queues", { queue: ["mail"] }],
  ["a name that there is not", { job: "x" }],
  ["a list", ["x"]],
  ["nothing", "null"],
])("%s is refused, and not taken for all of them", async (_, body) => {
  for (const what of ["retry", "drop"]) {
    const path = `/api/admin/jobs/${what}`;
    expectProblem("invalid", await call(path, { method: "POST", body }));
  }
  expect(await countDead(server.db)).toBe(4);
});

test.each(["json", "txt"])(
  "a queue that no text can name is refused in jobs.%s",
  async (ending) => {
    const path = `/api/admin/jobs.${ending}?queue=`;
    expect((await call(`${path}%00`)).status).toBe(422);
    expect((await call(`${path}mail&queue=x`)).status).toBe(422);
  },
);

test("nobody else may look, and no foreign page may change anything", async () => {
  for (const path of ["/api/admin/jobs.json", "/api/admin/jobs.txt"])
    expectProblem("unauthorized", await server.send(path));
  for (const what of ["retry", "drop"]) {
    const path = `/api/admin/jobs/${what}`;
    const body = { method: "POST", body: {} };
    expectProblem("unauthorized", await server.send(path, body));
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      // Browsers say no more over plain http, and older ones never do.
      { origin: "https://evil.example" },
    ])
      expectProblem("foreign-origin", await call(path, { ...body, headers }));
    const form = { ...body, headers: { "content-type": "text/plain" } };
    expectProblem("not-json", await call(path, form));
    const text = { method: "POST", body: "{" };
    expectProblem("not-parsed", await call(path, text));
  }
  expect(await countDead(server.db)).toBe(4);
});

test("they are counted in the metrics, and told in the log", async () => {
  const { text } = await call("/metrics");
  expect(text).toContain('jobs{queue="mail",state="dead"} 2');
  const told: object[] = [];
  const services = createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
    log: (line) => void told.push(line),
  });
  await clean(services);
  expect(told).toContainEqual({
    level: "error",
    message: "dead letters",
    jobs: 4,
  });
});
