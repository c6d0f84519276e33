import { describe, expect, test } from "vitest";
import { startTestServer, useServer } from "../testing/server.ts";
import {
  arrive,
  countPayments,
  expectAnswer,
  expectProblem,
  goodCard,
  initiate,
  openHosted,
  post,
  statusOf,
} from "../testing/calls.ts";
import {
  charge,
  FORM,
  formOf,
  keyed,
  providers,
} from "./other-providers.fixture.ts";

describe("played by the sandbox", () => {
  const server = useServer(() => ({ providers: providers() }));

  test("MaxPay's form holds the list's price, leads to test cards, and back", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const { id, action, fields } = await formOf(visitor);
    expect(fields).toMatchObject({
      order: id,
      amount: "999",
      currency: "USD",
      return_url: `http://calm.localhost/quiz/oto?utm_source=x&checkout=${id}`,
    });
    const started = await post(visitor, action, fields);
    expect(started.headers.location).toBe(`/api/pay/sandbox/${id}`);
    const paid = await post(visitor, `/api/pay/sandbox/${id}`, goodCard);
    expect(paid.headers.location).toBe(`/quiz/oto?utm_source=x&checkout=${id}`);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(await countPayments(server, id)).toBe(1);
  });

  test("a form that was changed begins nothing", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const { action, fields } = await formOf(visitor);
    const changed = await post(visitor, action, { ...fields, amount: "1" });
    expect(changed.status).toBe(400);
  });

  test("a confirmed price has one form, and a renewing one says so", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "plan");
    const first = await formOf(visitor, "plan");
    expect(await formOf(visitor, "plan")).toEqual(first);
    expect(first.fields).toMatchObject({
      renewal_amount: "2999",
      renewal_days: "28",
    });
    await initiate(visitor, "plan");
    expect((await formOf(visitor, "plan")).id).not.toBe(first.id);
  });

  test.each([
    ["no product of ours", "?product_id=none", "product-unknown"],
    ["no product", "", "invalid"],
    ["a field too many", "?product_id=plan&price=1", "invalid"],
    ["no confirmed price", "?product_id=plan", "price-unconfirmed"],
  ])("MaxPay's form is refused for %s", async (_, query, code) => {
    const answer = await (await arrive(server)).call(`${FORM}${query}`);
    expect(expectProblem(code, answer)["status"]).toBeGreaterThanOrEqual(400);
  });

  test("PayPro charges the saved card once for a confirmed price, whatever the keys", async () => {
    const visitor = await arrive(server);
    const { url } = await openHosted(visitor);
    await post(visitor, url, goodCard);
    await initiate(visitor, "journal");
    const headers = keyed();
    const first = expectAnswer(
      "pay-pro-make-immediate-charge",
      await charge(visitor, "journal", headers),
    );
    expect(first).toMatchObject({ status: "paid" });
    expect((await charge(visitor, "journal", headers)).json).toEqual(first);
    expect((await charge(visitor, "journal")).json).toEqual(first);
    await initiate(visitor, "plan");
    expectProblem("key-reused", await charge(visitor, "plan", headers));
    const bought = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", bought)["purchases"]).toHaveLength(2);
  });

  test.each<[string, Record<string, string>, string, string]>([
    ["nothing saved", keyed(), "journal", "method-missing"],
    ["no key", {}, "journal", "headers-missing"],
    ["a price that nobody confirmed", keyed(), "plan", "price-unconfirmed"],
    [
      "JSON",
      { ...keyed(), "content-type": "application/json" },
      "journal",
      "not-a-form",
    ],
  ])("PayPro refuses %s", async (_, headers, product, code) => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const answer = await charge(visitor, product, headers);
    expect(expectProblem(code, answer)["status"]).toBeGreaterThanOrEqual(400);
  });
});

test("where money is real, nobody plays with it", async () => {
  const server = await startTestServer({
    providers: providers({ STRIPE_SECRET_KEY: "sk_test_x" }),
  });
  const visitor = await arrive(server);
  await initiate(visitor, "journal");
  const form = await visitor.call(`${FORM}?product_id=journal`);
  expect(expectProblem("payment-off", form)["status"]).toBe(503);
  expectProblem("payment-off", await charge(visitor, "journal"));
  expect((await visitor.call("/api/pay/max-pay/start")).status).toBe(404);
  await server.stop();
});
