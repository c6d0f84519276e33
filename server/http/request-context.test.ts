import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  arrive,
  expectAnswer,
  initiate,
  openHosted,
  statusOf,
} from "../testing/calls.ts";
import { paidBy, useServer } from "../testing/server.ts";
import { digest } from "../token.ts";
import { requestFields, withRequest } from "./request-context.ts";

/** A provider that is asked for charges, and notes under which name. */
const named: (string | undefined)[] = [];
const provider = createServer((request, response) => {
  named.push(request.headers["x-request-id"]?.toString());
  response.statusCode = 500;
  response.end();
});
let address = "";
beforeAll(async () => {
  provider.listen(0, "127.0.0.1");
  await once(provider, "listening");
  address = `http://127.0.0.1:${Object(provider.address()).port}`;
});
afterAll(() => provider.close());

const lines: Record<string, unknown>[] = [];
const server = useServer(() => ({
  ...paidBy({ PAY_PRO_KEY: "secret", PAY_PRO_ADDRESS: address }),
  log: (entry) => void lines.push(entry),
}));

test("a request has one name, from the page to the provider, in every line of the log and in the answer", async () => {
  const visitor = await arrive(server, { "x-host": "dating.localhost" });
  await initiate(visitor, "journal");
  lines.length = 0;
  const request = randomUUID();
  const answer = await visitor.call(
    "/ai-api/pay/pay-pro-make-immediate-charge",
    {
      method: "POST",
      headers: {
        "x-request-id": request,
        "idempotency-key": randomUUID(),
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "product_code=journal",
    },
  );
  expect(answer.headers["x-request-id"]).toBe(request);
  expect(named).toEqual([request]);
  expect(lines).toMatchObject([
    {
      message: "provider failed",
      provider: "pay-pro",
      call: "charge",
      reason: "answers 500",
    },
    { message: "request", status: answer.status },
  ]);
  for (const line of lines)
    expect(line).toMatchObject({ request, session: digest(visitor.session) });
});

test("sessions and checkouts stand in the log as digests", async () => {
  const visitor = await arrive(server);
  const { id } = await openHosted(visitor);
  lines.length = 0;
  await statusOf(visitor, id);
  expect(lines).toMatchObject([
    { session: digest(visitor.session), checkout: digest(id) },
  ]);
  const text = JSON.stringify(lines);
  expect(text).not.toContain(id);
  expect(text).not.toContain(visitor.session);
  expect(text).not.toContain(visitor.visitorId);
});

test.each([
  "",
  "short",
  "with spaces in it",
  "x".repeat(65),
  "né-à-côté-du-log",
])("what is no name is not taken over: %j", async (given) => {
  lines.length = 0;
  const answer = await server.send("/healthz", {
    headers: { "x-request-id": encodeURI(given) },
  });
  expect(answer.headers["x-request-id"]).toMatch(/^[\w-]{22}$/);
  expect(lines).toMatchObject([
    { request: answer.headers["x-request-id"], path: "/healthz" },
  ]);
});

test("requests at the same time do not take each other's names", async () => {
  lines.length = 0;
  const names = Array.from({ length: 20 }, () => randomUUID());
  await Promise.all(
    names.map(async (name) => {
      const path = "/api/visitor/visitor-info";
      const headers = { "x-request-id": name };
      const answer = await server.send(path, { headers });
      expectAnswer("visitor-info", answer);
      expect(answer.headers["x-request-id"]).toBe(name);
    }),
  );
  expect(new Set(lines.map(({ request }) => request))).toEqual(new Set(names));
});

test("work of a request keeps its name while others begin and end, and nothing has one when all have ended", async () => {
  let letGo = () => {};
  const gate = new Promise<void>((done) => (letGo = done));
  const named = (request: string, wait: Promise<void>) =>
    withRequest({ request, traceparent: undefined }, async () => {
      await wait;
      return requestFields()?.["request"];
    });
  const long = named("the-long-one", gate);
  expect(await named("a-short-one", Promise.resolve())).toBe("a-short-one");
  expect(requestFields()).toBeNull();
  letGo();
  expect(await long).toBe("the-long-one");
  expect(requestFields()).toBeNull();
  expect(await named("a-later-one", Promise.resolve())).toBe("a-later-one");
});
