import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { RIGHTS_PATH, rights, RIGHTS_TOKEN_TTL_S } from "../jobs/rights.ts";
import { type Mail, RefusedMail } from "../mail/mailer.ts";
import { deleteOutlived } from "../db/cleanup.ts";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { createHosts } from "../site.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  goodCard,
  openHosted,
  post,
} from "../testing/calls.ts";
import { appOver, useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { digest, systemRandom } from "../token.ts";

const server = useServer();
const sent: Mail[] = [];
let refuse: Error | null = null;
beforeEach(async () => {
  sent.length = 0;
  refuse = null;
  // An hour later, nothing is left of what one client may ask.
  server.clock.ms += 3_600_000;
  await server.db.deleteFrom("rights_requests").execute();
});

const queues = rights({
  get db() {
    return server.db;
  },
  now: () => new Date(server.clock.ms),
  sendMail: async (mail) => {
    sent.push(mail);
    if (refuse !== null) throw refuse;
  },
  services: () => ({
    hosts: createHosts(testSite),
    apiOrigin: "",
    random: systemRandom,
  }),
});

const ask = (
  email: string,
  wanted = "erase",
  headers: Readonly<Record<string, string>> = {},
) =>
  server.send("/api/visitor/ask-for-data", {
    method: "POST",
    headers,
    body: { email, wanted },
  });

/** Sends the mails of everybody who has asked; answers what was done for each. */
async function sendMails() {
  const rows = await server.db
    .selectFrom("rights_requests")
    .select("request_id")
    .execute();
  const { signal } = new AbortController();
  const did = [];
  for (const { request_id: id } of rows)
    did.push(await queues[0]?.handle({ id, data: {}, isLast: false, signal }));
  return did;
}

/** The token of the last mail. */
function tokenSent(): string {
  const [, token = ""] =
    /\/api\/visitor\/data\?token=([A-Za-z0-9_-]{22})/.exec(
      sent.at(-1)?.text ?? "",
    ) ?? [];
  expect(token).not.toBe("");
  return token;
}

const look = (token: string) => server.send(`${RIGHTS_PATH}?token=${token}`);
const confirm = (token: string, more: Readonly<Record<string, string>> = {}) =>
  server.send(RIGHTS_PATH, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ token, ...more }).toString(),
  });

async function leave(email: string) {
  const visitor = await arrive(server);
  await visitor.call("/api/visitor/store-contact-info", {
    method: "POST",
    body: { event_id: randomUUID(), email, name: "Ann" },
  });
  return visitor;
}
const newEmail = () => `ann+${randomUUID()}@mail.example`;
const contactsOf = async (email: string) =>
  (await server.db.selectFrom("contacts").select("fields").execute()).filter(
    ({ fields }) => fields["email"] === email,
  );

describe("asking", () => {
  test("is answered alike for those who are known and those who are not", async () => {
    const email = newEmail();
    await leave(email);
    const [known, unknown] = [await ask(email), await ask(newEmail())];
    expectAnswer("ask-for-data", known);
    expect(unknown.status).toBe(known.status);
    expect(unknown.text).toBe(known.text);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
    const count = async () =>
      (await server.db.selectFrom("rights_requests").selectAll().execute())
        .length;
    expect(await count()).toBe(2);
    // A try without a mail says nothing of the mail server.
    expect(new Set(await sendMails())).toEqual(new Set(["done", "nothing"]));
    expect(sent.map(({ to }) => to)).toEqual([email]);
    // Nothing is left of an address that nothing is known of.
    expect(await count()).toBe(1);
  });

  test("is limited for an email, known or not", async () => {
    const email = newEmail();
    for (let i = 0; i < 3; i += 1) expect((await ask(email)).status).toBe(200);
    expectProblem("too-many", await ask(email.toUpperCase()));
    expect((await ask(newEmail())).status).toBe(200);
  });

  test("is limited for a client, whatever emails it asks for", async () => {
    const app = appOver(server, {
      addressHeader: "x-forwarded-for",
      now: () => new Date(server.clock.ms),
    });
    const statuses = [];
    for (let i = 0; i < 11; i += 1) {
      const answer = await app.request(
        "http://calm.localhost/api/visitor/ask-for-data",
        {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-forwarded-for": "203.0.113.7",
          },
          body: JSON.stringify({ email: newEmail(), wanted: "export" }),
        },
      );
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test.each([
    ["no address", "ann", "erase"],
    ["another wish", "ann@mail.example", "sell"],
  ])("for %s is refused", async (_, email, wanted) => {
    const answer = await ask(email, wanted);
    expectProblem("invalid", answer);
    expect(answer.status).toBe(422);
  });

  test("sends the link to the brand's own host, whatever the request says", async () => {
    const email = newEmail();
    await leave(email);
    await ask(email, "erase", { "x-forwarded-host": "evil.example" });
    await sendMails();
    expect(sent[0]?.text).toContain(`https://calm.example${RIGHTS_PATH}?`);
    await ask(email, "erase", { origin: "http://calm.localhost:4173" });
    await sendMails();
    const texts = sent.map(({ text }) => text).join();
    expect(texts).toContain("http://calm.localhost:4173/api/");
  });
});

describe("the link", () => {
  test("is sent in the brand's name, and its token is kept as a digest alone", async () => {
    const email = newEmail();
    await leave(email);
    await ask(email.toUpperCase(), "export");
    await sendMails();
    expect(sent).toMatchObject([
      { to: email, sender: "Brand calm", replyTo: "help@calm.example" },
    ]);
    const token = tokenSent();
    const rows = await server.db
      .selectFrom("rights_requests")
      .selectAll()
      .execute();
    expect(rows).toMatchObject([{ token_digest: digest(token) }]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("shows what it is about, changes nothing by a look, and erases once", async () => {
    const email = newEmail();
    const visitor = await leave(email);
    const { url, id } = await openHosted(visitor);
    await post(visitor, url, goodCard);
    await ask(email);
    await sendMails();
    const token = tokenSent();
    for (let i = 0; i < 2; i += 1) {
      const page = await look(token);
      expect(page.status).toBe(200);
      expect(page.text).toContain(email);
      expect(page.headers["cache-control"]).toBe("no-store");
      expect(page.headers["content-security-policy"]).toContain(
        "form-action 'self'",
      );
    }
    expect(await contactsOf(email)).toHaveLength(1);
    const [first, second] = await Promise.all([confirm(token), confirm(token)]);
    const statuses = new Set([first.status, second.status]);
    expect(statuses).toEqual(new Set([200, 404]));
    expect(await contactsOf(email)).toEqual([]);
    const order = await server.db
      .selectFrom("checkouts")
      .select(["email", "amount", "status"])
      .where("checkout_id", "=", id)
      .executeTakeFirst();
    expect(order).toEqual({ email: null, amount: 999, status: "paid" });
    expect((await look(token)).status).toBe(404);
    const actions = await server.db
      .selectFrom("operator_actions")
      .select(["action", "asked"])
      .where("action", "=", "contacts.erase")
      .where(sql`outcome->>'problem'`, "is", null)
      .execute();
    expect(actions).toEqual([
      { action: "contacts.erase", asked: { by: "visitor" } },
    ]);
  });

  test.each(["erase", "export"])(
    "stays good where its %s fails",
    async (wanted) => {
      const email = newEmail();
      await leave(email);
      await ask(email, wanted);
      await sendMails();
      const token = tokenSent();
      const rename = (from: string, to: string) =>
        sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(
          server.db,
        );
      await rename("gift_openings", "elsewhere");
      expect((await confirm(token)).status).toBe(500);
      await rename("elsewhere", "gift_openings");
      expect(await contactsOf(email)).toHaveLength(1);
      expect((await look(token)).status).toBe(200);
      expect((await confirm(token)).status).toBe(200);
      expect((await confirm(token)).status).toBe(404);
    },
  );

  test.each([
    ["json", "application/json", "attachment"],
    ["csv", "text/csv; charset=utf-8", "attachment"],
  ])("hands over a copy as %s, once", async (format, type, disposition) => {
    const email = newEmail();
    await leave(email);
    await ask(email, "export");
    await sendMails();
    const token = tokenSent();
    expect((await look(token)).text).toContain("Download as JSON");
    const copy = await confirm(token, { format });
    expect(copy.headers["content-type"]).toContain(type);
    expect(copy.headers["content-disposition"]).toContain(disposition);
    expect(copy.text).toContain(email);
    expect((await confirm(token, { format })).status).toBe(404);
    expect(await contactsOf(email)).toHaveLength(1);
  });

  test("is about sessions in which nobody gave another email later", async () => {
    const [slip, mended] = [newEmail(), newEmail()];
    const visitor = await leave(slip);
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id: randomUUID(), email: mended, name: "Ann" },
    });
    await ask(slip, "export");
    await sendMails();
    expect(sent).toEqual([]);
    await ask(slip, "erase");
    await sendMails();
    expect((await confirm(tokenSent())).status).toBe(200);
    expect(await contactsOf(slip)).toEqual([]);
    expect(await contactsOf(mended)).toHaveLength(1);
    await ask(mended, "export");
    await sendMails();
    const copy = await confirm(tokenSent(), { format: "json" });
    expect(copy.text).toContain(mended);
    expect(copy.text).not.toContain(slip);
  });

  test("is good for an hour, and then forgotten", async () => {
    const email = newEmail();
    await leave(email);
    await ask(email);
    await sendMails();
    const token = tokenSent();
    server.clock.ms += RIGHTS_TOKEN_TTL_S * 1_000;
    expect((await look(token)).status).toBe(404);
    expect((await confirm(token)).status).toBe(404);
    expect(await contactsOf(email)).toHaveLength(1);
    await deleteOutlived(server.db, new Date(server.clock.ms));
    const left = await server.db
      .selectFrom("rights_requests")
      .select("email")
      .execute();
    expect(left).toEqual([]);
  });

  test("of a mail that was tried again is the last one", async () => {
    const email = newEmail();
    await leave(email);
    await ask(email);
    refuse = new Error("busy");
    await expect(sendMails()).rejects.toThrow("busy");
    const first = tokenSent();
    refuse = null;
    await sendMails();
    expect(tokenSent()).not.toBe(first);
    // Mailboxes that show a mail once tell by its name.
    const [before, after] = sent.map(({ id }) => id);
    expect(after).not.toBe(before);
    expect((await look(first)).status).toBe(404);
    expect((await look(tokenSent())).status).toBe(200);
  });

  test("of a mail that cannot be sent for hours is sent within a day, and then forgotten", async () => {
    const [email, late] = [newEmail(), newEmail()];
    await leave(email);
    await leave(late);
    await ask(email);
    refuse = new Error("away");
    await expect(sendMails()).rejects.toThrow("away");
    expect((await look(tokenSent())).status).toBe(404);
    server.clock.ms += DAY_MS - HOUR_MS;
    await deleteOutlived(server.db, new Date(server.clock.ms));
    refuse = null;
    expect(await sendMails()).toEqual(["done"]);
    expect((await look(tokenSent())).status).toBe(200);

    server.clock.ms += RIGHTS_TOKEN_TTL_S * 1_000;
    await deleteOutlived(server.db, new Date(server.clock.ms));
    await ask(late);
    refuse = new Error("away");
    await expect(sendMails()).rejects.toThrow("away");
    server.clock.ms += DAY_MS + 1;
    refuse = null;
    expect(await sendMails()).toEqual(["nothing"]);
    await deleteOutlived(server.db, new Date(server.clock.ms));
    expect(
      await server.db.selectFrom("rights_requests").select("email").execute(),
    ).toEqual([]);
  });

  test.each(queues)(
    "is tried for hours, and no longer than the request waits: $name",
    ({ retries, retryAfterS }) => {
      // Each wait is twice the one before, and up to twice as long by chance.
      const leastMs = (2 ** retries - 1) * retryAfterS * 1_000;
      expect(leastMs).toBeGreaterThan(4 * HOUR_MS);
      expect(2 * leastMs).toBeLessThan(DAY_MS);
    },
  );

  test("of a mailbox that there is not is given up", async () => {
    const email = newEmail();
    await leave(email);
    await ask(email);
    refuse = new RefusedMail("no such mailbox");
    await expect(sendMails()).rejects.toThrow("no such mailbox");
    expect((await look(tokenSent())).status).toBe(404);
  });

  test.each(["", "x", "a".repeat(22), "' or 1=1"])(
    "with the token %j leads nowhere",
    async (token) => {
      expect((await look(encodeURIComponent(token))).status).toBe(404);
      expect((await confirm(token)).status).toBe(404);
    },
  );

  test("is no way to send a large form", async () => {
    const answer = await confirm("a".repeat(22), { more: "x".repeat(10_000) });
    expectProblem("body-too-large", answer);
    expect(answer.status).toBe(413);
  });
});
