import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findCheckout } from "../db/checkouts.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { SESSION_HEADER } from "../sessions/session.ts";
import type { Site } from "../site.ts";
import { appOver, useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  initiate,
  statusOf,
  type Visitor,
} from "../testing/calls.ts";

/** Holds the provider back while a test looks at a call that is still at work. */
let gate: Promise<void> = Promise.resolve();
const nothing = () => {};
const server = useServer(() => ({
  providers: providersOf([
    {
      ...sandbox,
      open: async (order) => {
        await gate;
        return sandbox.open(order);
      },
    },
  ]),
}));

const INITIATE = "/api/visitor/initiate-checkout";
const CHECKOUT = "/api/pay/make-stripe-checkout";
const SUBSCRIPTION = "/api/pay/make-stripe-subscription";

/** The same brands, with another price of the journal. */
function withPrice(prices: Readonly<Record<string, number>>): Site {
  const { calm } = testSite.brands;
  const journal = calm?.products["journal"];
  if (calm === undefined || journal === undefined)
    throw new Error("there is no journal");
  const products = { ...calm.products, journal: { ...journal, prices } };
  return {
    ...testSite,
    brands: { ...testSite.brands, calm: { ...calm, products } },
  };
}

describe("opening a checkout", () => {
  const body = { product: "journal", return_path: "/quiz/oto" };
  const open = (
    visitor: Visitor,
    key: string = randomUUID(),
    more: object = {},
  ) =>
    visitor.call(CHECKOUT, {
      method: "POST",
      headers: { "idempotency-key": key },
      body: { ...body, ...more },
    });

  test("needs a confirmed price, and charges the one confirmed last", async () => {
    const visitor = await arrive(server);
    expectProblem("price-unconfirmed", await open(visitor));
    await initiate(visitor, "journal");
    await visitor.call(INITIATE, {
      method: "POST",
      body: {
        product: "journal",
        price: 799,
        currency: "GBP",
        event_id: randomUUID(),
      },
    });
    const answer = expectAnswer("make-stripe-checkout", await open(visitor));
    const id = String(answer["checkout_id"]);
    expect(await statusOf(visitor, id)).toEqual({
      checkout_id: id,
      status: "open",
      product: "journal",
      amount: 799,
      currency: "GBP",
      url: `/api/pay/sandbox/${id}`,
    });
  });

  test.each([
    ["no key", "", {}, "headers-missing"],
    ["a key that is no UUID", "1", {}, "headers-missing"],
    [
      "another site to return to",
      randomUUID(),
      { return_path: "//evil.example" },
      "invalid",
    ],
    ["letters for a header", randomUUID(), { return_path: "/ü" }, "invalid"],
    [
      "a backslash",
      randomUUID(),
      { return_path: "/\\evil.example" },
      "invalid",
    ],
    [
      "a tab between slashes",
      randomUUID(),
      { return_path: "/\t/evil.example" },
      "invalid",
    ],
    [
      "an address to return to",
      randomUUID(),
      { return_path: "https://evil.example" },
      "invalid",
    ],
    [
      "a product that renews",
      randomUUID(),
      { product: "plan" },
      "product-mismatch",
    ],
    ["a price from the client", randomUUID(), { price: 1 }, "invalid"],
  ])("refuses %s", async (_, key, more, code) => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const answer = await open(visitor, key, more);
    expect(expectProblem(code, answer)).toMatchObject({
      detail: expect.stringMatching(/\.$/),
    });
  });

  test("the same key gives the same answer, or a 422 for another request", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const key = randomUUID();
    const first = await open(visitor, key);
    expect((await open(visitor, key)).json).toEqual(first.json);
    expectProblem(
      "key-reused",
      await open(visitor, key, { return_path: "/quiz/other" }),
    );
    const other = await arrive(server);
    await initiate(other, "journal");
    expect((await open(other, key)).json).not.toEqual(first.json);
  });

  test("a key at work is a 409, and one checkout comes of it", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const key = randomUUID();
    let release = nothing;
    gate = new Promise((resolve) => {
      release = resolve;
    });
    const calls = [open(visitor, key), open(visitor, key)];
    expectProblem("in-flight", await Promise.race(calls));
    release();
    const done = (await Promise.all(calls)).filter(
      (answer) => answer.status === 200,
    );
    expect(done).toHaveLength(1);
    expect((await open(visitor, key)).json).toEqual(done[0]?.json);
  });

  test("a key whose call died with its process is taken over by the same request alone", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const key = randomUUID();
    await open(visitor, key);
    await server.db
      .updateTable("idempotency_keys")
      .set({ answer: null })
      .where("key", "=", key)
      .execute();
    server.clock.ms += 60_001;
    const other = await open(visitor, key, { return_path: "/quiz/other" });
    expectProblem("key-reused", other);
    expect(await open(visitor, key)).toMatchObject({ status: 200 });
  });

  test("a price that has changed since it was confirmed is refused", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const app = appOver(server, {
      site: withPrice({ USD: 1099 }),
      now: () => new Date(server.clock.ms),
    });
    const ask = (key: string) =>
      app.request(`http://calm.localhost${CHECKOUT}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "idempotency-key": key,
          [SESSION_HEADER]: visitor.session,
        },
        body: JSON.stringify(body),
      });
    const refused = await ask(randomUUID());
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      type: "urn:problem:price-changed",
    });
    expect(await open(visitor)).toMatchObject({ status: 200 });
  });

  test("a key whose call failed can be used again", async () => {
    const visitor = await arrive(server);
    const key = randomUUID();
    expectProblem("price-unconfirmed", await open(visitor, key));
    await initiate(visitor, "journal");
    expect(await open(visitor, key)).toMatchObject({ status: 200 });
  });

  test.each([
    ["is kept for its receipt", "ann@mail.example", "ann@mail.example"],
    ["that is empty is none", "", null],
  ])("the email of an order %s", async (_, email, kept) => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const answer = await open(visitor, randomUUID(), { email });
    const { checkout_id } = expectAnswer("make-stripe-checkout", answer);
    const stored = await findCheckout(server.db, String(checkout_id));
    expect(stored?.email).toBe(kept);
  });

  test("an order without an email takes over none of an order before", async () => {
    const visitor = await arrive(server);
    for (const [product, email] of [
      ["journal", "ann@mail.example"],
      ["workbook", ""],
    ] as const) {
      await initiate(visitor, product);
      const answer = await open(visitor, randomUUID(), { product, email });
      const { checkout_id } = expectAnswer("make-stripe-checkout", answer);
      const stored = await findCheckout(server.db, String(checkout_id));
      expect(stored?.email).toBe(email || null);
    }
  });

  test("a plan that renews goes through make-stripe-subscription", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "plan");
    const answer = await visitor.call(SUBSCRIPTION, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: {
        product: "plan",
        email: "ann@mail.example",
        meta: { split: "a" },
        city: "",
        country: "",
        postCode: "",
        return_path: "/quiz/oto",
      },
    });
    const { url } = expectAnswer("make-stripe-subscription", answer);
    const page = await visitor.call(String(url));
    expect(page.text).toContain("$29.99 every 4 weeks");
  });
});
