import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maxPay } from "../payments/max-pay/provider.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox, sandboxAs } from "../payments/sandbox/provider.ts";
import { findCheckout } from "../db/checkouts.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { appOver, useServer } from "../testing/server.ts";
import {
  arrive,
  countPayments,
  expectAnswer,
  expectProblem,
  goodCard,
  initiate,
  openHosted,
  post,
  readObject,
  statusOf,
  type Visitor,
} from "../testing/calls.ts";
import { SESSION_COOKIE, SESSION_HEADER } from "../sessions/session.ts";

const server = useServer();

describe("the payment page", () => {
  test("is a page with one script and a policy of its own", async () => {
    const visitor = await arrive(server);
    const { url } = await openHosted(visitor);
    const page = await visitor.call(url);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Brand calm");
    expect(page.text).toContain("Pay $9.99");
    expect(page.text.match(/<script/g)).toHaveLength(1);
    expect(page.text).not.toContain("style=");
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(page.headers["cache-control"]).toBe("no-store");
  });

  test("in a frame of this origin, it ends where the page around it takes over", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    const framed = { "sec-fetch-dest": "iframe" };
    const page = await visitor.call(url, { headers: framed });
    expect(page.headers["content-security-policy"]).toContain(
      "frame-ancestors 'self'",
    );
    expect(page.text).not.toContain("Cancel and return");
    const wrong = await byScript(visitor, url, { ...goodCard, cvc: "1" });
    expect(wrong).toEqual({
      errors: { cvc: "Enter the 3 or 4 digits of the security code." },
      inShort: "Nothing was charged yet. Check the marked field.",
    });
    const end = "/api/payment-end";
    expect(await byScript(visitor, url, goodCard)).toEqual({ to: end });
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    const again = await visitor.call(url, { headers: framed });
    expect(again).toMatchObject({ status: 303, headers: { location: end } });
    const last = await visitor.call(end, { headers: framed });
    expect(last.status).toBe(200);
    expect(last.headers["content-security-policy"]).toContain(
      "frame-ancestors 'self'",
    );
  });

  test("tells its script the way, to the bank as well", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    const asks = { ...goodCard, number: "4000002500003155" };
    const bank = `${url}/confirm`;
    expect(await byScript(visitor, url, asks, {})).toEqual({ to: bank });
    const yes = { decision: "confirm" };
    expect(await byScript(visitor, bank, yes, {})).toEqual({
      to: `/quiz/oto?utm_source=x&checkout=${id}`,
    });
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
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
    expect(await countPayments(server, id)).toBe(status === "paid" ? 1 : 0);
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
    expect(answer.text).not.toMatch(/5555\s?5555/);
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
    expect(await countPayments(server, id)).toBe(1);
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
    expect(await countPayments(server, id)).toBe(0);
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
    expect(await countPayments(server, id)).toBe(0);
    await post(visitor, `${url}/confirm`, { decision });
    await post(visitor, `${url}/confirm`, { decision: "confirm" });
    expect(await statusOf(visitor, id)).toMatchObject({ status });
    expect(await countPayments(server, id)).toBe(status === "paid" ? 1 : 0);
  });

  test("is not shown to another session's browser, nor posted to by another site", async () => {
    const [visitor, stranger] = [await arrive(server), await arrive(server)];
    const { id, url } = await openHosted(visitor);
    const see = async (who: Visitor) => {
      const headers = { cookie: `${SESSION_COOKIE}=${who.session}` };
      return (await server.send(url, { headers })).status;
    };
    expect([await see(visitor), await see(stranger)]).toEqual([200, 404]);
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
    expect(await countPayments(server, id)).toBe(0);
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

  test("on a host of its own, it leads back to the brand's, and only there", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const app = onOwnHost();
    const opened = await app.request(
      "https://api.example/api/pay/make-stripe-checkout",
      {
        method: "POST",
        headers: {
          ...fromCalm(visitor),
          "content-type": "application/json",
          "idempotency-key": randomUUID(),
        },
        body: JSON.stringify({ product: "journal", return_path: "/quiz/oto" }),
      },
    );
    const { checkout_id, url } = readObject(await opened.json());
    expect(url).toBe(
      `https://api.example/api/pay/sandbox/${String(checkout_id)}`,
    );
    const page = await app.request(String(url));
    expect(page.headers.get("content-security-policy")).toContain(
      "form-action 'self' https://calm.example;",
    );
    const paid = await app.request(String(url), {
      method: "POST",
      body: new URLSearchParams(goodCard),
    });
    expect(paid.headers.get("location")).toBe(
      `https://calm.example/quiz/oto?checkout=${String(checkout_id)}`,
    );
  });

  test("on a host of its own, MaxPay's form leads to that host", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const app = onOwnHost();
    const answer = await app.request(
      "https://api.example/api/max-pay/form?product_id=journal",
      {
        headers: {
          ...fromCalm(visitor),
          "x-referrer": "https://calm.example/quiz/oto",
        },
      },
    );
    const { checkout_id, formData } = readObject(await answer.json());
    const { action, fields } = readObject(formData);
    expect(action).toBe("https://api.example/api/pay/max-pay/start");
    const started = await app.request(String(action), {
      method: "POST",
      headers: { origin: "https://calm.example" },
      body: new URLSearchParams(Object(fields)),
    });
    expect(started.headers.get("location")).toBe(
      `/api/pay/sandbox/${String(checkout_id)}`,
    );
  });

  test("another session's checkout is unknown", async () => {
    const [visitor, stranger] = [await arrive(server), await arrive(server)];
    const { id, url } = await openHosted(visitor);
    await post(visitor, url, goodCard);
    const path = `/api/pay/checkout-status?checkout_id=${id}`;
    expectProblem("checkout-unknown", await stranger.call(path));
    expectProblem("checkout-unknown", await server.send(path));
    const bought = await stranger.call("/api/pay/purchases");
    expect(bought.json).toEqual({ purchases: [], saved: false });
  });
});

/** The API on a host that is no brand's. */
function onOwnHost() {
  return appOver(server, {
    providers: providersOf([sandbox, maxPay.played]),
    apiOrigin: "https://api.example",
    now: () => new Date(server.clock.ms),
  });
}

function fromCalm({ session }: Visitor) {
  return {
    origin: "https://calm.example",
    "x-host": "calm.example",
    [SESSION_HEADER]: session,
  };
}

describe("beside a provider that takes money", () => {
  const real = { ...sandboxAs("stripe"), isSandbox: false };
  const both = useServer(() => ({ providers: providersOf([real, sandbox]) }));

  test("the sandbox shows, and settles, nothing of that one's", async () => {
    const { checkout_id: id } = await storeCheckout(both.db);
    const page = `/api/pay/sandbox/${id}`;
    expect((await both.send(page)).status).toBe(404);
    const paid = await both.send(page, {
      method: "POST",
      body: new URLSearchParams(goodCard).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
      },
    });
    expect(paid.status).toBe(404);
    expect(await findCheckout(both.db, id)).toMatchObject({ status: "open" });
  });

  test("an order of a brand that the build does not have any more can still be paid", async () => {
    const order = { provider: "sandbox", brand: "gone" };
    const { checkout_id: id } = await storeCheckout(both.db, order);
    const page = await both.send(`/api/pay/sandbox/${id}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Pay $9.99");
  });
});

/** What the script of the page is answered; in a frame, unless told otherwise. */
async function byScript(
  visitor: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = { "x-framed": "1" },
): Promise<unknown> {
  const answer = await visitor.call(path, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      accept: "application/json",
      ...headers,
    },
  });
  return JSON.parse(answer.text);
}
