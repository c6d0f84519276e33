import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { createOrigins } from "../http/origin.ts";
import { mail } from "../jobs/mail.ts";
import type { Mail } from "../mail/mailer.ts";
import { createHosts, type Site } from "../site.ts";
import {
  arrive,
  expectProblem,
  goodCard,
  openHosted,
  post,
  readObject,
} from "../testing/calls.ts";
import { appOver, useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { noMailPictures } from "../mail/pictures.ts";
import { systemRandom } from "../token.ts";

const DAY_MS = 86_400_000;
const { calm } = testSite.brands;
if (calm === undefined) throw new Error("there is no brand");
const site: Site = {
  ...testSite,
  brands: {
    ...testSite.brands,
    calm: {
      ...calm,
      mails: [
        {
          moment: "payment.taken",
          subject: ["Your receipt"],
          text: [
            {
              kind: "paragraph",
              children: [{ kind: "variable", name: "amount", fallback: null }],
            },
          ],
          button: "Go on",
        },
        {
          moment: "contact.stored",
          funnel: "quiz",
          subject: "Your plan is ready",
          text: [],
          button: "See it",
          leads: { "/quiz/4-email": "/quiz/5-you'll-see" },
        },
      ],
    },
  },
};

/** What was put into queues, each job once however often it is sent. */
const queued = new Map<string, { queue: string; id: string; data: unknown }>();
const sent: Mail[] = [];
beforeEach(() => {
  queued.clear();
  sent.length = 0;
});
const receivers = [
  { name: "crm", kinds: [] },
  { name: "books", kinds: ["payment.refunded"] },
];
const server = useServer(() => ({
  site,
  receivers,
  jobs: {
    send: async (queue, jobs) => {
      for (const job of jobs)
        queued.set(`${queue} ${job.id}`, { queue, ...job });
    },
    wake: () => {},
  },
}));

/** Sends every mail that is in its queue. */
async function work() {
  const queue = mail({
    db: server.db,
    now: () => new Date(server.clock.ms),
    sender: { send: async () => {}, wake: () => {} },
    sendMail: async (one) => void sent.push(one),
    services: () => ({
      hosts: createHosts(site),
      origins: createOrigins(site, false),
      apiOrigin: "",
      random: systemRandom,
      mailPictures: noMailPictures,
    }),
  });
  const { signal } = new AbortController();
  for (const { id, data, queue: name } of queued.values())
    if (name === "mail")
      await queue.handle({ id, data, isLast: false, signal });
  queued.clear();
}

/** Somebody who has left an email and paid 9.99 for the journal. */
async function bought(
  email: string | null = `ann-${randomUUID()}@mail.example`,
) {
  const visitor = await arrive(server);
  const event_id = randomUUID();
  await visitor.call("/api/visitor/store-contact-info", {
    method: "POST",
    body: { event_id, ...(email === null ? { name: "Ann" } : { email }) },
  });
  const { id, url } = await openHosted(visitor);
  await post(visitor, url, goodCard);
  const messages = await server.db
    .selectFrom("outbox")
    .select(["message_id", "kind", "payload"])
    .execute();
  const messageOf = (kind: string, name: string, value: string) =>
    messages.find((one) => one.kind === kind && one.payload[name] === value)
      ?.message_id ?? "";
  return {
    id,
    email,
    paid: messageOf("payment.taken", "checkout_id", id),
    told: messageOf("contact.stored", "event_id", event_id),
  };
}

const resend = (
  what: string,
  body: unknown = {},
  headers: Record<string, string> = {},
) =>
  server.send(`/api/admin/${what}/resend`, {
    method: "POST",
    headers: { "idempotency-key": randomUUID(), ...headers },
    body,
  });

const actionsOf = (subject: string) =>
  server.db
    .selectFrom("operator_actions")
    .select(["action", "asked", "outcome"])
    .where("subject", "=", subject)
    .where("action", "like", "%.resend")
    .execute();

describe("a receipt", () => {
  test("goes out again once for each press, under a name of its own", async () => {
    const { id, email, paid } = await bought();
    queued.set(paid, { queue: "mail", id: paid, data: {} });
    await work();
    const key = { "idempotency-key": randomUUID() };
    for (const _ of [1, 2]) {
      const answer = await resend(`orders/${id}`, {}, key);
      const kinds = ["payment.taken"];
      expect(answer.json).toEqual({ version: 1, to: "mail", kinds });
      await work();
    }
    await resend(`orders/${id}`);
    await work();
    expect(sent.map(({ to }) => to)).toEqual([email, email, email]);
    expect(new Set(sent.map((one) => one.id)).size).toBe(3);
    expect(sent.every(({ text }) => text.includes("$9.99"))).toBe(true);
    const shown = readObject(
      (await server.send(`/api/admin/orders/${id}`)).json,
    );
    const mails = Array.isArray(shown["mails"]) ? shown["mails"] : [];
    const names = mails.map((one: unknown) => Object(one).mail_id);
    expect(names).toEqual(sent.map((one) => one.id));
    expect(await actionsOf(id)).toHaveLength(2);
  });

  test("goes out again when the message about it is long gone", async () => {
    const { id } = await bought();
    server.clock.ms += 100 * DAY_MS;
    await server.db.deleteFrom("outbox").execute();
    const answer = await resend(`orders/${id}`, {}, { accept: "text/plain" });
    expect(answer.text).toBe("The mail about payment.taken goes out again.\n");
    await work();
    expect(sent).toMatchObject([{ text: expect.stringContaining("$9.99") }]);
  });
});

test("what was taken once too often is said again in place of a receipt", async () => {
  const { id } = await bought();
  await server.db
    .updateTable("payments")
    .set({ refund_due: true })
    .where("checkout_id", "=", id)
    .execute();
  await server.db.deleteFrom("outbox").execute();
  expect(await resend(`orders/${id}`)).toMatchObject({ status: 200 });
  await work();
  expect(sent).toMatchObject([
    { text: expect.stringMatching(/\$9\.99.* once too often/) },
  ]);
});

describe("a receiver", () => {
  test("is told again of all that is kept of an order, or of what it wants", async () => {
    const { id, paid } = await bought();
    await server.send(`/api/admin/orders/${id}/refund`, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: { amount: 100 },
    });
    const toldTo = async (body: object) => {
      queued.clear();
      const { json } = await resend(`orders/${id}`, body);
      return {
        kinds: readObject(json)["kinds"],
        queues: [...queued.values()].map(({ queue }) => queue),
      };
    };
    expect(await toldTo({ to: "crm" })).toEqual({
      kinds: ["payment.taken", "payment.refunded"],
      queues: ["deliveries-crm", "deliveries-crm"],
    });
    expect(await toldTo({ to: "books" })).toEqual({
      kinds: ["payment.refunded"],
      queues: ["deliveries-books"],
    });
    expect(await toldTo({ to: "crm", kind: "payment.taken" })).toEqual({
      kinds: ["payment.taken"],
      queues: ["deliveries-crm"],
    });
    expect([...queued.values()]).toMatchObject([{ data: { message: paid } }]);
  });

  test("is told again of one message, once for each press", async () => {
    const { id, told, paid } = await bought();
    const key = { "idempotency-key": randomUUID() };
    for (const message of [told, paid, paid])
      await resend(`outbox/${message}`, { to: "crm" }, key);
    expect([...queued.values()].map(({ data }) => data)).toEqual([
      { message: told },
      { message: paid },
    ]);
    expect(await actionsOf(id)).toEqual([
      {
        action: "orders.resend",
        asked: { key: key["idempotency-key"], to: "crm", message: paid },
        outcome: { to: "crm", kinds: ["payment.taken"] },
      },
    ]);
  });
});

describe("nothing is sent again", () => {
  test.each<[string, object, Record<string, string>, string]>([
    ["without a key", {}, { "idempotency-key": "" }, "headers-missing"],
    ["to somebody unknown", { to: "erp" }, {}, "invalid"],
    ["of a kind that there is not", { kind: "x" }, {}, "invalid"],
    ["with other fields", { mail: "x" }, {}, "invalid"],
    ["that never was", { kind: "renewal.taken" }, {}, "nothing-to-send"],
    ["that it is not told of", { to: "books" }, {}, "nothing-to-send"],
  ])("%s", async (_, body, headers, code) => {
    const { id } = await bought();
    expectProblem(code, await resend(`orders/${id}`, body, headers));
    expect(queued.size).toBe(0);
  });

  test("of what nobody has paid, knows, or left an email with", async () => {
    const { id } = await openHosted(await arrive(server));
    expectProblem("nothing-to-send", await resend(`orders/${id}`));
    expectProblem("order-unknown", await resend("orders/none"));
    expectProblem("message-unknown", await resend("outbox/none"));
    const nobody = await bought(null);
    expectProblem("nothing-to-send", await resend(`orders/${nobody.id}`));
    const { told } = await bought();
    expectProblem("nothing-to-send", await resend(`outbox/${told}`));
    expect(queued.size).toBe(0);
  });

  test("to a contact who has refused such mails", async () => {
    const visitor = await arrive(server);
    const event_id = randomUUID();
    const http_referer = encodeURIComponent(
      "https://calm.example/quiz/4-email",
    );
    const email = `ann-${randomUUID()}@mail.example`;
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id, email, http_referer },
    });
    const { message_id } = await server.db
      .selectFrom("outbox")
      .select("message_id")
      .where(sql`payload->>'event_id'`, "=", event_id)
      .executeTakeFirstOrThrow();
    expect((await resend(`outbox/${message_id}`)).status).toBe(200);
    await work();
    const { pathname, search } = new URL(sent[0]?.unsubscribe ?? "");
    await server.send(pathname + search, { method: "POST" });
    expectProblem("nothing-to-send", await resend(`outbox/${message_id}`));
    expect(queued.size).toBe(0);
  });

  test.each(["orders/x", "outbox/x"])("by strangers: %s", async (what) => {
    const app = appOver(server, { adminToken: "correct-horse" });
    const address = `https://calm.example/api/admin/${what}/resend`;
    const answer = await app.request(address, { method: "POST" });
    expect(answer.status).toBe(401);
  });
});
