import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createServices } from "../app.ts";
import type { Services } from "../services.ts";
import { findCheckout } from "../db/checkouts.ts";
import { clean } from "./housekeeping.ts";
import { providersOf } from "../payments/registry.ts";
import type { Finding } from "../checkout/provider.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { SESSION_TTL_S } from "../sessions/session.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { arrive, initiate, openHosted, statusOf } from "../testing/calls.ts";

const DAY_MS = 86_400_000;
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

test("a provider that is away holds up that checkout, and nothing else", async () => {
  const visitor = await arrive(server);
  const { id } = await openHosted(visitor);
  server.clock.ms += 2 * DAY_MS;
  const away = {
    ...services,
    providers: providersOf([
      { ...sandbox, look: () => Promise.reject(new Error("away")) },
    ]),
  };
  await clean(away);
  expect(await statusOf(visitor, id)).toMatchObject({ status: "open" });
  await clean(services);
  expect(await statusOf(visitor, id)).toMatchObject({ status: "cancelled" });
});
