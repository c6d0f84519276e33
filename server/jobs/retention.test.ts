import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { eraseOutlived } from "../db/retention.ts";
import type { DisputeState } from "../ledger/payment.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import type { Services } from "../services.ts";
import { SESSION_TTL_S } from "../sessions/session.ts";
import {
  arrive,
  goodCard,
  openHosted,
  post,
  type Visitor,
} from "../testing/calls.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { digest } from "../token.ts";
import { clean } from "./housekeeping.ts";

const DAY_MS = 86_400_000;
const CALM_DAYS = 60;
const DEFAULT_DAYS = 90;
const CONTACT = "/api/visitor/store-contact-info";
const calm = testSite.brands["calm"];
if (calm === undefined) throw new Error("there is no brand");
const providers = providersOf([sandbox]);
const server = useServer(() => ({ providers }));
let services: Services;
beforeAll(() => {
  const brands = {
    ...testSite.brands,
    calm: { ...calm, retentionDays: CALM_DAYS },
  };
  services = createServices({
    db: server.db,
    site: { ...testSite, brands },
    providers,
    now: () => new Date(server.clock.ms),
    retentionDays: DEFAULT_DAYS,
  });
});

const pass = (days: number) => {
  server.clock.ms += days * DAY_MS;
};

/** As the housekeeping keeps it, with few people at a time and an end of the round by hand. */
const retention = (isOver = () => false) => ({
  ofBrand: new Map([["calm", CALM_DAYS]]),
  otherwise: DEFAULT_DAYS,
  atOnce: 3,
  isOver,
  sessionMs: SESSION_TTL_S * 1_000,
});

/** Somebody who leaves an email. */
async function leave(email = `${randomUUID()}@mail.example`) {
  const visitor = await arrive(server);
  const body = { event_id: randomUUID(), email, name: "Ann" };
  await visitor.call(CONTACT, { method: "POST", body });
  return { visitor, email, session: digest(visitor.session) };
}

const contactsOf = async (session: string) =>
  server.db
    .selectFrom("contacts")
    .select("event_id")
    .where("session_id", "=", session)
    .execute();
const deviceOf = async (visitorId: string) =>
  server.db
    .selectFrom("visitors")
    .select(["device_id", "stays"])
    .where("visitor_id", "=", visitorId)
    .executeTakeFirst();

/** A visitor refuses all third parties; what is kept of it. */
async function refuse(visitor: Visitor) {
  await visitor.call("/api/visitor/store-consent", {
    method: "POST",
    body: {
      event_id: randomUUID(),
      version: 1,
      chosen_at: "2026-01-01T00:00:00.000Z",
      purposes: [],
    },
  });
  return () =>
    server.db
      .selectFrom("consents")
      .select("version")
      .where("session_id", "=", digest(visitor.session))
      .execute();
}

test("a contact is kept as long as its brand says, and not a day longer", async () => {
  const { visitor, session } = await leave();
  pass(CALM_DAYS - 1);
  await clean(services);
  expect(await contactsOf(session)).toHaveLength(1);
  expect((await deviceOf(visitor.visitorId))?.device_id).toBeTypeOf("string");
  pass(2);
  // Several processes at once.
  await Promise.all([clean(services), clean(services), clean(services)]);
  expect(await contactsOf(session)).toEqual([]);
  await clean(services);
  expect(await deviceOf(visitor.visitorId)).toBeUndefined();
});

test("what somebody chose about third parties is kept as long as their device comes by, email or none", async () => {
  const device = { "x-device-id": randomUUID() };
  const visitor = await arrive(server, device);
  const choices = await refuse(visitor);
  pass(CALM_DAYS - 1);
  await clean(services);
  expect(await choices()).toHaveLength(1);
  await arrive(server, device);
  pass(CALM_DAYS - 1);
  await clean(services);
  expect(await choices()).toHaveLength(1);
  pass(2);
  await Promise.all([clean(services), clean(services)]);
  expect(await choices()).toEqual([]);
});

test("what was chosen in a session that is kept for a plan stays with it", async () => {
  const { visitor, session } = await leave();
  const choices = await refuse(visitor);
  const { id } = await openHosted(visitor);
  const end = (ends_at: Date) =>
    server.db
      .insertInto("subscriptions")
      .values({
        checkout_id: id,
        session_id: session,
        provider: "sandbox",
        reference: randomUUID(),
        status: "cancelled",
        amount: 999,
        currency: "USD",
        every_days: 28,
        renews_at: ends_at,
        ends_at,
        created_at: new Date(server.clock.ms),
      })
      .execute();
  await end(new Date(server.clock.ms + CALM_DAYS * DAY_MS));
  pass(CALM_DAYS + 10);
  await clean(services);
  expect(await choices()).toHaveLength(1);
  pass(CALM_DAYS);
  await clean(services);
  expect(await choices()).toEqual([]);
});

test("of devices that are gone, only those that an experiment has counted stay, as a number", async () => {
  const visit = async () => {
    const visitor = await arrive(server);
    await visitor.call("/api/ab/visitor-app-configuration");
    return visitor.visitorId;
  };
  const [counted, seen] = [await visit(), await visit()];
  const ofExperiments = async () => {
    const rows = await server.db
      .selectFrom("ab_assignments")
      .select("visitor_id")
      .where("visitor_id", "in", [counted, seen])
      .distinct()
      .execute();
    return rows.map(({ visitor_id }) => visitor_id);
  };
  expect(await ofExperiments()).toHaveLength(2);
  await server.db
    .updateTable("ab_assignments")
    .set({ exposed_at: new Date(server.clock.ms) })
    .where("visitor_id", "=", counted)
    .execute();
  pass(CALM_DAYS - 1);
  await clean(services);
  expect(await ofExperiments()).toHaveLength(2);
  pass(2);
  await Promise.all([clean(services), clean(services)]);
  await clean(services);
  expect(await ofExperiments()).toEqual([counted]);
  expect(await deviceOf(counted)).toEqual({ device_id: null, stays: true });
  expect(await deviceOf(seen)).toBeUndefined();
});

test("whoever comes back with the same device is kept from then on", async () => {
  const { visitor, session } = await leave();
  const device = await deviceOf(visitor.visitorId);
  pass(CALM_DAYS - 1);
  await server.send("/api/visitor/visitor-info", {
    headers: { "x-device-id": String(device?.device_id) },
  });
  pass(30);
  await clean(services);
  expect(await contactsOf(session)).toHaveLength(1);
  pass(CALM_DAYS);
  await clean(services);
  expect(await contactsOf(session)).toEqual([]);
});

test("a session that goes on is a visit that goes on", async () => {
  const { visitor, session } = await leave();
  for (let day = 0; day < CALM_DAYS + 10; day += 2) {
    await visitor.call("/api/visitor/visitor-info");
    pass(2);
  }
  await clean(services);
  expect(await contactsOf(session)).toHaveLength(1);
});

test("an order stays for the books, without the person", async () => {
  const { visitor, email, session } = await leave();
  const { id, url } = await openHosted(visitor);
  await post(visitor, url, goodCard);
  await server.db
    .updateTable("checkouts")
    .set({ email, details: JSON.stringify({ note: email }) })
    .where("checkout_id", "=", id)
    .execute();
  pass(CALM_DAYS + 1);
  await clean(services);
  expect(await contactsOf(session)).toEqual([]);
  expect(await deviceOf(visitor.visitorId)).toEqual({
    device_id: null,
    stays: true,
  });
  const order = await server.db
    .selectFrom("checkouts")
    .select(["email", "details", "amount", "status"])
    .where("checkout_id", "=", id)
    .executeTakeFirst();
  expect(order).toEqual({
    email: null,
    details: {},
    amount: 999,
    status: "paid",
  });
  const kept = await server.db
    .selectFrom("payments")
    .select("card_last4")
    .where("checkout_id", "=", id)
    .execute();
  expect(kept).toEqual([{ card_last4: null }]);
  const saved = await server.db
    .selectFrom("saved_methods")
    .select("method_id")
    .where("session_id", "=", session)
    .execute();
  expect(saved).toEqual([]);
});

interface Order {
  readonly id: string;
  readonly session: string;
}

/** The days from now on after which a plan ends; null: it renews. */
const planOf = (endsIn: number | null) => (order: Order) =>
  server.db
    .insertInto("subscriptions")
    .values({
      checkout_id: order.id,
      session_id: order.session,
      provider: "sandbox",
      reference: randomUUID(),
      status: "active",
      amount: 999,
      currency: "USD",
      every_days: 28,
      renews_at: new Date(server.clock.ms),
      created_at: new Date(server.clock.ms),
      ends_at:
        endsIn === null ? null : new Date(server.clock.ms + endsIn * DAY_MS),
    })
    .execute();

/** What was told of one dispute, a second after another. */
const disputeOf =
  (...states: readonly DisputeState[]) =>
  ({ id }: Order) =>
    server.db
      .insertInto("disputes")
      .values(
        states.map((state, i) => ({
          provider: "sandbox",
          reference: `dispute-${id}`,
          state,
          told_at: new Date(server.clock.ms + i * 1_000),
          checkout_id: id,
          transaction: null,
          amount: 999,
          withdrawn: 0,
          currency: "USD",
          reason: null,
          at: new Date(server.clock.ms),
        })),
      )
      .execute();

test.each<[string, (order: Order) => Promise<unknown>, boolean]>([
  ["a plan that renews", planOf(null), true],
  ["a plan that ends next year", planOf(365), true],
  ["a plan that has ended", planOf(10), false],
  ["a dispute that is open", disputeOf("open"), true],
  ["a dispute that was won", disputeOf("open", "won"), false],
  ["a dispute that was lost", disputeOf("open", "lost"), false],
])("%s keeps its person", async (_, happen, isKept) => {
  const { visitor, session } = await leave();
  const { id, url } = await openHosted(visitor);
  await post(visitor, url, goodCard);
  await happen({ id, session });
  pass(CALM_DAYS + 100);
  await clean(services);
  expect(await contactsOf(session)).toHaveLength(isKept ? 1 : 0);
});

test("an order that waits keeps its person, unless nothing was ever told of it", async () => {
  const [asked, untold] = [await leave(), await leave()];
  const since = new Date(server.clock.ms);
  for (const [{ visitor }, told] of [
    [asked, { unknown_since: since }],
    [untold, { untold_since: since }],
  ] as const) {
    const { id } = await openHosted(visitor);
    await server.db
      .updateTable("checkouts")
      .set({ provider: "gone", ...told })
      .where("checkout_id", "=", id)
      .execute();
  }
  pass(CALM_DAYS + 1);
  const now = new Date(server.clock.ms);
  await eraseOutlived(server.db, retention(), now);
  expect(await contactsOf(asked.session)).toHaveLength(1);
  expect(await contactsOf(untold.session)).toEqual([]);
});

test("what is kept by the email goes with the last session in which it was given", async () => {
  const email = `${randomUUID()}@mail.example`;
  await leave(email);
  pass(CALM_DAYS - 10);
  await leave(email);
  const token = {
    token_digest: randomUUID(),
    brand: "calm",
    email,
    created_at: new Date(server.clock.ms),
    expires_at: new Date(server.clock.ms + 10 * CALM_DAYS * DAY_MS),
  };
  await server.db.insertInto("auth_tokens").values(token).execute();
  const tokens = () =>
    server.db
      .selectFrom("auth_tokens")
      .select("brand")
      .where("email", "=", email)
      .execute();
  pass(11);
  await clean(services);
  expect(await tokens()).toHaveLength(1);
  pass(CALM_DAYS);
  await clean(services);
  expect(await tokens()).toEqual([]);
});

test("without a brand of its own, what was left goes with the shortest promise; of a brand that is gone, by the default", async () => {
  const [unknown, gone] = [await leave(), await leave()];
  const set = (session: string, brand: string | null) =>
    server.db
      .updateTable("sessions")
      .set({ brand })
      .where("session_id", "=", session)
      .execute();
  await set(unknown.session, null);
  await set(gone.session, "gone");
  pass(CALM_DAYS + 1);
  await clean(services);
  expect(await contactsOf(unknown.session)).toEqual([]);
  expect(await contactsOf(gone.session)).toHaveLength(1);
  pass(DEFAULT_DAYS - CALM_DAYS);
  await clean(services);
  expect(await contactsOf(gone.session)).toEqual([]);
});

test("more people than are looked for at a time go in a round, and when it has taken long enough in the next ones, each once", async () => {
  await clean(services);
  for (let i = 0; i < 7; i += 1) await leave();
  pass(CALM_DAYS + 1);
  const now = new Date(server.clock.ms);
  const rounds = [];
  let looks = 0;
  for (const isOver of [() => (looks += 1) > 3, () => false, () => false]) {
    const round = await eraseOutlived(server.db, retention(isOver), now);
    rounds.push(round.sessions);
  }
  expect(rounds).toEqual([2, 5, 0]);
});

test("however many cannot be erased, the others are", async () => {
  await clean(services);
  const people = [];
  for (let i = 0; i < 5; i += 1) people.push(await leave());
  const sessions = people.slice(0, 4).map(({ session }) => session);
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'this one stays'; end $$`.execute(server.db);
  await sql`create trigger refuse before update on sessions for each row
    when (old.session_id in (${sql.join(sessions.map((one) => sql.lit(one)))}))
    execute function refuse()`.execute(server.db);
  pass(CALM_DAYS + 1);
  const now = new Date(server.clock.ms);
  const round = await eraseOutlived(server.db, retention(), now);
  await sql`drop function refuse cascade`.execute(server.db);
  expect(round.sessions).toBe(1);
  expect(round.failures).toHaveLength(4);
  await clean(services);
});

test("one whose rows somebody else holds for too long keeps nobody else's, nor choices", async () => {
  await clean(services);
  const [held, other] = [await leave(), await leave()];
  const choices = await refuse(await arrive(server));
  await sql`create function hold() returns trigger language plpgsql as
    $$ begin raise exception 'canceling statement' using errcode = '57014'; end $$`.execute(
    server.db,
  );
  await sql`create trigger hold before update on sessions for each row
    when (old.session_id = ${sql.lit(held.session)}) execute function hold()`.execute(
    server.db,
  );
  pass(CALM_DAYS + 1);
  const now = new Date(server.clock.ms);
  const round = await eraseOutlived(server.db, retention(), now).finally(() =>
    sql`drop function hold cascade`.execute(server.db),
  );
  expect(round.failures).toMatchObject([{ session: held.session }]);
  expect(await contactsOf(other.session)).toEqual([]);
  expect(await choices()).toEqual([]);
  await clean(services);
});

test("devices and choices go in one round, however many there are", async () => {
  await clean(services);
  const at = new Date(server.clock.ms);
  const many = sql`generate_series(1, 2100) as one`;
  await sql`insert into visitors (visitor_id, device_id, created_at, seen_at, brand)
    select gen_random_uuid(), 'device ' || one, ${at}, ${at}, 'calm' from ${many}`.execute(
    server.db,
  );
  await sql`insert into consents (session_id, event_id, visitor_id, brand, version, purposes, chosen_at, stored_at)
    select 'gone ' || one, gen_random_uuid(), gen_random_uuid(), 'calm', 1, '[]', ${at}, ${at} from ${many}`.execute(
    server.db,
  );
  pass(CALM_DAYS + 1);
  const now = new Date(server.clock.ms);
  const { visitors } = await eraseOutlived(server.db, retention(), now);
  expect(visitors).toBeGreaterThanOrEqual(2_100);
  const left =
    await sql`select visitor_id from visitors where device_id like 'device %'
    union all select visitor_id from consents where session_id like 'gone %'`.execute(
      server.db,
    );
  expect(left.rows).toEqual([]);
});

test("one whose erasure fails keeps nobody else's, nor what else a round does", async () => {
  const [first, second] = [await leave(), await leave()];
  const lines: unknown[] = [];
  const log = (line: object) => void lines.push(line);
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'this one stays'; end $$`.execute(server.db);
  await sql`create trigger refuse before update on sessions for each row
    when (old.session_id = ${sql.lit(first.session)}) execute function refuse()`.execute(
    server.db,
  );
  await sql`create trigger refuse before delete on auth_tokens
    for each row execute function refuse()`.execute(server.db);
  const at = new Date(server.clock.ms);
  const token = { token_digest: randomUUID(), brand: "calm" };
  await server.db
    .insertInto("auth_tokens")
    .values({ ...token, email: first.email, created_at: at, expires_at: at })
    .execute();
  pass(CALM_DAYS + 1);
  const undone = await clean({ ...services, log });
  await sql`drop function refuse cascade`.execute(server.db);
  expect(await contactsOf(first.session)).toHaveLength(1);
  expect(await contactsOf(second.session)).toEqual([]);
  for (const named of [
    { message: "rows not deleted", rows: "access tokens" },
    { message: "rows of no more use not deleted" },
    { message: "a person not erased", session: first.session },
  ])
    expect(lines).toContainEqual(expect.objectContaining(named));
  expect(undone).toEqual([
    "rows of no more use not deleted",
    "people not erased",
  ]);
  expect(await clean(services)).toEqual([]);
  expect(await contactsOf(first.session)).toEqual([]);
});
