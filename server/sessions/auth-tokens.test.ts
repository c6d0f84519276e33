import { randomUUID } from "node:crypto";
import { createQueryId } from "kysely";
import { describe, expect, test } from "vitest";
import { routes } from "../routes/registry.ts";
import { AUTH_TOKEN_TTL_S } from "./auth-token.ts";
import { appOver, useServer } from "../testing/server.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  goodCard,
  initiate,
  post,
  readObject,
} from "../testing/calls.ts";
import { SESSION_COOKIE, SESSION_HEADER } from "./session.ts";
import { digest } from "../token.ts";

const server = useServer();

const PATH = "/api/courses/auth/tokens/create";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

const tokenOf = (data: unknown): unknown =>
  readObject(readObject(readObject(data)["data"])["data"])["token"];

async function tokenFor(email: string): Promise<unknown> {
  const body = new URLSearchParams({ email }).toString();
  const answer = await server.send(PATH, {
    method: "POST",
    headers: FORM,
    body,
  });
  return tokenOf(expectAnswer("auth-tokens-create", answer));
}

async function leaveContact(email: string): Promise<void> {
  const visitor = await arrive(server);
  await visitor.call("/api/visitor/store-contact-info", {
    method: "POST",
    body: { event_id: randomUUID(), email },
  });
}

async function subscribe(email: string): Promise<void> {
  const visitor = await arrive(server);
  await initiate(visitor, "plan");
  const opened = await visitor.call("/api/pay/make-stripe-subscription", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: { product: "plan", email, return_path: "/quiz/oto" },
  });
  const { url } = expectAnswer("make-stripe-subscription", opened);
  const { pathname } = new URL(String(url), "http://calm.localhost");
  await post(visitor, pathname, goodCard);
}

describe("a token", () => {
  test("is given to whoever asks, however the address is written, and kept as a digest", async () => {
    const token = await tokenFor("ann@mail.EXAMPLE");
    expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const row = await server.db
      .selectFrom("auth_tokens")
      .selectAll()
      .where("email", "=", "ann@mail.example")
      .executeTakeFirstOrThrow();
    expect(row.token_digest).toBe(digest(String(token)));
    expect(row.brand).toBe("calm");
    const lifetime = row.expires_at.getTime() - row.created_at.getTime();
    expect(lifetime).toBe(AUTH_TOKEN_TTL_S * 1_000);
  });

  test("is made by the same statements and answered alike, for customers and for strangers", async () => {
    await leaveContact("left@mail.example");
    await subscribe("paid@mail.example");
    const asked = [];
    for (const email of ["left", "paid", "stranger", "%"]) {
      const statements: string[] = [];
      const db = server.db.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(
            server.db.getExecutor().compileQuery(node, createQueryId()).sql,
          );
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const body = new URLSearchParams({ email: `${email}@mail.example` });
      const answer = await appOver({ db }).request(PATH, {
        method: "POST",
        body,
      });
      const text = (await answer.text()).replace(/"[\w-]{22}"/, "(token)");
      const headers = [...answer.headers.keys()];
      asked.push({ status: answer.status, text, headers, statements });
    }
    const [first, ...others] = asked;
    expect(first?.text).toBe('{"data":{"data":{"token":(token)}}}');
    for (const other of others) expect(other).toEqual(first);
  });

  test("is another one each time, and outlived ones go", async () => {
    const first = await tokenFor("bob@mail.example");
    server.clock.ms += AUTH_TOKEN_TTL_S * 1_000;
    expect(await tokenFor("bob@mail.example")).not.toBe(first);
    const rows = await server.db
      .selectFrom("auth_tokens")
      .select("token_digest")
      .where("email", "=", "bob@mail.example")
      .execute();
    expect(rows).toHaveLength(1);
  });

  test("comes with a session, as every answer does", async () => {
    const form = new FormData();
    form.set("email", "carl@mail.example");
    const app = appOver(server);
    const answer = await app.request(PATH, { method: "POST", body: form });
    expect(answer.headers.get(SESSION_HEADER)).toHaveLength(22);
    expect(tokenOf(await answer.json())).toHaveLength(22);
  });
});

describe("asking ends soon", () => {
  test.each(["known@mail.example", "unknown@mail.example"])(
    "for %s, after five tries in ten minutes",
    async (email) => {
      if (email.startsWith("known")) await leaveContact(email);
      server.clock.ms += 600_000;
      for (let tries = 0; tries < 5; tries += 1) await tokenFor(email);
      const body = new URLSearchParams({ email }).toString();
      const call = { method: "POST", headers: FORM, body };
      expectProblem("too-many", await server.send(PATH, call));
      server.clock.ms += 600_000;
      expect((await server.send(PATH, call)).status).toBe(200);
    },
  );

  test("from one address, after ten tries in a minute", async () => {
    const app = appOver(server, {
      addressHeader: "x-forwarded-for",
      now: () => new Date(0),
    });
    const call = async (n: number, address: string) => {
      const body = new URLSearchParams({ email: `try-${n}@mail.example` });
      const headers = { "x-forwarded-for": address };
      return (await app.request(PATH, { method: "POST", headers, body }))
        .status;
    };
    for (let n = 0; n < 10; n += 1)
      expect(await call(n, "192.0.2.1")).toBe(200);
    expect(await call(10, "192.0.2.1")).toBe(429);
    expect(await call(10, "192.0.2.2")).toBe(200);
  });

  test.each(["customers", "strangers"])(
    "by a list of %s, after twenty in an hour, from whatever address of a /64",
    async (who) => {
      let ms = server.clock.ms;
      const app = appOver(server, {
        addressHeader: "x-forwarded-for",
        now: () => new Date(ms),
      });
      const emails = Array.from(
        { length: 22 },
        (_, n) => `${who}-${n}@mail.example`,
      );
      if (who === "customers")
        for (const one of emails) await leaveContact(one);
      const network = `2001:db8:0:${who.length}`;
      const call = async (n: number, from = network) => {
        // Slowly enough for the limit of a minute.
        ms += 10_000;
        const headers = { "x-forwarded-for": `${from}::${n}` };
        const body = new URLSearchParams({ email: emails[n] ?? "" });
        return (await app.request(PATH, { method: "POST", headers, body }))
          .status;
      };
      for (let n = 0; n < 20; n += 1) expect(await call(n)).toBe(200);
      expect(await call(20)).toBe(429);
      expect(await call(20, "2001:db8:1:1")).toBe(200);
      ms += 3_600_000;
      expect(await call(21)).toBe(200);
    },
  );
});

test("a token opens nothing here, in whatever place it is sent", async () => {
  await leaveContact("victim@mail.example");
  const token = String(await tokenFor("victim@mail.example"));
  const headers = {
    [SESSION_HEADER]: token,
    cookie: `${SESSION_COOKIE}=${token}`,
    authorization: `Bearer ${token}`,
    "x-visitor-id": token,
    "x-event-id": token,
  };
  for (const { method, path, host } of routes) {
    const base = host === "ai" ? "/ai-api" : "/api";
    const where = `${base}${path.replace(/\{\w+\}/, token)}?checkout_id=${token}&id=${token}`;
    const answer = await server.send(where, { method, headers });
    expect(answer.text).not.toContain("victim");
    expect(answer.headers[SESSION_HEADER]).not.toBe(token);
  }
  expect(
    (await server.send(`/api/pay/sandbox/${token}`, { headers })).status,
  ).toBe(404);
});

test.each<[string, string, Record<string, string>, string]>([
  ["an address that is none", "email=zoe", FORM, "invalid"],
  ["two of them", "email=a@b.example&email=c@d.example", FORM, "invalid"],
  ["more than the address", "email=a@b.example&admin=1", FORM, "invalid"],
  ["nothing", "", FORM, "invalid"],
  ["JSON", '{"email":"a@b.example"}', {}, "not-a-form"],
  [
    "a broken form",
    "--nowhere",
    { "content-type": "multipart/form-data; boundary=here" },
    "not-parsed",
  ],
])("refuses %s", async (_, body, headers, code) => {
  const call = { method: "POST", headers, body };
  const problem = expectProblem(code, await server.send(PATH, call));
  expect(JSON.stringify(problem)).not.toContain("zoe");
});
