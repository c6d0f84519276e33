import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { Answer, Call, TestServer } from "./server.ts";
import { SESSION_HEADER } from "../sessions/session.ts";

const ajv = new Ajv2020({
  allowUnionTypes: true,
  formats: { currency: true },
});

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
  const name = `${call} ${part}`;
  const validate = validators.get(name) ?? validatorOf(call, part);
  validators.set(name, validate);
  validate(data);
  expect(validate.errors ?? []).toEqual([]);
  return readObject(data);
}

/** Compiled once: that takes longer than most calls. */
const validators = new Map<string, ValidateFunction>();

function validatorOf(call: string, part: "answer" | null): ValidateFunction {
  const file = new URL(`../../schema/api/${call}.schema.json`, import.meta.url);
  const schema = JSON.parse(readFileSync(file, "utf8"));
  const { $id: _, ...whole } = schema;
  return ajv.compile(part === null ? whole : schema.properties[part]);
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
  server: Pick<TestServer, "send">,
  headers: Readonly<Record<string, string>> = {},
): Promise<Visitor> {
  const device = { "x-device-id": randomUUID(), ...headers };
  const first = await server.send("/api/visitor/visitor-info", {
    headers: device,
  });
  const session = String(first.headers[SESSION_HEADER]);
  return {
    session,
    visitorId: String(readObject(first.json)["visitor_id"]),
    call: (path, call = {}) =>
      server.send(path, {
        ...call,
        headers: {
          ...device,
          [SESSION_HEADER]: session,
          ...call.headers,
        },
      }),
  };
}

/** Of the price list of the tests; gifts can be bought again. */
export type TestProduct = "plan" | "journal" | "workbook" | "gift" | "circle";

/** Confirms a price as a page does before it asks for money. */
export async function initiate(
  visitor: Visitor,
  product: TestProduct,
  eventId: string = randomUUID(),
) {
  const price = product === "plan" ? 3999 : 999;
  const body = { product, price, currency: "USD", event_id: eventId };
  const path = "/api/visitor/initiate-checkout";
  const answer = await visitor.call(path, { method: "POST", body });
  return expectAnswer("initiate-checkout", answer);
}

/** Confirms a price; what it yields pays it by one tap, from the page at a path. */
export async function confirmOneTap(
  visitor: Visitor,
  product: TestProduct,
  page: string,
) {
  const { reference } = await initiate(visitor, product);
  return () =>
    visitor.call(`/api/visitor/make-charge/${String(reference)}`, {
      headers: {
        "x-visitor-id": visitor.visitorId,
        "x-event-id": randomUUID(),
        "x-referrer": `http://calm.localhost${page}`,
      },
    });
}

/** Opens a hosted checkout for something that does not renew. */
export async function openHosted(
  visitor: Visitor,
  product: "journal" | "gift" = "journal",
  return_path = "/quiz/oto?utm_source=x",
) {
  await initiate(visitor, product);
  const answer = await visitor.call("/api/pay/make-stripe-checkout", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: { product, return_path },
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

/** How many payments a checkout holds: one or none, whatever happened to it. What has to go back is not among them. */
export async function countPayments(
  server: Pick<TestServer, "db">,
  checkoutId: string,
): Promise<number> {
  const rows = await server.db
    .selectFrom("payments")
    .select("payment_id")
    .where("checkout_id", "=", checkoutId)
    .where("refund_due", "=", false)
    .execute();
  return rows.length;
}
