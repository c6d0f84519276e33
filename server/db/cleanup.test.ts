import { readFileSync } from "node:fs";
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { openEngine } from "../jobs/engine.ts";
import { GiveUp } from "../jobs/run-queue.ts";
import { silentLog } from "../log.ts";
import { useServer } from "../testing/server.ts";
import { deleteOutlived } from "./cleanup.ts";
import { dropDead, findDead } from "./jobs.ts";
import { writeMessage } from "./outbox.ts";
import type { Tables } from "./tables.ts";

const server = useServer();

/** By what words the guide says of the rows of each table how long they are kept. */
const KEPT_AS: Readonly<Record<keyof Tables, string>> = {
  visitors: "devices",
  sessions: "sessions",
  contacts: "contacts",
  consents: "what visitors chose about third parties",
  page_counts: "how far visitors come",
  quotes: "the prices that were confirmed",
  checkouts: "orders, payments and what came after them",
  payments: "orders, payments and what came after them",
  saved_methods: "saved ways to pay",
  idempotency_keys: "idempotency keys",
  outbox: "messages (contacts, payments",
  receivers: "a receiver",
  mails: "what was sent by mail",
  unsubscribe_links: "who wants no more mails, and the links",
  call_limits: "how many calls",
  auth_tokens: "tokens that lead to the product",
  rights_requests: "Requests for a copy, an erasure or orders",
  preview_jobs: "photographs",
  subscriptions: "orders, payments and what came after them",
  renewals: "orders, payments and what came after them",
  failed_renewals: "orders, payments and what came after them",
  refunds: "orders, payments and what came after them",
  disputes: "orders, payments and what came after them",
  operator_actions: "`operator_actions`",
  webhook_events: "names of messages of providers",
  ab_configurations: "experiments",
  ab_assignments: "Sides of experiments",
  conversions: "Sides of experiments",
  countdowns: "countdowns",
  promo_codes: "promo codes",
  promo_uses: "That a code lowered an order",
  promo_turns: "promo codes",
  gifts: "orders, payments and what came after them",
  gift_openings: "who has opened a gift",
};

test("of each table the guide says how long its rows are kept", () => {
  const guide = readFileSync(
    new URL("../../docs/operations.md", import.meta.url),
    "utf8",
  );
  const [, told = ""] = guide.split("## What is kept, and how long");
  const [section = ""] = told.replaceAll(/\s+/g, " ").split(" ## ");
  const missing = Object.entries(KEPT_AS).filter(
    ([, words]) => !section.includes(words),
  );
  expect(missing).toEqual([]);
});

test("a message of long ago is kept while its delivery can be tried again", async () => {
  const { db, clock } = server;
  const name = "deliveries-crm";
  const renewed = new Date(clock.ms - 40 * 86_400_000);
  await writeMessage(db, { kind: "renewal.taken", payload: {}, now: renewed });
  await db.updateTable("outbox").set({ place: 1 }).execute();
  const left = () => db.selectFrom("outbox").select("message_id").execute();
  const clean = () => deleteOutlived(db, new Date(clock.ms));
  const engine = await openEngine({ db, log: silentLog });
  await engine.work([
    {
      name,
      atOnce: 1,
      limitS: 10,
      retries: 0,
      retryAfterS: 0,
      everyS: null,
      handle: () => Promise.reject(new GiveUp("the receiver is away")),
    },
  ]);
  const jobs = (await left()).map(({ message_id: id }) => ({ id, data: {} }));
  await engine.send(name, jobs, db);
  engine.wake(name);
  await expect.poll(() => findDead(db, {}, 10)).toHaveLength(1);
  await clean();
  expect(await left()).toHaveLength(1);
  await dropDead(db, {});
  await clean();
  expect(await left()).toEqual([]);
  await engine.stop(0);
});

/** The server's database, in which nothing can be done to some rows. */
function without(table: string) {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql } = server.db.getExecutor().compileQuery(node, queryId);
      if (sql.startsWith(`delete from ${table}`))
        throw new Error("it takes too long");
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return server.db.withPlugin(plugin);
}

test("rows that cannot be deleted are named, and hold up no others", async () => {
  const now = new Date(server.clock.ms);
  const ago = new Date(server.clock.ms - 90 * 86_400_000);
  await server.db
    .insertInto("call_limits")
    .values({ key: "of long ago", begun_at: ago, calls: 1 })
    .execute();
  await server.db
    .insertInto("mails")
    .values({ mail_id: "of long ago", sent_at: ago })
    .execute();
  const outlived = await deleteOutlived(without("outbox"), now);
  expect(outlived).toEqual({
    deleted: 2,
    failures: [{ rows: "messages", error: new Error("it takes too long") }],
  });
});
