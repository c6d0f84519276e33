import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { settleAfterSale } from "../checkout/after-sale.ts";
import type { AfterSale } from "../checkout/news.ts";
import { findCheckout } from "../db/checkouts.ts";
import { erasePerson } from "../db/erase.ts";
import { emailHolder } from "../db/persons.ts";
import { openEngine } from "../jobs/engine.ts";
import { silentLog } from "../log.ts";
import { mailFolder } from "../mail/mail-folder.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { buy, newEmail } from "../testing/buyer.ts";
import {
  arrive,
  expectProblem,
  goodCard,
  openHosted,
  post,
  readObject,
  type Visitor,
} from "../testing/calls.ts";
import { tablesWith } from "../testing/find-word.ts";
import { scatter, scatterPerson } from "../testing/scatter.ts";
import { appOver, listenOver, send, useServer } from "../testing/server.ts";
import { SESSION_HEADER } from "../sessions/session.ts";
import { testSite } from "../testing/site.ts";
import { digest, newToken, systemRandom } from "../token.ts";
import { erase as eraseFor } from "./routes.ts";

const server = useServer();

const person = async (email: string) =>
  server.send(`/api/admin/contacts/person?${new URLSearchParams({ email })}`);
const erase = (body: unknown, headers: Record<string, string> = {}) =>
  server.send("/api/admin/contacts/erase", { method: "POST", body, headers });

/**
 * What an erasure does to each table, and under which key the copy that a person may ask for says what it keeps of them;
 * null where that is no news: digests, answers to be repeated, and what was done about a request. A new table has to be
 * thought of here, in `testing/scatter.ts`, in `db/erase.ts` and in `person.ts`.
 */
const TABLES: Readonly<
  Record<
    string,
    "names nobody" | readonly ["deleted" | "cleaned", string | null]
  >
> = {
  auth_tokens: ["deleted", null],
  consents: ["deleted", "privacy_choices"],
  contacts: ["deleted", "contacts"],
  countdowns: ["deleted", "countdowns"],
  idempotency_keys: ["deleted", null],
  preview_jobs: ["deleted", "pictures"],
  promo_codes: ["deleted", "promo_codes"],
  quotes: ["deleted", "prices"],
  rights_requests: ["deleted", null],
  saved_methods: ["deleted", "saved_methods"],
  unsubscribe_links: ["deleted", "mails_refused"],
  checkouts: ["cleaned", "orders"],
  disputes: ["cleaned", "orders"],
  gift_openings: ["cleaned", "gifts_opened"],
  operator_actions: ["cleaned", null],
  outbox: ["cleaned", "messages"],
  page_counts: "names nobody",
  payments: ["cleaned", "orders"],
  promo_uses: ["cleaned", null],
  refunds: ["cleaned", "orders"],
  sessions: ["cleaned", "visits"],
  visitors: ["cleaned", "visits"],
  ab_assignments: "names nobody",
  ab_configurations: "names nobody",
  call_limits: "names nobody",
  conversions: "names nobody",
  failed_renewals: "names nobody",
  gifts: "names nobody",
  mails: "names nobody",
  promo_turns: "names nobody",
  receivers: "names nobody",
  renewals: "names nobody",
  schema_support: "names nobody",
  subscriptions: "names nobody",
  webhook_events: "names nobody",
};

type Rows = Readonly<Record<string, readonly string[]>>;

/** All rows of all tables, as texts. */
async function rowsOf(): Promise<Rows> {
  const rows: Record<string, readonly string[]> = {};
  for (const name of Object.keys(TABLES)) {
    const found = await sql<{ text: string }>`
      select t::text as text from ${sql.table(name)} t`.execute(server.db);
    rows[name] = found.rows.map(({ text }) => text);
  }
  return rows;
}

/** What erases without a call, and says so in `log`. */
function servicesWith({
  log,
  dataDir = "",
}: {
  log: object[];
  dataDir?: string;
}) {
  return {
    ...createServices({
      db: server.db,
      site: testSite,
      providers: providersOf([sandbox]),
    }),
    receivers: [],
    dataDir,
    log: (entry: object) => void log.push(entry),
  };
}

/** Leaves emails in one session, one after the other. */
async function nameAll(visitor: Visitor, emails: readonly string[]) {
  for (const email of emails) {
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id: randomUUID(), email },
    });
    server.clock.ms += 1_000;
  }
}

describe("erasing a person", () => {
  test("leaves the email, and the digest of it, in no table, and the money in the books", async () => {
    const email = newEmail();
    const bought = await buy(server, email);
    await scatter(server, bought);
    const other = newEmail();
    await buy(server, other);
    expect(await tablesWith(server.db, email)).toEqual([
      "auth_tokens",
      "checkouts",
      "contacts",
      "disputes",
      "gift_openings",
      "idempotency_keys",
      "operator_actions",
      "outbox",
      "preview_jobs",
      "quotes",
      "refunds",
      "rights_requests",
    ]);
    const answer = await erase({ email: email.toUpperCase() });
    expect(answer.json).toMatchObject({
      deleted: {
        messages: 1,
        contacts: 1,
        access_tokens: 1,
        requests: 1,
        countdowns: 1,
        promo_codes: 1,
        unsubscribe_links: 1,
        names_of_gifts: 1,
        pictures: 1,
        saved_methods: 1,
      },
      kept: { orders: 1, renewing: [] },
    });
    expect(await tablesWith(server.db, email)).toEqual([]);
    const hash = digest(email.toLowerCase());
    expect(await tablesWith(server.db, hash)).toEqual(["operator_actions"]);
    expect(await tablesWith(server.db, other)).toContain("contacts");
    const { json } = await server.send(`/api/admin/orders/${bought.id}`);
    expect(json).toMatchObject({
      order: { state: "paid", email: null, amount: 999 },
      payments: [{ amount: 999 }],
    });
    const payments = await server.db
      .selectFrom("payments")
      .select("card_last4")
      .where("checkout_id", "=", bought.id)
      .execute();
    expect(payments).toEqual([{ card_last4: null }]);
    expectProblem("contact-unknown", await person(email));
  });

  test("does to each table what is said of it, and takes what the copy has", async () => {
    const email = newEmail();
    await buy(server, newEmail());
    const before = await rowsOf();
    await scatter(server, await buy(server, email));
    const put = await rowsOf();
    const query = new URLSearchParams({ email });
    const path = `/api/admin/contacts/export?${query}`;
    const copy = readObject((await server.send(path)).json);
    await erase({ email });
    const left = await rowsOf();
    const missing = (name: string, from: Rows, to: Rows) =>
      (from[name] ?? []).filter((row) => to[name]?.includes(row) !== true);
    for (const [name, said] of Object.entries(TABLES)) {
      const own = missing(name, put, before);
      const changed = own.filter((row) => left[name]?.includes(row) !== true);
      // What counts calls goes on with each of them.
      if (name !== "call_limits")
        expect(missing(name, before, left), `${name}, of others`).toEqual([]);
      if (said === "names nobody") {
        expect(changed, name).toEqual([]);
        continue;
      }
      const [word, key] = said;
      expect(own, `testing/scatter.ts puts nothing into ${name}`).not.toEqual(
        [],
      );
      expect(changed, `${name} is as it was`).not.toEqual([]);
      if (word === "deleted")
        expect(left[name], name).toHaveLength(before[name]?.length ?? 0);
      if (key !== null)
        expect(
          copy[key],
          `${name} under ${key} in the copy, which contacts/person.ts makes`,
        ).toEqual(expect.arrayContaining([expect.any(Object)]));
    }
  });

  test("knows every table there is", async () => {
    const tables = await server.db.introspection.getTables();
    const names = tables.map(({ name }) => name);
    expect(
      names.filter((name) => !name.startsWith("kysely_")).toSorted(),
      "a new table has a line in TABLES above, and rows in testing/scatter.ts",
    ).toEqual(Object.keys(TABLES).toSorted());
  });

  test("takes the other tables of what was left in the sessions as well", async () => {
    const email = newEmail();
    const { visitor, session } = await buy(server, email);
    const name = `Second ${randomUUID()}`;
    const consent = randomUUID();
    await visitor.call("/api/visitor/store-consent", {
      method: "POST",
      body: {
        event_id: consent,
        version: 1,
        chosen_at: "2026-01-01T00:00:00.000Z",
        purposes: ["measurement"],
      },
    });
    expect(await tablesWith(server.db, consent)).toEqual(["consents"]);
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id: randomUUID(), name },
    });
    const device = await server.db
      .selectFrom("sessions")
      .innerJoin("visitors", "visitors.visitor_id", "sessions.visitor_id")
      .select("device_id")
      .where("session_id", "=", session)
      .executeTakeFirstOrThrow();
    await erase({ email });
    expect(await tablesWith(server.db, name)).toEqual([]);
    expect(await tablesWith(server.db, consent)).toEqual([]);
    expect(device.device_id).toBeTypeOf("string");
    expect(await tablesWith(server.db, String(device.device_id))).toEqual([]);
    const again = await visitor.call("/api/pay/purchases");
    expect(readObject(again.json)["purchases"]).toEqual([]);
  });

  test("takes what hangs on an email that nobody names any more, and leaves what is somebody else's", async () => {
    const [slip, shared, email] = [newEmail(), newEmail(), newEmail()];
    const visitor = await arrive(server);
    await nameAll(visitor, [slip, shared, email]);
    await nameAll(await arrive(server), [shared]);
    for (const one of [slip, shared, email])
      await scatterPerson(server, {
        email: one,
        session: digest(visitor.session),
        id: (await openHosted(await arrive(server))).id,
      });
    await erasePerson(server.db, email, new Date(server.clock.ms), "visitor");
    for (const gone of [slip, email]) {
      expect(await tablesWith(server.db, gone)).toEqual([]);
      expect(await tablesWith(server.db, digest(gone.toLowerCase()))).toEqual(
        [],
      );
    }
    expect(await tablesWith(server.db, shared)).toEqual([
      "auth_tokens",
      "contacts",
      "outbox",
      "rights_requests",
    ]);
    expect(await tablesWith(server.db, digest(shared.toLowerCase()))).toEqual([
      "countdowns",
      "promo_codes",
      "promo_uses",
      "unsubscribe_links",
    ]);
  });

  test("leaves somebody whom the person has named as well the gifts that they have opened", async () => {
    const [other, email] = [newEmail().toLowerCase(), newEmail()];
    const { id: gift_id } = await buy(server, newEmail());
    const now = new Date(server.clock.ms);
    await server.db
      .insertInto("gifts")
      .values({
        gift_id,
        token: gift_id,
        checkout_id: gift_id,
        brand: "calm",
        places: 1,
        made_at: now,
      })
      .execute();
    await server.db
      .insertInto("gift_openings")
      .values({ gift_id, opening: 1, email: other, opened_at: now })
      .execute();
    await nameAll(await arrive(server), [other, email]);
    await erasePerson(server.db, email, now, "visitor");
    expect(await tablesWith(server.db, other)).toEqual(["gift_openings"]);
  });

  test("tells of money without the person, and of the contact no more", async () => {
    const email = newEmail();
    const { id, contact } = await buy(server, email);
    const engine = await openEngine({ db: server.db, log: silentLog });
    await sql`select pgboss.create_queue('told', '{}')`.execute(server.db);
    const rows = await server.db
      .selectFrom("outbox")
      .select("message_id")
      .execute();
    const jobs = rows.map(({ message_id }) => ({ id: message_id, data: {} }));
    await engine.send("told", jobs, server.db);
    await engine.stop(0);
    await erase({ email });
    const left = await sql<{ kind: string; payload: object }>`
      select o.kind, o.payload from pgboss.job j join outbox o on o.message_id = j.id
      where o.payload->>'checkout_id' = ${id} or o.payload->>'event_id' = ${contact}`.execute(
      server.db,
    );
    expect(left.rows).toMatchObject([
      { kind: "payment.taken", payload: { email: null, amount: 999 } },
    ]);
    const { count } = await server.db
      .selectFrom("outbox")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    const after = await sql<{
      count: string;
    }>`select count(*) as count from pgboss.job where name = 'told'`.execute(
      server.db,
    );
    expect(Number(after.rows[0]?.count)).toBe(Number(count));
  });

  test("ends the session also for a process whose clock is behind", async () => {
    const email = newEmail();
    const { visitor, session } = await buy(server, email);
    const late = await listenOver(server, {
      now: () => new Date(server.clock.ms - 5_000),
    });
    server.clock.ms += 60_000;
    await erase({ email });
    await send(late.port, "/api/visitor/store-contact-info", {
      method: "POST",
      headers: { [SESSION_HEADER]: visitor.session },
      body: { event_id: randomUUID(), email },
    });
    await late.end();
    const kept = await server.db
      .selectFrom("contacts")
      .select("event_id")
      .where("session_id", "=", session)
      .execute();
    expect(kept).toEqual([]);
  });

  test("may be done again, and at the same time", async () => {
    const email = newEmail();
    await buy(server, email);
    const now = new Date(server.clock.ms);
    const all = await Promise.all(
      [1, 2, 3].map(() => erasePerson(server.db, email, now)),
    );
    expect(
      all
        .map(({ deleted }) => Number(deleted["contacts"]))
        .toSorted((a, b) => a - b),
    ).toEqual([0, 0, 1]);
    const again = await erase({ email }, { accept: "text/plain" });
    expect(again.text).toContain("Nothing was there to delete.");
  });

  test("leaves no card by a payment that comes through afterwards", async () => {
    const email = newEmail();
    const visitor = await arrive(server);
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id: randomUUID(), email },
    });
    const { id, url } = await openHosted(visitor);
    await erase({ email });
    await post(visitor, url, goodCard);
    const paid = await server.db
      .selectFrom("checkouts")
      .innerJoin("payments", "payments.checkout_id", "checkouts.checkout_id")
      .select([
        "status",
        "card_token",
        "checkouts.card_last4 as of_order",
        "payments.card_last4 as of_payment",
      ])
      .where("checkouts.checkout_id", "=", id)
      .execute();
    expect(paid).toEqual([
      { status: "paid", card_token: null, of_order: null, of_payment: null },
    ]);
    const saved = await server.db
      .selectFrom("saved_methods")
      .select("last4")
      .where("session_id", "=", digest(visitor.session))
      .execute();
    expect(saved).toEqual([]);
  });

  test("leaves nobody in what is told later of an order that was read before", async () => {
    const email = newEmail();
    const { id } = await buy(server, email);
    // Pages give it with the order.
    await server.db
      .updateTable("checkouts")
      .set({ email })
      .where("checkout_id", "=", id)
      .execute();
    const before = await findCheckout(server.db, id);
    if (before === null) throw new Error("the order is not there");
    await erase({ email });
    const { currency } = before;
    const all: readonly AfterSale[] = [
      { kind: "transaction", transaction: "once more", amount: 500, currency },
      {
        kind: "refund",
        transaction: "once more",
        refund: null,
        reference: "back",
        status: "succeeded",
        amount: 500,
        currency,
        reason: null,
      },
    ];
    const now = () => new Date(server.clock.ms);
    for (const news of all)
      await settleAfterSale(
        { db: server.db, now, random: systemRandom },
        before,
        news,
      );
    const told = await server.db
      .selectFrom("outbox")
      .select(["kind", "payload"])
      .where(sql`payload->>'checkout_id'`, "=", id)
      .orderBy("created_at")
      .execute();
    expect(told.map(({ kind }) => kind).toSorted()).toEqual([
      "payment.refunded",
      "payment.taken",
      "payment.taken",
    ]);
    for (const { payload } of told) expect(payload["email"]).toBeNull();
    expect(await tablesWith(server.db, email)).toEqual([]);
  });

  test("is told in the log by the sessions, by which it is done again in a database from before", async () => {
    const [email, before] = [newEmail(), newEmail()];
    const visitor = await buy(server, email);
    const log: object[] = [];
    const app = appOver(server, {
      adminToken: "correct-horse",
      log: (entry) => log.push(entry),
    });
    const call = (path: string, body: object) =>
      app.request(`https://calm.example/api/admin/contacts/${path}`, {
        method: "POST",
        headers: {
          authorization: "Bearer correct-horse",
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      });
    await call("erase", { email });
    const sessions = [digest(visitor.visitor.session)];
    expect(log).toContainEqual(
      expect.objectContaining({
        message: "person erased",
        sessions: sessions.join(" "),
      }),
    );
    expect(JSON.stringify(log)).not.toContain(email);
    const restored = await buy(server, before);
    await scatter(server, restored);
    expect(await tablesWith(server.db, before)).toContain("contacts");
    const again = await call("erase-again", {
      sessions: [digest(restored.visitor.session)],
    });
    expect(await again.json()).toMatchObject({ kept: { orders: 1 } });
    expect(await tablesWith(server.db, before)).toEqual([]);
    for (const wrong of [{}, { sessions: before }, { sessions: ["short"] }])
      expect((await call("erase-again", wrong)).status).toBe(422);
  });

  test("is told in the log before it is done for good, whatever becomes of the answer", async () => {
    const email = newEmail();
    const { session } = await buy(server, email);
    const dataDir = mkdtempSync(join(tmpdir(), "erase-"));
    const log: object[] = [];
    const services = servicesWith({ log, dataDir });
    const asking = {
      by: "operator",
      // The disk fails between the rows and what lies in files.
      useUp: async () => writeFileSync(mailFolder(dataDir), "no folder"),
    } as const;
    await expect(eraseFor(services, email, asking)).rejects.toThrow("ENOTDIR");
    rmSync(dataDir, { recursive: true });
    expect(await tablesWith(server.db, email)).toEqual([]);
    expect(log).toContainEqual(
      expect.objectContaining({ message: "person erased", sessions: session }),
    );
  });

  test("is not told in the log of a link that was used up", async () => {
    const email = newEmail();
    await buy(server, email);
    const log: object[] = [];
    const services = servicesWith({ log });
    const useUp = () => Promise.reject(new Error("used up"));
    const asking = { by: "visitor", useUp } as const;
    await expect(eraseFor(services, email, asking)).rejects.toThrow("used up");
    expect(await tablesWith(server.db, email)).toContain("contacts");
    expect(log).toEqual([]);
  });

  test("that was asked for by a link is done again where the email stands in other people's sessions, and in gifts", async () => {
    const [email, other] = [newEmail(), newEmail()];
    const mended = await arrive(server);
    await nameAll(mended, [email, other]);
    const { id } = await buy(server, other);
    const gift_id = newToken(systemRandom);
    await sql`insert into gifts (gift_id, token, checkout_id, brand, places, made_at)
      values (${gift_id}, ${gift_id}, ${id}, 'calm', 2, now())`.execute(
      server.db,
    );
    await sql`insert into gift_openings (gift_id, opening, email, opened_at)
      values (${gift_id}, 1, ${email.toLowerCase()}, now()), (${gift_id}, 2, ${other.toLowerCase()}, now())`.execute(
      server.db,
    );
    const contacts = await server.db
      .selectFrom("contacts")
      .selectAll()
      .where(sql`fields->>'email'`, "=", email)
      .execute();
    const restore = async () => {
      for (const { fields, ...contact } of contacts)
        await server.db
          .insertInto("contacts")
          .values({ ...contact, fields: JSON.stringify(fields) })
          .execute();
      await sql`update gift_openings set email = ${email.toLowerCase()}
        where gift_id = ${gift_id} and opening = 1`.execute(server.db);
    };
    const log: object[] = [];
    const services = servicesWith({ log });
    const asking = { by: "visitor", useUp: async () => {} } as const;
    await eraseFor(services, email, asking);
    expect(await tablesWith(server.db, email)).toEqual([]);
    await restore();
    expect(await tablesWith(server.db, email)).toEqual([
      "contacts",
      "gift_openings",
    ]);
    const told = readObject(log[0]);
    const mentions = String(told["mentions"]).split(" ");
    const eraseOnceMore = () =>
      server.send("/api/admin/contacts/erase-again", {
        method: "POST",
        body: { sessions: [], mentions },
      });
    expect((await eraseOnceMore()).status).toBe(200);
    expect(await tablesWith(server.db, email)).toEqual([]);
    expect(await tablesWith(server.db, other)).toContain("gift_openings");
    // In a database from before it was opened, somebody else may have opened it first.
    const later = newEmail().toLowerCase();
    await sql`update gift_openings set email = ${later}, opened_at = now() + interval '1 day'
      where gift_id = ${gift_id} and opening = 1`.execute(server.db);
    await eraseOnceMore();
    expect(await tablesWith(server.db, later)).toEqual(["gift_openings"]);
    expect(JSON.stringify(log)).not.toContain(email);
    const wrong = { sessions: [], mentions: [email] };
    const refused = await server.send("/api/admin/contacts/erase-again", {
      method: "POST",
      body: wrong,
    });
    expect(refused.status).toBe(422);
  });

  test("is written down by the digest, and by no order", async () => {
    const email = newEmail();
    const { id, session } = await buy(server, email);
    const now = new Date(server.clock.ms);
    await server.db
      .insertInto("subscriptions")
      .values({
        checkout_id: id,
        session_id: session,
        provider: "sandbox",
        reference: `plan of ${id}`,
        status: "active",
        amount: 999,
        currency: "USD",
        every_days: 28,
        renews_at: now,
        created_at: now,
      })
      .execute();
    const answer = await erase({ email });
    expect(answer.json).toMatchObject({
      kept: { orders: 1, renewing: [{ checkout_id: id }] },
    });
    const rows = await server.db
      .selectFrom("operator_actions")
      .select(["action", "outcome"])
      .where("subject", "=", emailHolder(email.toLowerCase()))
      .execute();
    expect(rows).toMatchObject([
      {
        action: "contacts.erase",
        outcome: { deleted: { contacts: 1 }, kept: { orders: 1, renewing: 1 } },
      },
    ]);
    // Else whoever knows the email would find its orders by it.
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  test.each<[string, unknown, Record<string, string>, string]>([
    ["nobody", {}, {}, "invalid"],
    ["a list", { email: ["a@b.example"] }, {}, "invalid"],
    ["more", { email: "a@b.example", all: true }, {}, "invalid"],
    ["a form", "email=a", { "content-type": "text/plain" }, "not-json"],
    [
      "a foreign page",
      { email: "a@b.example" },
      { "sec-fetch-site": "same-site" },
      "not-found",
    ],
  ])("of %s is refused", async (_, body, headers, code) => {
    const problem = expectProblem(code, await erase(body, headers));
    expect(problem["detail"]).not.toContain("@");
  });

  test("is refused to a foreign page of somebody who has the token", async () => {
    const app = appOver(server, { adminToken: "correct-horse" });
    const answer = await app.request(
      "https://calm.example/api/admin/contacts/erase",
      {
        method: "POST",
        headers: {
          authorization: "Bearer correct-horse",
          "content-type": "application/json",
          "sec-fetch-site": "same-site",
        },
        body: '{"email":"a@b.example"}',
      },
    );
    expect(answer.status).toBe(403);
  });
});
