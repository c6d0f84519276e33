import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { erasePerson } from "../db/erase.ts";
import { givePlaces } from "../db/outbox.ts";
import { emailHolder } from "../db/persons.ts";
import { openEngine } from "../jobs/engine.ts";
import { silentLog } from "../log.ts";
import {
  arrive,
  expectProblem,
  goodCard,
  openHosted,
  post,
  readObject,
} from "../testing/calls.ts";
import { appOver, useServer } from "../testing/server.ts";
import { digest } from "../token.ts";
import { toCsv } from "./csv.ts";

const receivers = [
  { name: "books", kinds: ["payment.taken"] },
  { name: "crm", kinds: [] },
  { name: "erp", kinds: [] },
];
const server = useServer(() => ({ receivers }));

/** Somebody who has left an email and paid 9.99 for the journal. */
async function buyer(email: string) {
  const visitor = await arrive(server);
  const contact = randomUUID();
  await visitor.call("/api/visitor/store-contact-info", {
    method: "POST",
    body: { event_id: contact, email, name: "=Ann" },
  });
  const { id, url } = await openHosted(visitor);
  await post(visitor, url, goodCard);
  return { visitor, id, contact, session: digest(visitor.session) };
}

const newEmail = () => `Ann+${randomUUID()}@Mail.example`;

const person = async (email: string) =>
  server.send(`/api/admin/contacts/person?${new URLSearchParams({ email })}`);
const erase = (body: unknown, headers: Record<string, string> = {}) =>
  server.send("/api/admin/contacts/erase", { method: "POST", body, headers });

/** The tables of all schemas in which a word stands somewhere. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    server.db,
  );
  expect(rows.length).toBeGreaterThan(25);
  const found = [];
  for (const { schema, name } of rows) {
    const hits = await sql`select 1 from ${sql.table(`${schema}.${name}`)} t
      where position(${word.toLowerCase()} in lower(t::text)) > 0 limit 1`.execute(
      server.db,
    );
    if (hits.rows.length > 0) found.push(name);
  }
  return found.toSorted();
}

/** What an erasure does to each table. A new table has to be thought of here, in `scatter` and in `db/erase.ts`. */
const TABLES = {
  auth_tokens: "deleted",
  consents: "deleted",
  contacts: "deleted",
  countdowns: "deleted",
  idempotency_keys: "deleted",
  preview_jobs: "deleted",
  promo_codes: "deleted",
  quotes: "deleted",
  rights_requests: "deleted",
  saved_methods: "deleted",
  unsubscribe_links: "deleted",
  checkouts: "cleaned",
  disputes: "cleaned",
  gift_openings: "cleaned",
  operator_actions: "cleaned",
  outbox: "cleaned",
  payments: "cleaned",
  promo_uses: "cleaned",
  refunds: "cleaned",
  sessions: "cleaned",
  visitors: "cleaned",
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

/** Puts an email wherever there is room for one. */
async function scatter(
  email: string,
  { id, session }: Awaited<ReturnType<typeof buyer>>,
) {
  const { db } = server;
  const now = new Date(server.clock.ms);
  const holder = emailHolder(email.toLowerCase());
  const names = { brand: "calm", holder };
  await db
    .updateTable("checkouts")
    .set({
      email,
      details: JSON.stringify({ note: email }),
      card_token: email,
      provider_page: `https://pay.example/?email=${email}`,
      return_path: `/quiz?email=${email}`,
    })
    .where("checkout_id", "=", id)
    .execute();
  await db
    .insertInto("auth_tokens")
    .values({
      token_digest: randomUUID(),
      brand: "calm",
      email: email.toLowerCase(),
      created_at: now,
      expires_at: now,
    })
    .execute();
  await db
    .insertInto("rights_requests")
    .values({
      request_id: randomUUID(),
      wanted: "export",
      brand: "calm",
      email: email.toLowerCase(),
      origin: "",
      token_digest: null,
      expires_at: now,
    })
    .execute();
  await db
    .insertInto("countdowns")
    .values({ ...names, funnel: "quiz", ends_at: now, extended: 1 })
    .execute();
  await db
    .insertInto("promo_codes")
    .values({ ...names, promo: "quiz/own", code: "CALM-1", given_at: now })
    .execute();
  await db
    .insertInto("gifts")
    .values({
      gift_id: id,
      token: id,
      checkout_id: id,
      brand: "calm",
      places: 1,
      made_at: now,
    })
    .execute();
  await db
    .insertInto("gift_openings")
    .values({
      gift_id: id,
      opening: 1,
      email: email.toLowerCase(),
      opened_at: now,
    })
    .execute();
  await db
    .insertInto("unsubscribe_links")
    .values({
      ...names,
      token_digest: randomUUID(),
      mail_id: "x",
      made_at: now,
      used_at: now,
    })
    .execute();
  await db
    .insertInto("promo_uses")
    .values([
      { ...names, promo: "quiz/own", checkout_id: id },
      {
        ...names,
        holder: `session:${session}`,
        promo: "quiz/own",
        checkout_id: id,
      },
    ])
    .execute();
  await db
    .insertInto("preview_jobs")
    .values({
      job_id: randomUUID(),
      session_id: session,
      device_id: "phone",
      status: "failed",
      styles: null,
      prompt: email,
      photo: null,
      picture: null,
      created_at: now,
      finished_at: now,
    })
    .execute();
  await db
    .insertInto("idempotency_keys")
    .values({
      session_id: session,
      key: randomUUID(),
      body_digest: "x",
      answer: JSON.stringify({ email }),
      started_at: now,
    })
    .execute();
  await db
    .insertInto("outbox")
    .values({
      message_id: randomUUID(),
      kind: "payment.refunded",
      payload: JSON.stringify({ checkout_id: id, amount: 5, email }),
      created_at: now,
      place: null,
    })
    .execute();
  await db
    .updateTable("quotes")
    .set({ fbp: email })
    .where("session_id", "=", session)
    .execute();
  await db
    .insertInto("disputes")
    .values({
      provider: "stripe",
      reference: randomUUID(),
      state: "open",
      told_at: now,
      checkout_id: id,
      transaction: null,
      amount: 999,
      withdrawn: 0,
      currency: "USD",
      reason: `told by ${email}`,
      at: now,
    })
    .execute();
  await db
    .insertInto("refunds")
    .values({
      refund_id: randomUUID(),
      status: "requested",
      checkout_id: id,
      transaction: null,
      amount: 1,
      currency: "USD",
      reference: null,
      reason: `${email} asked`,
      at: now,
    })
    .execute();
  await db
    .insertInto("operator_actions")
    .values({
      action_id: randomUUID(),
      action: "orders.refund",
      subject: id,
      asked: JSON.stringify({ reason: `for ${email}` }),
      outcome: JSON.stringify({ said: email }),
      begun_at: now,
      ended_at: now,
    })
    .execute();
}

describe("a person", () => {
  test("is found by their email, with what they told, bought and were offered", async () => {
    const email = newEmail();
    const { id, contact } = await buyer(email);
    const told = readObject((await person(email.toUpperCase())).json);
    expect(told).toMatchObject({
      version: 1,
      email: email.toLowerCase(),
      contacts: [{ event_id: contact, fields: { email, name: "=Ann" } }],
      orders: [{ checkout_id: id, state: "paid", returned: 0 }],
      messages: [{ kind: "contact.stored" }, { kind: "payment.taken" }],
      saved_methods: [{ last4: "4242" }],
    });
    expectProblem("contact-unknown", await person("nobody@mail.example"));
    const text = await server.send(
      `/api/admin/contacts/person?${new URLSearchParams({ email })}`,
      { headers: { accept: "text/plain" } },
    );
    for (const words of [id, "payment.taken", "name: =Ann", "4242"])
      expect(text.text).toContain(words);
  });

  test("who was written to is shown with the mails", async () => {
    const email = newEmail();
    const { id } = await buyer(email);
    const mail_id = `payment.taken-${id}`;
    const sent_at = new Date(server.clock.ms);
    await server.db.insertInto("mails").values({ mail_id, sent_at }).execute();
    expect(readObject((await person(email)).json)["mails"]).toMatchObject([
      { mail_id },
    ]);
  });

  test("is listed once for each contact, newest first", async () => {
    const email = newEmail();
    await buyer(email);
    await buyer(email);
    const list = async (query: string) => {
      const answer = await server.send(`/api/admin/contacts?${query}`);
      return readObject(answer.json)["contacts"];
    };
    const by = new URLSearchParams({ email: email.toLowerCase() }).toString();
    expect(await list(by)).toMatchObject([{ email }, { email, name: "=Ann" }]);
    expect(await list(`${by}&limit=1`)).toHaveLength(1);
    expect(await list(`${by}&before=2000-01-01T00:00:00Z`)).toEqual([]);
    const text = await server.send(`/api/admin/contacts?${by}`, {
      headers: { accept: "text/plain" },
    });
    expect(text.text).toContain(email);
  });

  test("is listed by brand and time, in parts that leave nobody out", async () => {
    const tag = randomUUID();
    const { db } = server;
    const at = new Date(server.clock.ms);
    const emails = ["a", "b", "c", "d", "e"].map((name) => `${name}-${tag}`);
    const visitor = await arrive(server);
    const other = await arrive(server, { host: "other.localhost" });
    for (const [index, email] of emails.entries())
      await db
        .insertInto("contacts")
        .values({
          session_id: digest((index === 4 ? other : visitor).session),
          event_id: randomUUID(),
          body_digest: "",
          fields: JSON.stringify({ email, name: tag }),
          external_referrer: null,
          fbclid: null,
          fbp: null,
          fbc: null,
          // All at one time, but for the first of them.
          created_at: index === 0 ? new Date(at.getTime() - 5_000) : at,
        })
        .execute();
    const list = async (query: Record<string, string>) => {
      const asked = new URLSearchParams(query).toString();
      const answer = await server.send(`/api/admin/contacts?${asked}`);
      const { contacts, next } = readObject(answer.json);
      const lines: readonly unknown[] = Array.isArray(contacts) ? contacts : [];
      return {
        emails: lines
          .map((line) => String(Object(line).email))
          .filter((email) => email.endsWith(tag)),
        next,
      };
    };
    const listed = [];
    for (let before: unknown = new Date(at.getTime() + 1).toISOString(); ;) {
      const part = await list({ limit: "2", before: String(before) });
      listed.push(...part.emails);
      before = part.next;
      if (listed.length >= 5 || before === null) break;
    }
    expect(listed.toSorted()).toEqual(emails);
    expect(listed.at(-1)).toBe(emails[0]);
    const since = at.toISOString();
    const recent = await list({ since });
    expect(recent.emails.toSorted()).toEqual(emails.slice(1));
    const ofOther = await list({ since, brand: "other" });
    expect(ofOther).toEqual({ emails: [emails[4]], next: null });
    const file = await server.send(
      `/api/admin/contacts?${new URLSearchParams({ since, format: "csv" })}`,
    );
    expect(file.headers["content-disposition"]).toContain("contacts.csv");
    const [heads, ...lines] = file.text.split("\r\n");
    expect(heads).toBe("left,email,name,brand");
    expect(lines).toContain(`${since},${emails[4]},${tag},other`);
    expect(lines.filter((line) => line.includes(tag))).toHaveLength(4);
    for (const wrong of ["format=xls", "since=x", "brand=", "before=x,y"])
      expectProblem(
        "invalid",
        await server.send(`/api/admin/contacts?${wrong}`),
      );
  });

  test("is shown with the prices that they confirmed", async () => {
    const email = newEmail();
    await buyer(email);
    const told = readObject((await person(email)).json);
    expect(told["prices"]).toMatchObject([
      { product: "journal", amount: 999, currency: "USD", promo: null },
    ]);
    const query = new URLSearchParams({ email }).toString();
    const file = await server.send(
      `/api/admin/contacts/export?${query}&format=csv`,
    );
    expect(file.text).toContain("prices.0.amount,999\r\n");
  });

  test("is shown with who has been told of them, and who has not yet", async () => {
    const email = newEmail();
    const { id } = await buyer(email);
    const { db } = server;
    await givePlaces(db);
    const now = new Date(server.clock.ms);
    const names = ["books", "crm", "erp", "gone"];
    await db
      .insertInto("receivers")
      .values(names.map((name) => ({ name, place: 1_000_000, seen_at: now })))
      .execute();
    const messages = async () => {
      const told = readObject((await person(email)).json)["messages"];
      const list: readonly unknown[] = Array.isArray(told) ? told : [];
      return list.map((one) => Object(one));
    };
    const [, paid] = await messages();
    const engine = await openEngine({ db, log: silentLog });
    for (const name of ["crm", "erp"]) {
      const queue = `deliveries-${name}`;
      await sql`select pgboss.create_queue(${queue}, '{}')`.execute(db);
      const data = name === "erp" ? {} : { message: paid.message_id };
      const job = name === "erp" ? paid.message_id : randomUUID();
      await engine.send(queue, [{ id: job, data }], db);
    }
    await engine.stop(0);
    await sql`update pgboss.job set state = 'failed', completed_on = now()
      where name = 'deliveries-erp'`.execute(db);
    expect(await messages()).toMatchObject([
      { kind: "contact.stored", passed: ["crm", "erp", "gone"] },
      {
        kind: "payment.taken",
        passed: ["books", "gone"],
        waiting: ["crm"],
        given_up: ["erp"],
      },
    ]);
    const order = await server.send(`/api/admin/orders/${id}`, {
      headers: { accept: "text/plain" },
    });
    expect(order.text).toContain("books, gone; waits for crm; given up: erp");
    await db.deleteFrom("receivers").execute();
    await sql`drop schema pgboss cascade`.execute(db);
  });

  test("is exported whole, as JSON and as CSV that starts no formula", async () => {
    const email = newEmail();
    const { id } = await buyer(email);
    const query = new URLSearchParams({ email }).toString();
    const json = await server.send(`/api/admin/contacts/export?${query}`);
    expect(json.headers["content-disposition"]).toContain("person.json");
    expect(json.json).toMatchObject({
      orders: [{ order: { checkout_id: id }, payments: [{ amount: 999 }] }],
    });
    const csv = await server.send(
      `/api/admin/contacts/export?${query}&format=csv`,
    );
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(csv.text).toContain(`contacts.0.fields.email,${email}\r\n`);
    expect(csv.text).toContain("contacts.0.fields.name,'=Ann\r\n");
    expect(csv.text).toContain("orders.0.payments.0.amount,999\r\n");
  });

  test.each<[unknown, string]>([
    [{ a: 'x "y", z' }, 'a,"x ""y"", z"'],
    [{ a: [1, { b: null, c: true }] }, "a.0,1\r\na.1.c,true"],
    [{ a: "-1" }, "a,'-1"],
    [{ a: new Date(0) }, "a,1970-01-01T00:00:00.000Z"],
  ])("%j is %s", (data, lines) => {
    expect(toCsv(data)).toBe(`path,value\r\n${lines}\r\n`);
  });
});

describe("erasing a person", () => {
  test("leaves the email, and the digest of it, in no table, and the money in the books", async () => {
    const email = newEmail();
    const bought = await buyer(email);
    await scatter(email, bought);
    const other = newEmail();
    await buyer(other);
    expect(await tablesWith(email)).toEqual([
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
    expect(await tablesWith(email)).toEqual([]);
    const hash = digest(email.toLowerCase());
    expect(await tablesWith(hash)).toEqual(["operator_actions"]);
    expect(await tablesWith(other)).toContain("contacts");
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

  test("knows every table there is", async () => {
    const tables = await server.db.introspection.getTables();
    const names = tables.map(({ name }) => name);
    expect(
      names.filter((name) => !name.startsWith("kysely_")).toSorted(),
    ).toEqual(Object.keys(TABLES).toSorted());
  });

  test("takes the other tables of what was left in the sessions as well", async () => {
    const email = newEmail();
    const { visitor, session } = await buyer(email);
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
    expect(await tablesWith(consent)).toEqual(["consents"]);
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
    expect(await tablesWith(name)).toEqual([]);
    expect(await tablesWith(consent)).toEqual([]);
    expect(device.device_id).toBeTypeOf("string");
    expect(await tablesWith(String(device.device_id))).toEqual([]);
    const again = await visitor.call("/api/pay/purchases");
    expect(readObject(again.json)["purchases"]).toEqual([]);
  });

  test("tells of money without the person, and of the contact no more", async () => {
    const email = newEmail();
    const { id, contact } = await buyer(email);
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

  test("may be done again, and at the same time", async () => {
    const email = newEmail();
    await buyer(email);
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

  test("is written down by the digest", async () => {
    const email = newEmail();
    await buyer(email);
    await erase({ email });
    const rows = await server.db
      .selectFrom("operator_actions")
      .select(["action", "outcome"])
      .where("subject", "=", emailHolder(email.toLowerCase()))
      .execute();
    expect(rows).toMatchObject([
      { action: "contacts.erase", outcome: { deleted: { contacts: 1 } } },
    ]);
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

  test.each([
    ["GET", "contacts"],
    ["GET", "contacts/person"],
    ["GET", "contacts/export"],
    ["POST", "contacts/erase"],
  ])("%s %s is for operators alone", async (method, path) => {
    const app = appOver(server, { adminToken: "correct-horse" });
    const url = `https://calm.example/api/admin/${path}`;
    expect((await app.request(url, { method })).status).toBe(401);
  });
});
