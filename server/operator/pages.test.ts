import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readMoney } from "../checkout/money.ts";
import { findDead } from "../db/jobs.ts";
import { emailHolder } from "../db/persons.ts";
import { noteProblem, receiveEvent } from "../db/webhook-events.ts";
import { openEngine } from "../jobs/engine.ts";
import { silentLog } from "../log.ts";
import { arrive, goodCard, openHosted, post } from "../testing/calls.ts";
import { createServices } from "../app.ts";
import { clean } from "../jobs/housekeeping.ts";
import { mailFolder } from "../mail/mail-folder.ts";
import { postOffice } from "../mail/post.ts";
import { paidBy, useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";

const TOKEN = "correct-horse";
const receivers = [{ name: "crm", kinds: [] }];
const dataDir = mkdtempSync(join(tmpdir(), "pages-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const server = useServer(() => ({ adminToken: TOKEN, receivers, dataDir }));
const basic = {
  authorization: `Basic ${Buffer.from(`me:${TOKEN}`).toString("base64")}`,
};

const open = (path: string) =>
  server.send(`/api/admin${path}`, { headers: basic });

/** Sends the form of a page as a browser does. */
const send = (
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) =>
  server.send(`/api/admin/pages/${path}`, {
    method: "POST",
    headers: {
      ...basic,
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });

function hidden(page: string): Record<string, string> {
  const found = page.matchAll(
    /<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"/g,
  );
  return Object.fromEntries(
    [...found].map(([, name, value]) => [name, value ?? ""]),
  );
}

/** Somebody with a hostile name who has paid 9.99 for the journal. */
async function bought() {
  const email = `ann-${randomUUID()}@mail.example`;
  const visitor = await arrive(server);
  await visitor.call("/api/visitor/store-contact-info", {
    method: "POST",
    body: { event_id: randomUUID(), email, name: "<script>x</script>" },
  });
  const { id, url } = await openHosted(visitor);
  await post(visitor, url, goodCard);
  return { id, email };
}

const sumsBack = async (id: string) => {
  const rows = await server.db
    .selectFrom("refunds")
    .select(["amount", "reason"])
    .where("checkout_id", "=", id)
    .where("status", "=", "succeeded")
    .orderBy("at")
    .execute();
  return rows;
};

describe("the pages of operators", () => {
  test.each([
    "",
    "/pages/contacts",
    "/pages/orders",
    "/pages/messages",
    "/pages/jobs",
    "/pages/actions",
    "/pages/people?email=a",
  ])(
    "%s asks for the token, and loads nothing from elsewhere",
    async (path) => {
      const closed = await server.send(`/api/admin${path}`);
      expect(closed.status).toBe(401);
      expect(closed.headers["www-authenticate"]).toContain("Basic");
      const page = await open(path);
      expect(page.headers["content-type"]).toContain("text/html");
      const policy = String(page.headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(page.text).not.toContain("<script");
    },
  );

  test.each(["/admin", "/admin/"])("are found from %s", async (path) => {
    const { status, headers } = await server.send(path);
    expect([status, headers.location]).toEqual([302, "/api/admin"]);
  });

  test("show a person as text, whatever it holds, with the way to each order", async () => {
    const { id, email } = await bought();
    const query = new URLSearchParams({ email }).toString();
    const page = await open(`/pages/people?${query}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("&lt;script&gt;x&lt;/script&gt;");
    expect(page.text).not.toContain("<script");
    expect(page.text).toContain(`href="/api/admin/pages/orders/${id}"`);
    expect(page.text).toContain("/contacts/export?");
    expect((await open("/pages/people?email=nobody")).status).toBe(404);
  });

  test("list orders by their state", async () => {
    const { id } = await bought();
    expect((await open("/pages/orders?state=paid")).text).toContain(id);
    expect((await open("/pages/orders?state=")).text).toContain(id);
    expect((await open("/pages/orders?state=disputed")).text).not.toContain(id);
    expect((await open("/pages/orders?state=x")).status).toBe(422);
  });

  test.each(["contacts", "orders"])(
    "list %s by what was asked for, with the way to the older ones and to all as a file",
    async (name) => {
      const { email } = await bought();
      await bought();
      const part = await open(`/pages/${name}?limit=1&brand=calm&email=`);
      const [, older = ""] =
        /href="([^"]*)"[^>]*>Older ones/.exec(part.text) ?? [];
      expect(older).toContain("brand=calm");
      const path = older.replaceAll("&amp;", "&").replace("/api/admin", "");
      expect((await open(path)).text).toContain(email);
      const [, file = ""] = /href="([^"]*)"[^>]*>All of/.exec(part.text) ?? [];
      const csv = await open(
        file.replaceAll("&amp;", "&").replace("/api/admin", ""),
      );
      expect(csv.headers["content-type"]).toContain("text/csv");
      expect(csv.text).toContain(email);
      const asked = { email, since: "2000-01-01", before: "2999-01-01" };
      const query = new URLSearchParams({ ...asked, brand: "calm" }).toString();
      const page = (await open(`/pages/${name}?${query}`)).text;
      for (const value of Object.values(asked))
        expect(page).toContain(`value="${value}"`);
      expect(page).toMatch(/<option value="calm" selected/);
      expect(page).not.toContain("Older ones");
      expect((await open(`/pages/${name}?brand=other`)).text).not.toContain(
        email,
      );
      expect((await open(`/pages/${name}?since=x`)).status).toBe(422);
    },
  );

  test("list what was done, all of it or what was more than a look, and to whom", async () => {
    const { id, email } = await bought();
    const form = hidden((await open(`/pages/orders/${id}`)).text);
    await send(`orders/${id}/refund`, { ...form, amount: "1", reason: "torn" });
    const query = new URLSearchParams({ email }).toString();
    await open(`/pages/people?${query}`);
    const all = (await open("/pages/actions")).text;
    expect(all).toContain("contacts.show");
    expect(all).toContain(`href="/api/admin/pages/orders/${id}"`);
    const changes = (await open("/pages/actions?only=changes")).text;
    expect(changes).toContain("amount: 100, reason: torn");
    expect(changes).not.toContain("orders.show");
    expect(changes).not.toContain("key: ");
    const own = (await open(`/pages/actions?${query}`)).text;
    expect(own).toContain("contacts.show");
    expect(own).not.toContain("orders.refund");
    expect((await open("/pages/actions?limit=1")).text).toContain("before=");
  });

  test("give back a part, then the rest, each form once", async () => {
    const { id } = await bought();
    const form = hidden((await open(`/pages/orders/${id}`)).text);
    const part = { ...form, amount: "4.00", payment: "", reason: "asked" };
    for (const _ of [1, 2]) {
      const answer = await send(`orders/${id}/refund`, part);
      expect(answer.status).toBe(303);
      const page = await server.send(String(answer.headers.location), {
        headers: basic,
      });
      expect(page.text).toContain("$4.00 of order");
    }
    expect(await sumsBack(id)).toEqual([{ amount: 400, reason: "asked" }]);
    const rest = hidden((await open(`/pages/orders/${id}`)).text);
    await send(`orders/${id}/refund`, { ...rest, amount: "" });
    const sums = (await sumsBack(id)).map(({ amount }) => amount);
    expect(sums).toEqual([400, 599]);
    const done = await open(`/pages/orders/${id}`);
    expect(done.text).not.toContain("Give back");
  });

  test.each<[string, Record<string, string>, Record<string, string>, number]>([
    ["without the form's token", { token: "" }, {}, 403],
    ["with another token", { token: "x" }, {}, 403],
    ["by a page of another site", {}, { "sec-fetch-site": "cross-site" }, 403],
    ["by a sibling site", {}, { "sec-fetch-site": "same-site" }, 403],
    ["without a key", { key: "" }, {}, 422],
    ["of more digits than the currency has", { amount: "1.001" }, {}, 422],
    ["of more than there is", { amount: "10.00" }, {}, 422],
    ["of another payment", { payment: "x" }, {}, 404],
    ["with other fields", { sum: "1" }, {}, 422],
  ])("%s give nothing back, and say so", async (_, fields, headers, status) => {
    const { id } = await bought();
    const form = hidden((await open(`/pages/orders/${id}`)).text);
    const answer = await send(
      `orders/${id}/refund`,
      { ...form, ...fields },
      headers,
    );
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(await sumsBack(id)).toEqual([]);
  });

  test("send a message about a person or an order again, each form once", async () => {
    const { id, email } = await bought();
    const actions = async () => {
      const rows = await server.db
        .selectFrom("operator_actions")
        .select(["subject", "outcome"])
        .where("action", "like", "%.resend")
        .orderBy("begun_at")
        .execute();
      await server.db.deleteFrom("operator_actions").execute();
      return rows;
    };
    const order = await open(`/pages/orders/${id}`);
    const [, paid = ""] =
      /value="([\da-f-]{36})"[^>]*>\s*payment.taken of/.exec(order.text) ?? [];
    const form = { ...hidden(order.text), message: paid, to: "crm" };
    for (const _ of [1, 2]) {
      const page = await send(`orders/${id}/resend`, form);
      expect(page.text).toContain("crm is told again of 1 message");
      expect(page.text).toContain(`href="/api/admin/pages/orders/${id}"`);
    }
    const outcome = { to: "crm", kinds: ["payment.taken"] };
    expect(await actions()).toEqual([{ subject: id, outcome }]);
    const query = new URLSearchParams({ email }).toString();
    const person = await open(`/pages/people?${query}`);
    const [, told = ""] =
      /value="([\da-f-]{36})"[^>]*>\s*contact.stored of/.exec(person.text) ??
      [];
    const fields = { ...hidden(person.text), message: told, to: "crm" };
    const page = await send("people/resend", fields);
    expect(page.text).toContain(`href="/api/admin/pages/people?${query}"`);
    expect(await actions()).toMatchObject([{ subject: emailHolder(email) }]);
    const receipt = { ...form, key: randomUUID(), message: "", to: "mail" };
    const refused = await send(`orders/${id}/resend`, receipt);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("There is no such mail");
    expect((await send(`orders/${id}/resend`, { message: paid })).status).toBe(
      403,
    );
  });

  test("erase a person when the email is typed again", async () => {
    const { email } = await bought();
    const path = `/pages/people?${new URLSearchParams({ email }).toString()}`;
    const form = hidden((await open(path)).text);
    expect((await send("people/erase", { ...form, again: "x" })).status).toBe(
      422,
    );
    expect((await open(path)).status).toBe(200);
    const { status, text } = await send("people/erase", {
      ...form,
      again: email,
    });
    expect([status, text.includes("Kept: one order")]).toEqual([200, true]);
    expect((await open(path)).status).toBe(404);
  });

  test("settle an order by hand, and say so where the provider says otherwise", async () => {
    const { id } = await openHosted(await arrive(server));
    const page = await open(`/pages/orders/${id}`);
    expect(page.text).toContain("Settle by hand");
    const { token = "" } = hidden(page.text);
    const unpaid = { outcome: "unpaid" };
    const path = `orders/${id}/settle`;
    expect((await send(path, unpaid)).status).toBe(403);
    // The sandbox knows that nothing was taken.
    const paid = { token, outcome: "paid", transaction: "t-1" };
    expect((await send(path, paid)).status).toBe(409);
    expect((await send(path, { token, outcome: "paid" })).status).toBe(422);
    const done = await send(path, { token, ...unpaid });
    expect([done.status, done.headers.location]).toEqual([
      303,
      `/api/admin/pages/orders/${id}`,
    ]);
    const after = await open(`/pages/orders/${id}`);
    expect(after.text).toContain("cancelled");
    expect(after.text).not.toContain("Nothing was taken");
    const sold = await bought();
    expect((await open(`/pages/orders/${sold.id}`)).text).not.toContain(
      "Settle by hand",
    );
  });

  test("list messages of providers that were not dealt with, until somebody has looked", async () => {
    const { db } = server;
    const now = new Date(server.clock.ms);
    const names = [`max-pay ${randomUUID()} approved`, randomUUID()] as const;
    const [lost, broken] = names;
    const about = { provider: "max-pay", type: "payment", checkout_id: null };
    for (const event_id of names)
      await receiveEvent(db, { ...about, event_id }, now);
    const problem = "no order has this name; <b>";
    await noteProblem(db, lost, { problem, no_order: true });
    const page = await open("/pages/messages");
    expect(page.text).toContain("no order has this name; &lt;b&gt;");
    // It may still come again.
    expect(page.text).not.toContain(broken);
    server.clock.ms += 16 * 60_000;
    expect((await open("/pages/messages")).text).toContain(broken);
    const { token = "" } = hidden(page.text);
    const message = { message: lost };
    expect((await send("messages/drop", message)).status).toBe(403);
    for (const status of [303, 404])
      expect((await send("messages/drop", { token, ...message })).status).toBe(
        status,
      );
    const { text } = await open("/pages/messages");
    expect([text.includes(lost), text.includes(broken)]).toEqual([false, true]);
  });

  test("try dead letters again, or drop them, and write it down", async () => {
    const { db } = server;
    const engine = await openEngine({ db, log: silentLog });
    for (const name of ["letters", "other"])
      await sql`select pgboss.create_queue(${name}, '{}')`.execute(db);
    const ids = [randomUUID(), randomUUID()];
    await engine.send(
      "letters",
      ids.map((id) => ({ id, data: {} })),
      db,
    );
    await engine.send("other", [{ id: randomUUID(), data: {} }], db);
    await engine.stop(0);
    await sql`update pgboss.job set state = 'failed', completed_on = now()
      where name = 'letters'`.execute(db);
    const page = await open("/pages/jobs");
    const { token = "" } = hidden(page.text);
    for (const id of ids) expect(page.text).toContain(id);
    expect(page.text).toContain("Given up (2)");
    expect(page.text).toContain("To be done next (1)");
    expect(page.text).toContain("waiting");
    const [first = "", second = ""] = ids;
    expect((await send("jobs/drop", { id: first })).status).toBe(403);
    expect((await send("jobs/drop", { token, id: first })).status).toBe(303);
    expect((await send("jobs/retry", { token, id: second })).status).toBe(303);
    expect((await send("jobs/retry", { token })).status).toBe(422);
    expect((await send("jobs/keep", { token, id: second })).status).toBe(404);
    expect(await findDead(db, {}, 10)).toEqual([]);
    const { rows } =
      await sql`select id from pgboss.job where name = 'letters'`.execute(db);
    expect(rows).toEqual([{ id: second }]);
    const told = await db
      .selectFrom("operator_actions")
      .select(["action", "outcome"])
      .where("subject", "in", ids)
      .orderBy("action")
      .execute();
    expect(told).toEqual([
      { action: "jobs.drop", outcome: { jobs: 1 } },
      { action: "jobs.retry", outcome: { jobs: 1 } },
    ]);
  });
});

describe("mails that lie here because no mail server takes them", () => {
  const office = postOffice(null, mailFolder(dataDir));
  const lay = (id: string, to: string) =>
    office.post({
      id,
      to,
      subject: "Your <b>plan</b>",
      text: "Hello <script>x</script>",
      html: '<p style="color:red">Hello</p>',
      picture: null,
      sender: "Calm",
      replyTo: "help@calm.example",
      domain: "calm.example",
      unsubscribe: null,
    });
  const files = () =>
    readdirSync(mailFolder(dataDir)).filter((name) => name.endsWith(".txt"));
  beforeEach(() =>
    rmSync(mailFolder(dataDir), { recursive: true, force: true }),
  );

  test("are listed, the last one first, and none where there is no folder", async () => {
    expect((await open("/pages/mails")).text).toContain("None lies here");
    await lay("first", "ann@mail.example");
    await lay("second", "bob@mail.example");
    utimesSync(join(mailFolder(dataDir), "first.txt"), 1, 1);
    const { text } = await open("/pages/mails");
    expect(text).toContain("Your &lt;b&gt;plan&lt;/b&gt;");
    expect(text).toContain('href="/api/admin/pages/mails/first"');
    const at = (words: string) => text.indexOf(words);
    expect(at("bob@mail.example")).toBeLessThan(at("ann@mail.example"));
  });

  test("are shown as text and in a frame that runs nothing, which is written down", async () => {
    await lay("one", "ann@mail.example");
    const page = await open("/pages/mails/one");
    expect(page.text).toContain("To: ann@mail.example");
    expect(page.text).toContain("&lt;script&gt;x&lt;/script&gt;");
    expect(page.text).not.toContain("<script");
    expect(page.text).toMatch(/<iframe[^>]*\ssandbox\s[^>]*>/);
    expect(page.headers["content-security-policy"]).toContain(
      "frame-src 'self'",
    );
    const frame = await open("/pages/mails/one/html");
    expect(frame.text).toBe('<p style="color:red">Hello</p>');
    const policy = String(frame.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/; sandbox(;|$)/);
    expect(policy).not.toContain("script-src");
    const actions = await server.db
      .selectFrom("operator_actions")
      .select(["action", "subject"])
      .where("action", "=", "mails.show")
      .execute();
    // Each look, whichever it is.
    const look = { action: "mails.show", subject: "one" };
    expect(actions).toEqual([look, look]);
  });

  test.each(["..%2F..%2Fpackage", "%2E%2E", "two", ".one", "one%00"])(
    "of the name %s there is none",
    async (name) => {
      await lay("one", "ann@mail.example");
      expect((await open(`/pages/mails/${name}`)).status).toBe(404);
      expect((await open(`/pages/mails/${name}/html`)).status).toBe(404);
    },
  );

  test.each(["mails", "mails/one", "mails/one/html"])(
    "%s is for operators alone",
    async (path) => {
      const closed = await server.send(`/api/admin/pages/${path}`);
      expect(closed.status).toBe(401);
    },
  );

  test("go with the person, to whichever of their addresses they went", async () => {
    const { id, email } = await bought();
    await lay("rights-1", email.toUpperCase());
    await lay(`payment.taken-${id}`, "paid@mail.example");
    await lay("another", "bob@mail.example");
    const query = new URLSearchParams({ email }).toString();
    const form = hidden((await open(`/pages/people?${query}`)).text);
    const { text } = await send("people/erase", { ...form, again: email });
    expect(text).toContain("mail files");
    expect(files()).toEqual(["another.txt"]);
  });

  test("are deleted after thirty days", async () => {
    await lay("old", "ann@mail.example");
    await lay("new", "ann@mail.example");
    const day = 86_400;
    const now = server.clock.ms / 1_000;
    const at = (name: string, s: number) =>
      utimesSync(join(mailFolder(dataDir), `${name}.txt`), s, s);
    at("old", now - 30 * day - 1);
    at("new", now - 30 * day + 1);
    await clean(
      createServices({
        db: server.db,
        site: testSite,
        ...paidBy(),
        dataDir,
        now: () => new Date(server.clock.ms),
      }),
    );
    expect(files()).toEqual(["new.txt"]);
    expect(readdirSync(mailFolder(dataDir))).not.toContain("old.html");
  });
});

test.each([
  ["5.00", "USD", 500],
  ["5", "USD", 500],
  ["500", "JPY", 500],
  ["1.5", "KWD", 1_500],
  ["5.001", "USD", null],
  ["5.0", "JPY", null],
  ["5,00", "USD", null],
  ["-5", "USD", null],
  ["0.00", "USD", null],
])("%s in %s is %s minor units", (text, currency, minor) => {
  expect(readMoney(text, currency)).toBe(minor);
});
