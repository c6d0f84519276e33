import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { createServices } from "./app.ts";
import { countAttention } from "./db/attention.ts";
import { figures } from "./figures.ts";
import { createMetrics } from "./metrics.ts";
import { providersOf } from "./payments/registry.ts";
import { sandbox } from "./payments/sandbox/provider.ts";
import { useServer } from "./testing/server.ts";
import { testSite } from "./testing/site.ts";

const server = useServer();

/** The server's database, which says when it is asked, and waits before it hands an answer on. */
function watched(on: { asked(): void; answered(): Promise<void> | void }) {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      on.asked();
      return node;
    },
    transformResult: async ({ result }) => {
      await on.answered();
      return result;
    },
  };
  return server.db.withPlugin(plugin);
}

test("what somebody has to look at is counted over one connection", async () => {
  let [open, most] = [0, 0];
  const db = watched({
    asked: () => {
      open += 1;
      most = Math.max(most, open);
    },
    answered: () => {
      open -= 1;
    },
  });
  expect((await countAttention(db, new Date())).length).toBeGreaterThan(10);
  expect(most).toBe(1);
});

test("whoever asks for the figures does not wait until all jobs and money are counted", async () => {
  const told: string[] = [];
  let [isHeld, release] = [false, () => {}];
  const held = new Promise<void>((done) => {
    release = done;
  });
  const db = watched({
    asked: () => {},
    answered: () => (isHeld ? held : undefined),
  });
  const options = { db, site: testSite, providers: providersOf([sandbox]) };
  const counted = new Promise<void>((done) => {
    const metrics = {
      ...createMetrics(false),
      database: () => {
        isHeld = true;
      },
      money: () => void told.push("money"),
      counted: () => done(),
    };
    const ask = figures(createServices({ ...options, metrics }), 0);
    void ask().then(() => {
      told.push("answer");
      release();
    });
  });
  await counted;
  expect(told).toEqual(["answer", "money"]);
});

test("the figures say when the money was counted", async () => {
  const metrics = createMetrics(false);
  const now = () => new Date("2030-01-01T00:00:00Z");
  const services = createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
    metrics,
    now,
  });
  expect(await metrics.text()).toMatch(
    /^payments_counted_timestamp_seconds 0$/m,
  );
  await figures(services)();
  expect(await metrics.text()).toMatch(
    /^payments_counted_timestamp_seconds 1893456000$/m,
  );
});

test.each([
  { took: 1, pause: 60 },
  { took: 3, pause: 60 },
  { took: 5, pause: 100 },
  { took: 100, pause: 300 },
])(
  "after a count that took $took s the next one begins $pause s after its start",
  async ({ took, pause }) => {
    let [seconds, counts] = [0, 0];
    const metrics = {
      ...createMetrics(false),
      money: () => {
        counts += 1;
        if (counts === 1) seconds += took;
      },
    };
    const services = createServices({
      db: server.db,
      site: testSite,
      providers: providersOf([sandbox]),
      metrics,
      now: () => new Date(seconds * 1_000),
    });
    const ask = figures(services, 60_000);
    await ask();
    seconds = pause - 1;
    await ask();
    expect(counts).toBe(1);
    seconds = pause;
    await ask();
    expect(counts).toBe(2);
  },
);

test("all that metrics can be told is told by something that runs", () => {
  const sources = readdirSync(import.meta.dirname, {
    recursive: true,
    encoding: "utf8",
  }).filter((name) => /(?<!\.(?:test|fixture))\.ts$/.test(name));
  const code = sources
    .filter((name) => !name.startsWith("testing"))
    .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
    .join("\n");
  const names = Object.keys(createMetrics(false));
  expect(names).toContain("providerFailed");
  const untold = names.filter(
    (name) => !new RegExp(`\\bmetrics\\.${name}\\b`).test(code),
  );
  expect(untold).toEqual([]);
});
