import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { KyselyPlugin } from "kysely";
import { describe, expect, test } from "vitest";
import { createServices } from "./app.ts";
import { countAttention } from "./db/attention.ts";
import type { Checkout } from "./db/checkouts.ts";
import { figures } from "./figures.ts";
import { createMetrics } from "./metrics.ts";
import { providersOf } from "./payments/registry.ts";
import { sandbox, sandboxAs } from "./payments/sandbox/provider.ts";
import { storeCheckout } from "./testing/checkout.ts";
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

describe("the oldest question to a provider", () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;
  const ago = (ms: number) => new Date(Date.parse("2030-01-01") - ms);
  const overdue = async () => {
    const metrics = createMetrics(false);
    const reviewed = { ...sandboxAs("pay-pro"), review: async () => NO_NEWS };
    const services = createServices({
      db: server.db,
      site: testSite,
      providers: providersOf([sandbox, reviewed]),
      metrics,
      now: () => ago(0),
    });
    await figures(services)();
    const lines = (await metrics.text()).matchAll(
      /^questions_overdue_seconds\{kind="(\w+)"\} (\d+)$/gm,
    );
    return Object.fromEntries(
      [...lines].map(([, kind, seconds]) => [kind, Number(seconds)]),
    );
  };
  const NO_NEWS = { news: [], faults: [] };
  const SOLD = { provider: "pay-pro", status: "paid" } as const;

  test.each<[string, Partial<Checkout>, object]>([
    ["an order of today", { created_at: ago(HOUR_MS) }, { order: 0 }],
    [
      "an order whose time is over",
      { created_at: ago(DAY_MS + 60_000) },
      { order: 60 },
    ],
    [
      "one that was asked after since",
      { created_at: ago(9 * DAY_MS), asked_at: ago(HOUR_MS + 5_000) },
      { order: 5 },
    ],
    [
      "one that nothing was told of",
      {
        created_at: ago(9 * DAY_MS),
        asked_at: ago(2 * HOUR_MS),
        untold_since: ago(DAY_MS),
      },
      { order: 0 },
    ],
    [
      "a charge without an answer",
      { way: "saved", created_at: ago(16 * 60_000) },
      { order: 60 },
    ],
    ["a sale of today", { ...SOLD, settled_at: ago(HOUR_MS) }, { sale: 0 }],
    [
      "a sale that was never asked after",
      { ...SOLD, settled_at: ago(3 * DAY_MS) },
      { sale: (2 * DAY_MS) / 1_000 },
    ],
    [
      "a sale that was",
      {
        ...SOLD,
        settled_at: ago(30 * DAY_MS),
        reviewed_at: ago(DAY_MS + 7_000),
      },
      { sale: 7 },
    ],
    [
      "a sale of a provider that sends messages",
      { status: "paid", settled_at: ago(3 * DAY_MS) },
      { sale: 0 },
    ],
    [
      "a sale of long ago",
      { ...SOLD, settled_at: ago(200 * DAY_MS) },
      { sale: 0 },
    ],
  ])("is overdue: %s", async (_, own, seconds) => {
    await server.db.deleteFrom("checkouts").execute();
    await storeCheckout(server.db, own);
    expect(await overdue()).toEqual({ order: 0, sale: 0, ...seconds });
  });
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
