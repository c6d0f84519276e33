import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandbox } from "./payments/sandbox.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  goodCard,
  initiate,
  openHosted,
  post,
  startTestServer,
  statusOf,
  type TestServer,
  type Visitor,
} from "./testing.ts";

let server: TestServer;
/** Holds the provider back while a test looks at a call that is still at work. */
let gate: Promise<void> = Promise.resolve();
beforeAll(async () => {
  server = await startTestServer({
    provider: {
      ...sandbox,
      open: async (checkout) => {
        await gate;
        return sandbox.open(checkout);
      },
    },
  });
}, 60_000);
afterAll(() => server.stop());

const INITIATE = "/api/visitor/initiate-checkout";
const CHECKOUT = "/api/pay/make-stripe-checkout";
const SUBSCRIPTION = "/api/pay/make-stripe-subscription";

async function countPayments(checkoutId: string): Promise<number> {
  const rows = await server.db
    .selectFrom("payments")
    .select("payment_id")
    .where("checkout_id", "=", checkoutId)
    .execute();
  return rows.length;
}

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
    expectProblem(code, await open(visitor, key, more));
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
    let release = () => {};
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

  test("a key whose call failed can be used again", async () => {
    const visitor = await arrive(server);
    const key = randomUUID();
    expectProblem("price-unconfirmed", await open(visitor, key));
    await initiate(visitor, "journal");
    expectAnswer("make-stripe-checkout", await open(visitor, key));
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
    expect(page.text).toContain("$29.99 every 28 days");
  });
});

describe("the payment page", () => {
  test("is a page with no script and a policy of its own", async () => {
    const visitor = await arrive(server);
    const { url } = await openHosted(visitor);
    const page = await visitor.call(url);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Brand calm");
    expect(page.text).toContain("Pay $9.99");
    expect(page.text).not.toContain("<script");
    expect(page.text).not.toContain("style=");
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(page.headers["cache-control"]).toBe("no-store");
  });

  test.each([
    ["paid", goodCard, "paid"],
    ["declined", { ...goodCard, number: "4000000000000002" }, "declined"],
    [
      "paid, declined later",
      { ...goodCard, number: "4000000000000341" },
      "paid",
    ],
  ])("a card that is %s", async (_, card, status) => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    const answer = await post(visitor, url, card);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(
      `/quiz/oto?utm_source=x&checkout=${id}`,
    );
    expect(await statusOf(visitor, id)).toMatchObject({ status });
    expect(await countPayments(id)).toBe(status === "paid" ? 1 : 0);
  });

  test.each<[string, Record<string, string>, string]>([
    ["nothing", {}, "Enter a card number."],
    [
      "a real card",
      { ...goodCard, number: "5555555555554444" },
      "Real cards are not taken here.",
    ],
    [
      "a card of last year",
      { ...goodCard, expiry: "12/29" },
      "This card has expired.",
    ],
    [
      "the 13th month",
      { ...goodCard, expiry: "13/34" },
      "Enter month and year",
    ],
    ["a short code", { ...goodCard, cvc: "1" }, "security code"],
  ])("asks again after %s, and charges nothing", async (_, card, text) => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    const answer = await post(visitor, url, card);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(text);
    expect(answer.text).toContain('aria-invalid="true"');
    expect(answer.text).not.toContain("5555");
    expect(await statusOf(visitor, id)).toMatchObject({ status: "open" });
  });

  test("posted 20 times at once, it takes one payment", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(visitor, url, goodCard)),
    );
    const places = answers.map((answer) => answer.headers.location);
    expect(new Set(places)).toEqual(
      new Set([`/quiz/oto?utm_source=x&checkout=${id}`]),
    );
    expect(await countPayments(id)).toBe(1);
    const bought = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", bought)).toMatchObject({
      purchases: [{ checkout_id: id, amount: 999, renewal: null }],
    });
  });

  test("cancelled is cancelled, also for a late card", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    const answer = await post(visitor, `${url}/cancel`, {});
    expect(answer.headers.location).toContain(`checkout=${id}`);
    await post(visitor, url, goodCard);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "cancelled" });
    expect(await countPayments(id)).toBe(0);
  });

  test.each([
    ["confirm", "paid"],
    ["refuse", "declined"],
  ])("asks for confirmation: %s is %s", async (decision, status) => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    const card = { ...goodCard, number: "4000 0025 0000 3155" };
    const asked = await post(visitor, url, card);
    expect(asked.headers.location).toBe(`${url}/confirm`);
    expect(await statusOf(visitor, id)).toMatchObject({
      status: "needs_authentication",
      url: `${url}/confirm`,
    });
    expect((await visitor.call(`${url}/confirm`)).text).toContain("3155");
    expect(await countPayments(id)).toBe(0);
    await post(visitor, `${url}/confirm`, { decision });
    await post(visitor, `${url}/confirm`, { decision: "confirm" });
    expect(await statusOf(visitor, id)).toMatchObject({ status });
    expect(await countPayments(id)).toBe(status === "paid" ? 1 : 0);
  });

  test("is not shown to another session's browser, nor posted to by another site", async () => {
    const [visitor, stranger] = [await arrive(server), await arrive(server)];
    const { id, url } = await openHosted(visitor);
    const cookie = (session: string) => ({
      headers: { cookie: `visitor_session_id=${session}` },
    });
    expect((await visitor.call(url, cookie(visitor.session))).status).toBe(200);
    expect((await visitor.call(url, cookie(stranger.session))).status).toBe(
      404,
    );
    const forged = await visitor.call(url, {
      method: "POST",
      body: new URLSearchParams(goodCard).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "cross-site",
        origin: "https://evil.example",
      },
    });
    expect(forged.status).toBe(403);
    expect(await countPayments(id)).toBe(0);
  });

  test("keeps no card number anywhere", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    await post(visitor, url, goodCard);
    const rows = await Promise.all([
      server.db
        .selectFrom("checkouts")
        .selectAll()
        .where("checkout_id", "=", id)
        .execute(),
      server.db
        .selectFrom("payments")
        .selectAll()
        .where("checkout_id", "=", id)
        .execute(),
      server.db.selectFrom("saved_methods").selectAll().execute(),
    ]);
    expect(JSON.stringify(rows)).toContain("4242");
    expect(JSON.stringify(rows)).not.toMatch(/4242\s?4242/);
  });

  test("another session's checkout is unknown", async () => {
    const [visitor, stranger] = [await arrive(server), await arrive(server)];
    const { id, url } = await openHosted(visitor);
    await post(visitor, url, goodCard);
    const path = `/api/pay/checkout-status?checkout_id=${id}`;
    expectProblem("checkout-unknown", await stranger.call(path));
    expectProblem("checkout-unknown", await server.send(path));
    const bought = await stranger.call("/api/pay/purchases");
    expect(bought.json).toEqual({ purchases: [] });
  });
});

describe("make-charge", () => {
  const PLACE = "http://calm.localhost/quiz/upsell?utm_source=x&checkout=old";

  /** A visitor who has paid once with a card, and is about to buy again by one tap. */
  async function returning(number: string) {
    const visitor = await arrive(server);
    const { url } = await openHosted(visitor);
    await post(visitor, url, { ...goodCard, number });
    if (number.endsWith("3155"))
      await post(visitor, `${url}/confirm`, { decision: "confirm" });
    const { reference } = await initiate(visitor, "journal");
    const charge = (
      headers: Record<string, string> = {},
      method = "GET",
      who: Visitor = visitor,
    ) =>
      who.call(`/api/visitor/make-charge/${String(reference)}`, {
        method,
        headers: {
          "x-visitor-id": visitor.visitorId,
          "x-event-id": randomUUID(),
          "x-referrer": PLACE,
          ...headers,
        },
      });
    return { visitor, reference, charge };
  }

  test("charges the saved card once, however often it is asked", async () => {
    const { visitor, charge } = await returning("4242424242424242");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => charge()),
    );
    answers.push(await charge());
    const first = expectAnswer("make-charge", answers[0] ?? (await charge()));
    expect(first).toMatchObject({ status: "paid" });
    for (const answer of answers) expect(answer.json).toEqual(first);
    expect(await countPayments(String(first["checkout_id"]))).toBe(1);
    const bought = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", bought)["purchases"]).toHaveLength(2);
  });

  test("a card that is declined later", async () => {
    const { charge } = await returning("4000000000000341");
    const answer = expectAnswer("make-charge", await charge());
    expect(answer).toMatchObject({ status: "declined" });
    expect(await countPayments(String(answer["checkout_id"]))).toBe(0);
  });

  test("a card that asks each time is confirmed on its page, which leads back", async () => {
    const { visitor, charge } = await returning("4000002500003155");
    const asked = expectAnswer("make-charge", await charge());
    const id = String(asked["checkout_id"]);
    expect(asked).toMatchObject({
      status: "needs_authentication",
      url: `/api/pay/sandbox/${id}/confirm`,
    });
    const done = await post(visitor, String(asked["url"]), {
      decision: "confirm",
    });
    expect(done.headers.location).toBe(
      `/quiz/upsell?utm_source=x&checkout=${id}`,
    );
    expect(expectAnswer("make-charge", await charge())).toEqual({
      checkout_id: id,
      status: "paid",
    });
    expect(await countPayments(id)).toBe(1);
  });

  test.each<[string, string, Record<string, string>, string]>([
    ["a prefetch", "GET", { "sec-purpose": "prefetch" }, "speculative"],
    [
      "a prerender",
      "GET",
      { "sec-purpose": "prefetch;prerender" },
      "speculative",
    ],
    ["a preview", "GET", { purpose: "preview" }, "speculative"],
    ["a navigation", "GET", { "sec-fetch-mode": "navigate" }, "speculative"],
    ["a picture", "GET", { "sec-fetch-dest": "image" }, "speculative"],
    ["HEAD", "HEAD", {}, ""],
    ["no event", "GET", { "x-event-id": "" }, "headers-missing"],
    ["no visitor", "GET", { "x-visitor-id": "" }, "headers-missing"],
    [
      "another visitor",
      "GET",
      { "x-visitor-id": randomUUID() },
      "reference-unknown",
    ],
    [
      "another session",
      "GET",
      { "x-visitor-session-id": "AAAAAAAAAAAAAAAAAAAAAA" },
      "reference-unknown",
    ],
  ])("refuses %s, and charges nothing", async (_, method, headers, code) => {
    const { visitor, charge } = await returning("4242424242424242");
    const answer = await charge(headers, method);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    if (code !== "") expectProblem(code, answer);
    const bought = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", bought)["purchases"]).toHaveLength(1);
  });

  test("another session cannot use a reference, even with the visitor's id", async () => {
    const { visitor, charge } = await returning("4242424242424242");
    const stranger = await arrive(server);
    const answer = await charge({}, "GET", stranger);
    expectProblem("reference-unknown", answer);
    const bought = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", bought)["purchases"]).toHaveLength(1);
  });
});
