import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { arrive, expectProblem, initiate } from "../testing/calls.ts";
import { useServer } from "../testing/server.ts";

const server = useServer();
const INITIATE = "/api/visitor/initiate-checkout";

describe("initiate-checkout", () => {
  const event_id = randomUUID();
  test.each([
    [
      "another price",
      { product: "plan", price: 1, currency: "USD" },
      "price-mismatch",
    ],
    [
      "another currency",
      { product: "plan", price: 3999, currency: "EUR" },
      "price-mismatch",
    ],
    [
      "another renewal",
      {
        product: "plan",
        price: 3999,
        currency: "USD",
        renewal: { price: 1, every_days: 28, first_days: 28 },
      },
      "price-mismatch",
    ],
    [
      "no renewal of a plan",
      { product: "plan", price: 3999, currency: "USD", renewal: null },
      "price-mismatch",
    ],
    [
      "a renewal of what is paid once",
      {
        product: "journal",
        price: 999,
        currency: "USD",
        renewal: { price: 1, every_days: 28, first_days: 28 },
      },
      "price-mismatch",
    ],
    [
      "no product of ours",
      { product: "none", price: 1, currency: "USD" },
      "product-unknown",
    ],
    [
      "a prototype's name",
      { product: "constructor", price: 1, currency: "USD" },
      "product-unknown",
    ],
    [
      "a currency we do not take",
      { product: "plan", price: 1, currency: "JPY" },
      "invalid",
    ],
    [
      "a field too many",
      { product: "plan", price: 3999, currency: "USD", discount: 1 },
      "invalid",
    ],
    [
      "half a cent",
      { product: "plan", price: 39.5, currency: "USD" },
      "invalid",
    ],
  ])("refuses %s", async (_, body, code) => {
    const visitor = await arrive(server);
    const answer = await visitor.call(INITIATE, {
      method: "POST",
      body: { ...body, event_id },
    });
    expect(answer.status).toBe(422);
    expectProblem(code, answer);
  });

  test("keeps one price for an event", async () => {
    const visitor = await arrive(server);
    const event = randomUUID();
    const first = await initiate(visitor, "plan", event);
    expect(first).toEqual({ event_id: event, reference: null });
    expect(await initiate(visitor, "plan", event)).toEqual(first);
    const body = {
      product: "journal",
      price: 999,
      currency: "USD",
      event_id: event,
    };
    expectProblem(
      "event-reused",
      await visitor.call(INITIATE, { method: "POST", body }),
    );
  });
});
