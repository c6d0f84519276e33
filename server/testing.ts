import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { serve } from "@hono/node-server";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { type AppOptions, createApp } from "./app.ts";
import { type Database } from "./db/tables.ts";
import { providersOf } from "./payments/registry.ts";
import { sandbox } from "./payments/sandbox.ts";
import { openTestDatabase } from "./test-database.ts";
import { testSite } from "./test-site.ts";

export { testSite };

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  readonly json: unknown;
}
export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Data is sent as JSON, text and bytes as they are. */
  readonly body?: unknown;
}

/** A real server over a database of its own. */
export interface TestServer {
  readonly db: Database;
  /** What `now()` answers; tests move it. */
  readonly clock: { ms: number };
  send(path: string, call?: Call): Promise<Answer>;
  stop(): Promise<void>;
}

export async function startTestServer(
  options: Partial<AppOptions> = {},
): Promise<TestServer> {
  const { db, close } = await openTestDatabase();
  const clock = { ms: Date.UTC(2030, 0, 1) };
  const app = createApp({
    db,
    site: testSite,
    providers: providersOf([sandbox]),
    // Each look at the clock is a little later, as it is in life.
    now: () => new Date((clock.ms += 1)),
    ...options,
  });
  const { port, end } = await new Promise<{ port: number; end(): void }>(
    (done) => {
      const http = serve({ fetch: app.fetch, port: 0 }, (info) =>
        done({ port: info.port, end: () => void http.close() }),
      );
    },
  );
  return {
    db,
    clock,
    send: (path, call) => send(port, path, call),
    stop: async () => {
      end();
      await close();
    },
  };
}

/** One request over a real connection; the path goes out as it is written. */
export function send(
  port: number,
  path: string,
  { method = "GET", headers = {}, body }: Call = {},
): Promise<Answer> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const text = isRaw ? body : JSON.stringify(body);
  return new Promise((done, fail) => {
    const outgoing = request(
      {
        port,
        path,
        method,
        agent: false,
        headers: {
          host: "calm.localhost",
          ...(text !== undefined && {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(text),
          }),
          ...headers,
        },
      },
      async (incoming) => {
        const parts: Buffer[] = [];
        for await (const part of incoming) parts.push(Buffer.from(part));
        const bytes = Buffer.concat(parts);
        const answer = bytes.toString();
        const isJson = /json/.test(incoming.headers["content-type"] ?? "");
        done({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: answer,
          bytes,
          json: isJson && answer !== "" ? JSON.parse(answer) : null,
        });
      },
    );
    outgoing.on("error", fail);
    outgoing.end(text);
  });
}

const ajv = new Ajv2020({ allowUnionTypes: true });

/** Checks an answer against the schema of its call, and hands it out as plain data. */
export function expectAnswer(call: string, answer: Answer) {
  expect(answer).toMatchObject({ status: 200 });
  return expectSchema(call, "answer", answer.json);
}

/** Checks that an answer is the problem `code`, as RFC 9457 has it. */
export function expectProblem(code: string, answer: Answer) {
  expect(answer.headers["content-type"]).toBe("application/problem+json");
  const problem = expectSchema("problem", null, answer.json);
  expect(problem).toMatchObject({
    type: `urn:problem:${code}`,
    status: answer.status,
  });
  return problem;
}

function expectSchema(call: string, part: "answer" | null, data: unknown) {
  const file = new URL(`../schema/api/${call}.schema.json`, import.meta.url);
  const schema = JSON.parse(readFileSync(file, "utf8"));
  const { $id: _, ...whole } = schema;
  const validate = ajv.compile(part === null ? whole : schema.properties[part]);
  validate(data);
  expect(validate.errors ?? []).toEqual([]);
  return readObject(data);
}

/** The data of an answer, by name. */
export function readObject(data: unknown): Record<string, unknown> {
  expect(data).toBeTypeOf("object");
  return { ...Object(data) };
}

/** Somebody with a session, who calls as the pages do. */
export interface Visitor {
  readonly session: string;
  readonly visitorId: string;
  call(path: string, call?: Call): Promise<Answer>;
}

export async function arrive(
  server: TestServer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Visitor> {
  const device = { "x-device-id": randomUUID(), ...headers };
  const first = await server.send("/api/visitor/visitor-info", {
    headers: device,
  });
  const session = String(first.headers["x-visitor-session-id"]);
  return {
    session,
    visitorId: String(readObject(first.json)["visitor_id"]),
    call: (path, call = {}) =>
      server.send(path, {
        ...call,
        headers: {
          ...device,
          "x-visitor-session-id": session,
          ...call.headers,
        },
      }),
  };
}

/** Confirms a price as a page does before it asks for money. */
export async function initiate(
  visitor: Visitor,
  product: "plan" | "journal",
  eventId: string = randomUUID(),
) {
  const price = product === "plan" ? 3999 : 999;
  const body = { product, price, currency: "USD", event_id: eventId };
  const path = "/api/visitor/initiate-checkout";
  const answer = await visitor.call(path, { method: "POST", body });
  return expectAnswer("initiate-checkout", answer);
}

/** Opens a hosted checkout for the journal. */
export async function openHosted(visitor: Visitor) {
  await initiate(visitor, "journal");
  const answer = await visitor.call("/api/pay/make-stripe-checkout", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: { product: "journal", return_path: "/quiz/oto?utm_source=x" },
  });
  const { checkout_id, url } = expectAnswer("make-stripe-checkout", answer);
  return { id: String(checkout_id), url: String(url) };
}

/** Posts a form to the sandbox's page as a browser does. */
export function post(
  visitor: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  return visitor.call(path, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    },
  });
}

export const goodCard = {
  number: "4242 4242 4242 4242",
  expiry: "12/34",
  cvc: "123",
};

export async function statusOf(visitor: Visitor, checkoutId: string) {
  const path = `/api/pay/checkout-status?checkout_id=${checkoutId}`;
  return expectAnswer("checkout-status", await visitor.call(path));
}

/** How many payments a checkout holds: one or none, whatever happened to it. */
export async function countPayments(
  server: TestServer,
  checkoutId: string,
): Promise<number> {
  const rows = await server.db
    .selectFrom("payments")
    .select("payment_id")
    .where("checkout_id", "=", checkoutId)
    .execute();
  return rows.length;
}
