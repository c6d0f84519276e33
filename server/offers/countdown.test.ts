import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deleteOutlived } from "../db/cleanup.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox, sandboxAs } from "../payments/sandbox/provider.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  goodCard,
  post,
  statusOf,
  type Visitor,
} from "../testing/calls.ts";
import { type Call, useServer } from "../testing/server.ts";

const server = useServer(() => ({
  providers: providersOf([sandbox, sandboxAs("paypal")]),
}));
const MINUTE = 60_000;

const postTo = (visitor: Visitor, path: string, body: object, call?: Call) =>
  visitor.call(path, { method: "POST", body, ...call });

async function leftOf(visitor: Visitor, leftMs?: number) {
  const body = {
    funnel: "quiz",
    ...(leftMs !== undefined && { left_ms: leftMs }),
  };
  const path = "/api/visitor/offer-terms";
  const answer = await postTo(visitor, path, body);
  return expectAnswer("offer-terms", answer)["left_ms"];
}
/** What is left, to the second: each look at the clock of the tests is a little later. */
async function minutesOf(visitor: Visitor, leftMs?: number) {
  const left = Number(await leftOf(visitor, leftMs));
  return Math.round(left / 1_000) / 60;
}
const see = (visitor: Visitor) => minutesOf(visitor, 30 * MINUTE);

const confirm = (visitor: Visitor, product = "intro", price = 1999) =>
  postTo(visitor, "/api/visitor/initiate-checkout", {
    product,
    price,
    currency: "USD",
    event_id: randomUUID(),
  });
const open = (visitor: Visitor, product = "intro", more: object = {}) =>
  postTo(
    visitor,
    "/api/pay/make-stripe-checkout",
    { product, return_path: "/quiz/oto", ...more },
    { headers: { "idempotency-key": randomUUID() } },
  );
const signUp = (visitor: Visitor, email: string) =>
  postTo(visitor, "/api/visitor/store-contact-info", {
    email,
    event_id: randomUUID(),
  });
const wait = (minutes: number) => {
  server.clock.ms += minutes * MINUTE;
};

describe("the countdown of a visitor", () => {
  test("starts when it is first shown, and runs on whoever asks how often", async () => {
    const visitor = await arrive(server);
    expect(await leftOf(visitor)).toBeNull();
    expect(await see(visitor)).toBe(30);
    wait(10);
    expect(await see(visitor)).toBe(20);
    expect(await minutesOf(visitor)).toBe(20);
    wait(25);
    expect(await leftOf(visitor, 30 * MINUTE)).toBe(0);
    expect(await leftOf(visitor)).toBe(0);
  });

  test("is no longer than the content says, and no longer than what the page shows", async () => {
    expect(await minutesOf(await arrive(server), 24 * 60 * MINUTE)).toBe(30);
    const visitor = await arrive(server);
    expect(await minutesOf(visitor, 12 * MINUTE)).toBe(12);
    expect(await see(visitor)).toBe(12);
  });

  test("is one for twenty tabs", async () => {
    const visitor = await arrive(server);
    const shown = Array.from({ length: 20 }, (_, i) => (30 - i) * MINUTE);
    await Promise.all(shown.map((left) => leftOf(visitor, left)));
    expect(await see(visitor)).toBe(11);
  });

  test.each([
    [
      "more than a day, extended ten times",
      { funnel: "quiz", left_ms: 950_400_001 },
    ],
    ["less than nothing", { funnel: "quiz", left_ms: -1 }],
    ["an end of the client's", { funnel: "quiz", ends_at: "2031-01-01" }],
  ])("refuses %s", async (_, body) => {
    const visitor = await arrive(server);
    const answer = await postTo(visitor, "/api/visitor/offer-terms", body);
    expect(answer.status).toBe(422);
    expectProblem("invalid", answer);
  });
});

/** Asks for more time on a page that shows so many milliseconds, extended so often; answers minutes, and how often. */
async function extend(visitor: Visitor, extended = 0, leftMs = 0) {
  const answer = await postTo(visitor, "/api/visitor/offer-terms", {
    funnel: "quiz",
    left_ms: leftMs,
    extended,
    extend: true,
  });
  const terms = expectAnswer("offer-terms", answer);
  const left = Math.round(Number(terms["left_ms"]) / 1_000) / 60;
  return { left, extended: terms["extended"] };
}

describe("a visitor who needs more time", () => {
  test("gets the countdown's length once more, and the price for as long", async () => {
    const visitor = await arrive(server);
    await see(visitor);
    wait(25);
    expect(await extend(visitor, 0, 5 * MINUTE)).toEqual({
      left: 35,
      extended: 1,
    });
    wait(30);
    expectAnswer("initiate-checkout", await confirm(visitor));
    wait(6);
    expectProblem("price-changed", await confirm(visitor));
  });

  test("gets it once, however often the call is repeated, in however many tabs", async () => {
    const visitor = await arrive(server);
    await see(visitor);
    const asked = Array.from({ length: 8 }, () =>
      extend(visitor, 0, 30 * MINUTE),
    );
    await Promise.all(asked);
    expect(await extend(visitor, 0, 30 * MINUTE)).toEqual({
      left: 60,
      extended: 1,
    });
  });

  test("loses nothing to a page that has not heard of it", async () => {
    const visitor = await arrive(server);
    await see(visitor);
    await extend(visitor, 0, 30 * MINUTE);
    expect(await minutesOf(visitor, 0)).toBe(60);
  });

  test("gets it ten times, and whatever the page says of it no more", async () => {
    const visitor = await arrive(server);
    await see(visitor);
    const all = 11 * 30 * MINUTE;
    for (const times of Array.from({ length: 10 }).keys())
      expect(await extend(visitor, times, all)).toMatchObject({
        extended: times + 1,
      });
    expect(await extend(visitor, 10, all)).toEqual({ left: 330, extended: 10 });
    const liar = await arrive(server);
    expect(await extend(liar, 10, all)).toEqual({ left: 60, extended: 1 });
  });

  test("gets none after the end, but for a tap that was on its way", async () => {
    const late = await arrive(server);
    await see(late);
    wait(30.1);
    expect(await extend(late)).toMatchObject({ extended: 1 });
    wait(30.1);
    expect(await extend(late, 1)).toEqual({ left: 0, extended: 1 });
  });

  test("has it on every device", async () => {
    const email = `${randomUUID()}@mail.example`;
    const phone = await arrive(server);
    const laptop = await arrive(server);
    for (const device of [phone, laptop]) {
      await see(device);
      await signUp(device, email);
    }
    await extend(phone, 0, 30 * MINUTE);
    expect(await see(laptop)).toBe(60);
    wait(50);
    const tablet = await arrive(server);
    await see(tablet);
    await signUp(tablet, email);
    expect(await see(tablet)).toBe(10);
  });
});

describe("one person on two devices", () => {
  test("has the earlier deadline on both, whichever comes first", async () => {
    const email = `${randomUUID()}@mail.example`;
    const phone = await arrive(server);
    expect(await see(phone)).toBe(30);
    await signUp(phone, email);
    wait(10);
    const laptop = await arrive(server);
    expect(await see(laptop)).toBe(30);
    await signUp(laptop, ` ${email.toUpperCase()}`.trim());
    expect(await see(laptop)).toBe(20);
    const tablet = await arrive(server);
    await signUp(tablet, email);
    expect(await see(tablet)).toBe(20);
    wait(21);
    for (const device of [phone, laptop, tablet])
      expectProblem("price-changed", await confirm(device));
  });

  test("keeps an earlier deadline, although another email is given later", async () => {
    const email = `${randomUUID()}@mail.example`;
    const first = await arrive(server);
    await signUp(first, email);
    await see(first);
    wait(29);
    const second = await arrive(server);
    await signUp(second, email);
    expect(await see(second)).toBe(1);
    await signUp(second, `${randomUUID()}@mail.example`);
    expect(await see(second)).toBe(1);
  });

  test("is known by the email that goes to the payment page, too", async () => {
    const email = `${randomUUID()}@mail.example`;
    const first = await arrive(server);
    await see(first);
    await signUp(first, email);
    wait(31);
    const fresh = await arrive(server);
    expectAnswer("initiate-checkout", await confirm(fresh));
    const pay = await postTo(
      fresh,
      "/api/pay/make-checkout",
      { provider: "paypal", product: "intro", return_path: "/quiz/oto", email },
      { headers: { "idempotency-key": randomUUID() } },
    );
    expectProblem("price-changed", pay);
    expect(await leftOf(fresh)).toBe(0);
  });

  test.each<[string, (stranger: Visitor, email: string) => Promise<unknown>]>([
    [
      "after the email was typed in",
      async (stranger, email) => {
        await signUp(stranger, email);
        await leftOf(stranger, 0);
      },
    ],
    [
      "before the email is typed in",
      async (stranger, email) => {
        await leftOf(stranger, 0);
        await signUp(stranger, email);
      },
    ],
  ])(
    "loses no time to a stranger whose page says %s that none is left",
    async (_, say) => {
      const email = `${randomUUID()}@mail.example`;
      const owner = await arrive(server);
      await see(owner);
      await signUp(owner, email);
      wait(5);
      const stranger = await arrive(server);
      await say(stranger, email);
      expect(await see(owner)).toBe(25);
      wait(20);
      expectAnswer("initiate-checkout", await confirm(owner));
      const tablet = await arrive(server);
      await signUp(tablet, email);
      expect(await minutesOf(tablet)).toBe(5);
    },
  );

  test("loses no time to a stranger who asks for more on a page that says that none is left", async () => {
    const email = `${randomUUID()}@mail.example`;
    const owner = await arrive(server);
    await see(owner);
    await signUp(owner, email);
    await extend(owner, 0, 30 * MINUTE);
    const stranger = await arrive(server);
    await signUp(stranger, email);
    for (const extended of [1, 2, 3]) await extend(stranger, extended, 0);
    expect(await see(owner)).toBe(150);
  });

  test("has what a page has shown less in its session alone", async () => {
    const email = `${randomUUID()}@mail.example`;
    const late = await arrive(server);
    expect(await minutesOf(late, 12 * MINUTE)).toBe(12);
    await signUp(late, email);
    wait(2);
    expect(await see(late)).toBe(10);
    const other = await arrive(server);
    await signUp(other, email);
    expect(await see(other)).toBe(28);
    wait(11);
    expectProblem("price-changed", await confirm(late));
    expectAnswer("initiate-checkout", await confirm(other));
  });

  test("is nobody else's affair: other emails and brands have deadlines of their own", async () => {
    const visitor = await arrive(server);
    await see(visitor);
    await signUp(visitor, `${randomUUID()}@mail.example`);
    wait(20);
    const other = await arrive(server);
    await signUp(other, `${randomUUID()}@mail.example`);
    expect(await see(other)).toBe(30);
    const host = { host: "other.localhost" };
    const answer = await postTo(
      visitor,
      "/api/visitor/offer-terms",
      { funnel: "quiz", left_ms: 30 * MINUTE },
      { headers: host },
    );
    const left = Number(expectAnswer("offer-terms", answer)["left_ms"]);
    expect(Math.round(left / MINUTE)).toBe(30);
  });
});

describe("what is sold while a countdown runs", () => {
  test("is sold in time, and refused afterwards; the regular product is sold instead", async () => {
    const visitor = await arrive(server);
    await see(visitor);
    wait(29);
    expectAnswer("initiate-checkout", await confirm(visitor));
    wait(3);
    const refused = expectProblem("price-changed", await confirm(visitor));
    expect(refused).toMatchObject({
      status: 409,
      detail: expect.stringContaining("intro.regular"),
    });
    expectAnswer(
      "initiate-checkout",
      await confirm(visitor, "intro.regular", 2999),
    );
    expect(await open(visitor, "intro.regular")).toMatchObject({ status: 200 });
  });

  test("is confirmed for ten seconds more, because the tap may be on its way", async () => {
    const visitor = await arrive(server);
    await see(visitor);
    wait(30.1);
    expect(await confirm(visitor)).toMatchObject({ status: 200 });
    wait(0.1);
    expectProblem("price-changed", await confirm(visitor));
  });

  test("is held for five minutes once it was confirmed in time, and no longer", async () => {
    const visitor = await arrive(server);
    await see(visitor);
    wait(29);
    await confirm(visitor);
    wait(5.9);
    expect(await open(visitor)).toMatchObject({ status: 200 });
    wait(0.2);
    expectProblem("price-changed", await open(visitor));
  });

  test("can be paid on a page that was opened in time", async () => {
    const visitor = await arrive(server);
    await see(visitor);
    await confirm(visitor);
    const opened = expectAnswer("make-stripe-checkout", await open(visitor));
    wait(45);
    const id = String(opened["checkout_id"]);
    await post(visitor, `/api/pay/sandbox/${id}`, goodCard);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
  });

  test("is not charged to a saved card afterwards by an old confirmation", async () => {
    const visitor = await arrive(server);
    await see(visitor);
    await confirm(visitor, "journal", 999);
    const opened = expectAnswer(
      "make-stripe-checkout",
      await open(visitor, "journal"),
    );
    const id = String(opened["checkout_id"]);
    await post(visitor, `/api/pay/sandbox/${id}`, goodCard);
    const quote = expectAnswer("initiate-checkout", await confirm(visitor));
    wait(36);
    const charge = () =>
      visitor.call(`/api/visitor/make-charge/${String(quote["reference"])}`, {
        headers: {
          "x-visitor-id": visitor.visitorId,
          "x-event-id": randomUUID(),
        },
      });
    expectProblem("price-changed", await charge());
    const payments = await server.db
      .selectFrom("checkouts")
      .select("status")
      .where("product", "=", "intro")
      .where("way", "=", "saved")
      .execute();
    expect(payments).toEqual([]);
  });

  test("starts to run when its price is confirmed, where no page could say so", async () => {
    const visitor = await arrive(server);
    expectAnswer("initiate-checkout", await confirm(visitor));
    expect(await see(visitor)).toBe(30);
    wait(32);
    expectProblem("price-changed", await confirm(visitor));
  });

  test("and what is sold at any time knows no deadline", async () => {
    const visitor = await arrive(server);
    await see(visitor);
    wait(60);
    const answer = await confirm(visitor, "journal", 999);
    expect(answer).toMatchObject({ status: 200 });
  });
});

test("a deadline outlives its session, and is forgotten after a quarter of a year", async () => {
  const email = `${randomUUID()}@mail.example`;
  const visitor = await arrive(server);
  await see(visitor);
  await signUp(visitor, email);
  wait(5 * 24 * 60);
  const back = await arrive(server);
  await signUp(back, email);
  expect(await see(back)).toBe(0);
  wait(91 * 24 * 60);
  await deleteOutlived(server.db, new Date(server.clock.ms));
  const rows = await server.db.selectFrom("countdowns").selectAll().execute();
  expect(rows).toEqual([]);
});
