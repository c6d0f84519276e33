import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import type { Services } from "../services.ts";
import { findCheckout } from "../db/checkouts.ts";
import { emailHolder, sessionHolder } from "../db/persons.ts";
import { giveCode } from "../db/promo-codes.ts";
import { ProblemError } from "../http/problem.ts";
import { clean, housekeeping } from "./housekeeping.ts";
import { providersOf } from "../payments/registry.ts";
import type { Finding, Provider } from "../checkout/provider.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { erasePerson } from "../db/erase.ts";
import { SESSION_TTL_S } from "../sessions/session.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { arrive, initiate, openHosted, statusOf } from "../testing/calls.ts";
import { digest, newToken, systemRandom } from "../token.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What the provider says of every checkout that it is asked about. */
let found: Finding | "unknown" | null = null;
const expired: string[] = [];
const providers = providersOf([
  {
    ...sandbox,
    look: async () => found,
    expire: async ({ checkout_id }) => void expired.push(checkout_id),
  },
]);
const server = useServer(() => ({ providers }));
let services: Services;
beforeAll(() => {
  services = createServices({
    db: server.db,
    site: testSite,
    providers,
    now: () => new Date(server.clock.ms),
  });
});
beforeEach(() => {
  found = null;
});

const CONTACT = "/api/visitor/store-contact-info";

test("sessions that ended and left nothing go; those with a contact or a purchase stay", async () => {
  const [idle, contact, buyer] = [
    await arrive(server),
    await arrive(server),
    await arrive(server),
  ];
  await initiate(idle, "journal");
  await contact.call(CONTACT, {
    method: "POST",
    body: { event_id: randomUUID(), email: "ann@mail.example" },
  });
  await openHosted(buyer);
  server.clock.ms += SESSION_TTL_S * 1_000 + DAY_MS;
  // Several processes at once.
  await Promise.all([clean(services), clean(services), clean(services)]);
  const rows = await server.db
    .selectFrom("sessions")
    .select("visitor_id")
    .execute();
  const left = rows.map(({ visitor_id }) => visitor_id);
  expect(left).toContain(contact.visitorId);
  expect(left).toContain(buyer.visitorId);
  expect(left).not.toContain(idle.visitorId);
  const keys = await server.db
    .selectFrom("idempotency_keys")
    .selectAll()
    .execute();
  expect(keys).toEqual([]);
});

test("a promo code goes with the session that it was given to, and no other does", async () => {
  await server.db.deleteFrom("promo_codes").execute();
  const [idle, contact] = [await arrive(server), await arrive(server)];
  await contact.call(CONTACT, {
    method: "POST",
    body: { event_id: randomUUID(), email: "ann@mail.example" },
  });
  const given_at = new Date(server.clock.ms);
  const give = (holder: string) =>
    giveCode(
      server.db,
      { brand: "calm", names: [holder] },
      { promo: "quiz/welcome", code: "CALM-1", given_at },
    );
  const kept = [
    emailHolder("ann@mail.example"),
    sessionHolder(digest(contact.session)),
  ];
  for (const holder of kept) await give(holder);
  await give(sessionHolder(digest(idle.session)));
  // Of a session that went without it before.
  await give(sessionHolder(digest("gone")));
  server.clock.ms += SESSION_TTL_S * 1_000 + DAY_MS;
  await Promise.all([clean(services), clean(services)]);
  const left = await server.db
    .selectFrom("promo_codes")
    .select("holder")
    .orderBy("holder")
    .execute();
  expect(left.map(({ holder }) => holder)).toEqual(kept);
});

test("a round that could not do all of its parts has failed, and did the others", async () => {
  const visitor = await arrive(server);
  server.clock.ms += SESSION_TTL_S * 1_000 + DAY_MS;
  const dataDir = fileURLToPath(import.meta.url);
  const { handle } = housekeeping(() => ({ ...services, dataDir }));
  const { signal } = new AbortController();
  await expect(
    handle({ id: randomUUID(), data: {}, isLast: true, signal }),
  ).rejects.toThrow("mails not deleted");
  const left = await server.db
    .selectFrom("sessions")
    .select("session_id")
    .where("visitor_id", "=", visitor.visitorId)
    .execute();
  expect(left).toEqual([]);
});

test("an ended session with a call that may be repeated is left, and holds up no other", async () => {
  const [called, idle] = [await arrive(server), await arrive(server)];
  server.clock.ms += SESSION_TTL_S * 1_000 + DAY_MS;
  await server.db
    .insertInto("idempotency_keys")
    .values({
      session_id: digest(called.session),
      key: randomUUID(),
      body_digest: "",
      answer: null,
      started_at: new Date(server.clock.ms),
    })
    .execute();
  expect(await clean(services)).toEqual([]);
  const left = await server.db
    .selectFrom("sessions")
    .select("visitor_id")
    .where("visitor_id", "in", [called.visitorId, idle.visitorId])
    .execute();
  expect(left).toEqual([{ visitor_id: called.visitorId }]);
});

test("a session that stays is looked at once, and again when what kept it was erased", async () => {
  const email = "once@mail.example";
  const visitor = await arrive(server);
  await visitor.call(CONTACT, {
    method: "POST",
    body: { event_id: randomUUID(), email },
  });
  server.clock.ms += SESSION_TTL_S * 1_000 + DAY_MS;
  await clean(services);
  const left = () =>
    server.db
      .selectFrom("sessions")
      .select("stays")
      .where("visitor_id", "=", visitor.visitorId)
      .execute();
  expect(await left()).toEqual([{ stays: true }]);
  await erasePerson(server.db, email, new Date(server.clock.ms));
  expect(await left()).toEqual([{ stays: false }]);
  await clean(services);
  expect(await left()).toEqual([]);
});

test("every table that refers to sessions is thought of when sessions go", async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'sessions'::regclass order by 1`.execute(
    server.db,
  );
  // Those whose rows keep a session are named in `deleteSessions`, or come with a checkout; quotes go with it.
  expect(rows.map(({ name }) => name)).toEqual([
    "checkouts",
    "contacts",
    "idempotency_keys",
    "payments",
    "preview_jobs",
    "quotes",
    "saved_methods",
    "subscriptions",
  ]);
});

test("a checkout that nobody paid is closed after a day, with its page", async () => {
  const visitor = await arrive(server);
  const { id } = await openHosted(visitor);
  server.clock.ms += DAY_MS - 60_000;
  await clean(services);
  expect(await statusOf(visitor, id)).toMatchObject({ status: "open" });
  server.clock.ms += 120_000;
  await clean(services);
  expect(await statusOf(visitor, id)).toMatchObject({ status: "cancelled" });
  expect(expired).toContain(id);
});

test("one that was paid after all is paid", async () => {
  const visitor = await arrive(server);
  const { id } = await openHosted(visitor);
  server.clock.ms += DAY_MS + 60_000;
  found = { status: "paid" };
  await Promise.all([clean(services), clean(services)]);
  expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
  expect(expired).not.toContain(id);
});

test("time closes no checkout that nobody can say anything of; it is asked after every hour, and told", async () => {
  const visitor = await arrive(server);
  const { id } = await openHosted(visitor);
  const told: object[] = [];
  const round = () =>
    clean({ ...services, log: (line: object) => void told.push(line) });
  found = "unknown";
  server.clock.ms += DAY_MS + 60_000;
  await round();
  server.clock.ms += 30 * DAY_MS;
  await round();
  expect(await findCheckout(server.db, id)).toMatchObject({ status: "open" });
  expect(expired).not.toContain(id);
  const unknown = {
    level: "error",
    message: "payments nobody can say anything of",
    payments: 1,
  };
  expect(told.filter((line) => "payments" in line)).toEqual([unknown, unknown]);

  // Not before an hour has gone; then it is known, and nothing is left to tell.
  found = { status: "paid" };
  server.clock.ms += 1_800_000;
  await round();
  expect(await findCheckout(server.db, id)).toMatchObject({ status: "open" });
  server.clock.ms += 1_900_000;
  told.length = 0;
  await round();
  expect(await findCheckout(server.db, id)).toMatchObject({ status: "paid" });
  expect(told.filter((line) => "payments" in line)).toEqual([]);
});

test("a checkout whose provider is not set up any more is unknown as well", async () => {
  const visitor = await arrive(server);
  const { id } = await openHosted(visitor);
  server.clock.ms += DAY_MS + 60_000;
  await clean({
    ...services,
    providers: { ...services.providers, of: () => null },
  });
  expect(await statusOf(visitor, id)).toMatchObject({ status: "open" });
});

/** A shop with a second provider, of whom these many orders wait, all of them older than the first one's. */
async function besides(
  name: string,
  look: NonNullable<Provider["look"]>,
  count: number,
) {
  const visitor = await arrive(server);
  const { id } = await openHosted(visitor);
  const own = await findCheckout(server.db, id);
  if (own === null) throw new Error("nothing was opened");
  const ids = Array.from({ length: count }, () => newToken(systemRandom));
  const rows = ids.map((checkout_id, i) => ({
    ...own,
    checkout_id,
    provider: name,
    offer: `/quiz/${i}`,
    details: "{}",
    created_at: new Date(own.created_at.getTime() - 1_000),
  }));
  await server.db.insertInto("checkouts").values(rows).execute();
  const other: Provider = { ...sandbox, id: name, look };
  const both = {
    ...services,
    providers: providersOf([...providers.all, other]),
  };
  return { visitor, id, ids, round: () => clean(both) };
}

const ordersWith = (provider: string) =>
  server.db
    .selectFrom("checkouts")
    .selectAll()
    .where("provider", "=", provider)
    .execute();

describe("a provider", () => {
  test("that is away holds up no order of another one, and its own are unknown until it is back", async () => {
    let isAway = true;
    let calls = 0;
    const shop = await besides(
      "away",
      async () => {
        calls += 1;
        if (isAway) throw new ProblemError("payment-unavailable", "Ask again.");
        return null;
      },
      60,
    );
    server.clock.ms += DAY_MS + 60_000;
    await shop.round();
    expect(await findCheckout(server.db, shop.id)).toMatchObject({
      status: "cancelled",
    });
    // It is not waited for at each of them.
    expect(calls).toBe(2);
    await shop.round();
    for (const { status, asked_at, unknown_since } of await ordersWith(
      "away",
    )) {
      expect(status).toBe("open");
      expect(asked_at).not.toBeNull();
      expect(unknown_since).not.toBeNull();
    }
    isAway = false;
    server.clock.ms += HOUR_MS + 60_000;
    await shop.round();
    await shop.round();
    const left = (await ordersWith("away")).filter(
      ({ status }) => status === "open",
    );
    expect(left).toEqual([]);
  });

  test("that names another sum each time makes that order unknown, and holds up no other", async () => {
    const wrong = new Set<string>();
    const shop = await besides(
      "wrong",
      async ({ checkout_id }) => {
        if (wrong.has(checkout_id)) throw new Error("another sum was taken");
        return { status: "paid" };
      },
      60,
    );
    for (const id of shop.ids.slice(0, 55)) wrong.add(id);
    server.clock.ms += DAY_MS + 60_000;
    await shop.round();
    await shop.round();
    for (const row of await ordersWith("wrong"))
      expect(row).toMatchObject(
        wrong.has(row.checkout_id)
          ? { status: "open", unknown_since: expect.any(Date) }
          : { status: "paid", unknown_since: null },
      );
  });

  test("that is asked to close what it is at work on makes that order unknown", async () => {
    const visitor = await arrive(server);
    const { id } = await openHosted(visitor);
    server.clock.ms += DAY_MS + 60_000;
    const busy: Provider = {
      ...sandbox,
      expire: () => Promise.reject(new Error("at work")),
    };
    await clean({ ...services, providers: providersOf([busy]) });
    expect(await findCheckout(server.db, id)).toMatchObject({
      status: "open",
      unknown_since: expect.any(Date),
    });
  });
});
