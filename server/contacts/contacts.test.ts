import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { givePlaces } from "../db/outbox.ts";
import { openEngine } from "../jobs/engine.ts";
import { type Log, silentLog } from "../log.ts";
import { buy, newEmail } from "../testing/buyer.ts";
import { arrive, expectProblem, readObject } from "../testing/calls.ts";
import { appOver, listenOver, useServer } from "../testing/server.ts";
import { digest } from "../token.ts";
import { toCsv } from "./csv.ts";

const receivers = [
  { name: "books", kinds: ["payment.taken"] },
  { name: "crm", kinds: [] },
  { name: "erp", kinds: [] },
];
const server = useServer(() => ({ receivers }));

const person = async (email: string) =>
  server.send(`/api/admin/contacts/person?${new URLSearchParams({ email })}`);

describe("a person", () => {
  test("is found by their email, with what they told, bought and were offered", async () => {
    const email = newEmail();
    const { id, contact } = await buy(server, email);
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

  test("whoever was written to is shown with the mails", async () => {
    const email = newEmail();
    const { id } = await buy(server, email);
    const mail_id = `payment.taken-${id}`;
    const sent_at = new Date(server.clock.ms);
    await server.db.insertInto("mails").values({ mail_id, sent_at }).execute();
    expect(readObject((await person(email)).json)["mails"]).toMatchObject([
      { mail_id },
    ]);
  });

  test("is listed once for each contact, newest first", async () => {
    const email = newEmail();
    await buy(server, email);
    await buy(server, email);
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

  test("is in a file of all that is read while it is sent, and ends where its reader goes", async () => {
    const email = newEmail();
    const { session } = await buy(server, email);
    await sql`insert into contacts (session_id, event_id, body_digest, fields, created_at)
      select session_id, gen_random_uuid(), '', fields || jsonb_build_object('name', repeat('Ann ', 2000)), created_at
      from contacts, generate_series(1, 2500) where session_id = ${session}`.execute(
      server.db,
    );
    const path = `/api/admin/contacts?${new URLSearchParams({ email, format: "csv" })}`;
    const ended = async () => {
      const { outcome } = await server.db
        .selectFrom("operator_actions")
        .select("outcome")
        .where("action", "=", "contacts.export")
        .orderBy("begun_at", "desc")
        .executeTakeFirstOrThrow();
      return outcome;
    };
    const all = await server.send(path);
    expect(all.text.match(/\r\n/g)).toHaveLength(1 + 2_501);
    expect(all.text.split("left,email,name,brand")).toHaveLength(2);
    expect(await ended()).toEqual({ contacts: 2_501 });
    server.clock.ms += 1_000;
    await server.send(path, { method: "HEAD" });
    expect(await ended()).toEqual({ contacts: 0, problem: "not-taken" });
    server.clock.ms += 1_000;
    const other = await listenOver(server, {
      now: () => new Date(server.clock.ms),
    });
    const left = new AbortController();
    const part = await fetch(`http://127.0.0.1:${other.port}${path}`, {
      signal: left.signal,
    });
    await part.body?.getReader().read();
    left.abort();
    await expect.poll(ended).toMatchObject({ problem: "not-taken" });
    await other.end();
  });

  test("is in a file that breaks off where the others cannot be read", async () => {
    const email = newEmail();
    const { session } = await buy(server, email);
    await sql`insert into contacts (session_id, event_id, body_digest, fields, created_at)
      select session_id, gen_random_uuid(), '', fields, created_at
      from contacts, generate_series(1, 1500) where session_id = ${session}`.execute(
      server.db,
    );
    let reads = 0;
    const db = server.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        const query = server.db.getExecutor().compileQuery(node, queryId);
        if (query.sql.includes('from "contacts"')) {
          reads += 1;
          if (reads > 1) throw new Error("it takes too long");
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const lines: Parameters<Log>[0][] = [];
    const other = await listenOver({ db }, { log: (line) => lines.push(line) });
    const query = new URLSearchParams({ email, format: "csv" });
    const read = fetch(
      `http://127.0.0.1:${other.port}/api/admin/contacts?${query}`,
    ).then((file) => file.text());
    await expect(read).rejects.toThrow(/terminated|failed/);
    expect(reads).toBe(2);
    await other.end();
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: "error",
        message: "file broken off",
        error: "Error: it takes too long",
      }),
    );
  });

  test("is shown with the prices that they confirmed", async () => {
    const email = newEmail();
    await buy(server, email);
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
    const { id } = await buy(server, email);
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
    const { id } = await buy(server, email);
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

  test("is exported with what was told along with orders and prices", async () => {
    const email = newEmail();
    const { id, session } = await buy(server, email);
    await server.db
      .updateTable("checkouts")
      .set({
        details: JSON.stringify({ city: "Köln", meta: { fbp: "fb.1.form" } }),
        return_path: "/quiz/oto?fbclid=click",
        card_brand: "visa",
        card_last4: "9876",
      })
      .where("checkout_id", "=", id)
      .execute();
    await server.db
      .updateTable("quotes")
      .set({ fbp: "fb.1.price", fbc: "fb.2.price" })
      .where("session_id", "=", session)
      .execute();
    const query = new URLSearchParams({ email }).toString();
    const { json } = await server.send(`/api/admin/contacts/export?${query}`);
    expect(json).toMatchObject({
      contacts: [{ brand: "calm", funnel: null }],
      visits: [{ brand: "calm" }],
      told_with_orders: [
        {
          checkout_id: id,
          details: { city: "Köln", meta: { fbp: "fb.1.form" } },
          return_path: "/quiz/oto?fbclid=click",
          card_brand: "visa",
          card_last4: "9876",
        },
      ],
      prices: [{ fbp: "fb.1.price", fbc: "fb.2.price" }],
    });
    const shown = await server.send(`/api/admin/contacts/person?${query}`, {
      headers: { accept: "text/plain" },
    });
    expect(shown.text).toContain("Köln");
    expect(shown.text).toContain("visa 9876");
  });

  test.each<[unknown, string]>([
    [{ a: 'x "y", z' }, 'a,"x ""y"", z"'],
    [{ a: [1, { b: null, c: true }] }, "a.0,1\r\na.1.c,true"],
    [{ a: "-1" }, "a,'-1"],
    [{ a: "Ann;=cmd|'/C calc'!A0" }, "a,Ann;'=cmd|'/C calc'!A0"],
    [{ a: "x; @y;\t+z" }, "a,x; '@y;\t'+z"],
    [{ a: "x\n=y" }, `a,"x\n'=y"`],
    // A field that begins by two quotes ends its quoting there.
    [{ a: 'Ann;"=1+1;' }, `a,"Ann;""'=1+1;"`],
    [{ a: 'x; "" @y' }, `a,"x; """" '@y"`],
    [{ a: " =1+1" }, "a, '=1+1"],
    [{ a: "＝1+1;－2" }, "a,'＝1+1;'－2"],
    [{ a: "a-b; c = d" }, "a,a-b; c = d"],
    [{ a: new Date(0) }, "a,1970-01-01T00:00:00.000Z"],
  ])("%j is %s", (data, lines) => {
    expect(toCsv(data)).toBe(`path,value\r\n${lines}\r\n`);
  });
});

test.each([
  ["GET", "contacts"],
  ["GET", "contacts/person"],
  ["GET", "contacts/export"],
  ["POST", "contacts/erase"],
  ["POST", "contacts/erase-again"],
])("%s %s is for operators alone", async (method, path) => {
  const app = appOver(server, { adminToken: "correct-horse" });
  const url = `https://calm.example/api/admin/${path}`;
  expect((await app.request(url, { method })).status).toBe(401);
});
