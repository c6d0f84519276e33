import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findCheckout } from "../db/checkouts.ts";
import { useServer } from "../testing/server.ts";
import {
  arrive,
  countPayments,
  expectAnswer,
  expectProblem,
  goodCard,
  initiate,
  openHosted,
  post,
  type Visitor,
} from "../testing/calls.ts";
import { SESSION_HEADER } from "../sessions/session.ts";

const server = useServer();

describe("make-charge", () => {
  const PLACE = "http://calm.localhost/quiz/upsell?utm_source=x&checkout=old";

  /** A visitor who has paid once with a card, and is about to buy again by one tap. */
  async function returning(number: string) {
    const visitor = await arrive(server);
    const { url } = await openHosted(visitor, "gift");
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

  test("what was bought says whether a card is saved that it charges", async () => {
    const saved = async (visitor: Visitor) => {
      const answer = await visitor.call("/api/pay/purchases");
      return expectAnswer("purchases", answer)["saved"];
    };
    expect(await saved(await arrive(server))).toBe(false);
    const { visitor, reference } = await returning("4242424242424242");
    expect([await saved(visitor), typeof reference]).toEqual([true, "string"]);
  });

  test.each([
    ["no email was given in the visit", "the email of the order before", null],
    ["an email was given in the visit", "none of its own", "bob@mail.example"],
  ])("where %s, the order has %s", async (_, _email, given) => {
    const visitor = await arrive(server);
    await initiate(visitor, "gift");
    const opened = await visitor.call("/api/pay/make-stripe-checkout", {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: {
        product: "gift",
        email: "ann@mail.example",
        return_path: "/quiz/oto",
      },
    });
    const { url } = expectAnswer("make-stripe-checkout", opened);
    await post(visitor, String(url), goodCard);
    if (given !== null)
      await visitor.call("/api/visitor/store-contact-info", {
        method: "POST",
        body: { event_id: randomUUID(), email: given },
      });
    const { reference } = await initiate(visitor, "journal");
    const charged = await visitor.call(
      `/api/visitor/make-charge/${String(reference)}`,
      {
        headers: {
          "x-visitor-id": visitor.visitorId,
          "x-event-id": randomUUID(),
          "x-referrer": PLACE,
        },
      },
    );
    const { checkout_id } = expectAnswer("make-charge", charged);
    const order = await findCheckout(server.db, String(checkout_id));
    expect(order?.email).toBe(given === null ? "ann@mail.example" : null);
  });

  test("charges the saved card once, however often it is asked", async () => {
    const { visitor, charge } = await returning("4242424242424242");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => charge()),
    );
    answers.push(await charge());
    const first = expectAnswer("make-charge", answers[0] ?? (await charge()));
    expect(first).toMatchObject({ status: "paid" });
    for (const answer of answers) expect(answer.json).toEqual(first);
    expect(await countPayments(server, String(first["checkout_id"]))).toBe(1);
    const bought = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", bought)["purchases"]).toHaveLength(2);
  });

  test("a card that is declined later", async () => {
    const { charge } = await returning("4000000000000341");
    const answer = expectAnswer("make-charge", await charge());
    expect(answer).toMatchObject({ status: "declined" });
    expect(await countPayments(server, String(answer["checkout_id"]))).toBe(0);
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
    expect(await countPayments(server, id)).toBe(1);
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
      { [SESSION_HEADER]: "AAAAAAAAAAAAAAAAAAAAAA" },
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
