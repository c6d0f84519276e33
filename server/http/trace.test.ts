import { afterEach, describe, expect, test } from "vitest";
import {
  requestFields,
  requestHeaders,
  withRequest,
} from "./request-context.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const GIVEN = `00-${TRACE}-00f067aa0ba902b7-01`;
const REQUEST = "0af76519-16cd-43dd-8448-eb211c80319c";
const API = Symbol.for("opentelemetry.js.api.1");

const within = (request: string | undefined, traceparent: string | undefined) =>
  withRequest({ request, traceparent }, async () => ({
    fields: requestFields(),
    headers: requestHeaders(),
  }));

afterEach(() => void Reflect.deleteProperty(globalThis, API));

describe("a trace", () => {
  test("that the sender names goes on to the provider, under a span of ours", async () => {
    const { fields, headers } = await within(REQUEST, GIVEN);
    expect(fields).toMatchObject({ request: REQUEST, trace: TRACE });
    expect(headers["traceparent"]).toMatch(
      new RegExp(`^00-${TRACE}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`),
    );
  });

  test("is called as the page has called its request", async () => {
    const { fields, headers } = await within(REQUEST, undefined);
    const trace = REQUEST.replaceAll("-", "");
    expect(fields).toMatchObject({ trace });
    expect(headers["traceparent"]).toContain(`00-${trace}-`);
  });

  test.each([
    "",
    "nonsense",
    `01-${TRACE}-00f067aa0ba902b7-01`,
    `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `${GIVEN}-more`,
    GIVEN.toUpperCase(),
  ])("that cannot be one (%s) is not taken over", async (traceparent) => {
    const { fields } = await within("a-name-of-theirs", traceparent);
    expect(fields?.["trace"]).toMatch(/^[0-9a-f]{32}$/);
    expect(fields?.["trace"]).not.toBe(TRACE);
  });

  test("of OpenTelemetry is the one in the log, and it tells others itself", async () => {
    const span = {
      spanContext: () => ({ traceId: TRACE, spanId: "00f067aa0ba902b7" }),
    };
    const values = new Map([
      [Symbol.for("OpenTelemetry Context Key SPAN"), span],
    ]);
    const active = () => ({ getValue: (key: symbol) => values.get(key) });
    Reflect.set(globalThis, API, { context: { active } });
    const { fields, headers } = await within(REQUEST, undefined);
    expect(fields).toMatchObject({ trace: TRACE, span: "00f067aa0ba902b7" });
    expect(headers).not.toHaveProperty("traceparent");
  });
});
