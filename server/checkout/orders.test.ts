import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { CALL_TIMEOUT_MS } from "../db/calls-under-way.ts";
import { findCheckout } from "../db/checkouts.ts";
import { countRefundsDue } from "../db/payments.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import {
  arrive,
  confirmOneTap,
  expectAnswer,
  expectProblem,
  goodCard,
  initiate,
  openHosted,
  post,
  readObject,
  statusOf,
  type TestProduct,
  type Visitor,
} from "../testing/calls.ts";
import { useServer } from "../testing/server.ts";
import { digest } from "../token.ts";

/** What the provider does when it is asked for a page, and what its charges wait for. */
let opening: "answers" | "hangs" | "fails" = "answers";
let charging: Promise<void> = Promise.resolve();
/** Ends what hangs, which the server would wait for at its end. */
let endHanging = () => {};
const hanging = new Promise<void>((resolve) => {
  endHanging = resolve;
});
const server = useServer(() => ({
  providers: providersOf([
    {
      ...sandbox,
      open: async (order) => {
        if (opening === "hangs") await hanging;
        if (opening === "fails") throw new Error("away");
        return sandbox.open(order);
      },
      charge: async (order, token) => {
        await charging;
        return sandbox.charge(order, token);
      },
    },
  ]),
}));
afterAll(() => endHanging());

const TABS = Array.from({ length: 20 }, (_, tab) => tab);

/** A tab of its own: another key, and another event each time. */
async function open(
  visitor: Visitor,
  { product = "journal", offer = "/quiz/oto" } = {},
) {
  const answer = await visitor.call("/api/pay/make-stripe-checkout", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: { product, return_path: `${offer}?utm_source=x` },
  });
  const { checkout_id, url } = expectAnswer("make-stripe-checkout", answer);
  return { id: String(checkout_id), url: String(url) };
}

const pay = (visitor: Visitor, id: string) =>
  post(visitor, `/api/pay/sandbox/${id}`, goodCard);

async function purchasesOf(visitor: Visitor) {
  const answer = await visitor.call("/api/pay/purchases");
  return expectAnswer("purchases", answer)["purchases"];
}

/** By one tap: its price is confirmed for it alone. */
const tap = (visitor: Visitor, product: TestProduct) =>
  confirmOneTap(visitor, product, "/quiz/upsell");

describe("twenty tabs, each with a key and an event of its own", () => {
  test("open one order, and what is paid leads each of them back", async () => {
    const visitor = await arrive(server);
    const opened = await Promise.all(
      TABS.map(async () => {
        await initiate(visitor, "journal");
        return askUntilOpen(visitor);
      }),
    );
    const [first] = opened;
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    const id = first?.id ?? "";
    await Promise.all(TABS.map(() => pay(visitor, id)));
    for (const _ of TABS) {
      await initiate(visitor, "journal");
      const again = await open(visitor);
      expect(again).toEqual({
        id,
        url: `http://calm.localhost/quiz/oto?utm_source=x&checkout=${id}`,
      });
    }
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(await purchasesOf(visitor)).toHaveLength(1);
  });

  test("charge a saved card once, and all are told so", async () => {
    const visitor = await arrive(server);
    await pay(visitor, (await openHosted(visitor, "gift")).id);
    const taps = await Promise.all(TABS.map(() => tap(visitor, "plan")));
    const answers = await Promise.all(taps.map((charge) => charge()));
    const told = answers.map((answer) => expectAnswer("make-charge", answer));
    expect(new Set(told.map(({ checkout_id }) => checkout_id)).size).toBe(1);
    expect(told.every(({ status }) => status === "paid")).toBe(true);
    expect(await purchasesOf(visitor)).toHaveLength(2);
  });
});

/** Another tab may still be waiting for the provider's page: the visitor's page asks again then. */
async function askUntilOpen(
  visitor: Visitor,
): Promise<{ id: string; url: string }> {
  const answer = await visitor.call("/api/pay/make-stripe-checkout", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: { product: "journal", return_path: "/quiz/oto?utm_source=x" },
  });
  if (answer.status === 409) {
    expectProblem("in-flight", answer);
    return askUntilOpen(visitor);
  }
  const { checkout_id, url } = readObject(answer.json);
  return { id: String(checkout_id), url: String(url) };
}

describe("what may be bought again", () => {
  test("is sold again at a price that was confirmed after it was paid, and only then", async () => {
    const visitor = await arrive(server);
    const early = await tap(visitor, "gift");
    const first = await openHosted(visitor, "gift");
    await pay(visitor, first.id);
    // Confirmed before there was a card, it charges nothing.
    expectProblem("reference-unknown", await early());
    const again = await tap(visitor, "gift");
    const late = await tap(visitor, "gift");
    const second = expectAnswer("make-charge", await again());
    expect(second["checkout_id"]).not.toBe(first.id);
    expect(expectAnswer("make-charge", await late())).toEqual(second);
    expect(await purchasesOf(visitor)).toHaveLength(2);
    const third = await tap(visitor, "gift");
    expect(expectAnswer("make-charge", await third())).not.toEqual(second);
    expect(await purchasesOf(visitor)).toHaveLength(3);
    expect(await countRefundsDue(server.db)).toBe(0);
  });
});

describe("an order that waits", () => {
  test("gives way to one in another currency, and cannot be paid any more", async () => {
    const visitor = await arrive(server);
    const dollars = await openHosted(visitor);
    await visitor.call("/api/visitor/initiate-checkout", {
      method: "POST",
      body: {
        product: "journal",
        price: 799,
        currency: "GBP",
        event_id: randomUUID(),
      },
    });
    const pounds = await open(visitor);
    expect(pounds.id).not.toBe(dollars.id);
    const given = await statusOf(visitor, dollars.id);
    expect(given).toMatchObject({ status: "cancelled" });
    await pay(visitor, dollars.id);
    expect(await purchasesOf(visitor)).toEqual([]);
  });

  test("whose opening died with its process is opened again, and no other is", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    opening = "hangs";
    void open(visitor).catch(() => {});
    const stored = server.db
      .selectFrom("checkouts")
      .select("checkout_id")
      .where("product", "=", "journal")
      .where("provider_page", "is", null);
    await expect.poll(() => stored.execute()).toHaveLength(1);
    opening = "fails";
    const [dead] = await stored.execute();
    const early = visitor.call("/api/pay/make-stripe-checkout", {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: { product: "journal", return_path: "/quiz/oto" },
    });
    expectProblem("in-flight", await early);
    server.clock.ms += 60_000;
    const failed = await visitor.call("/api/pay/make-stripe-checkout", {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: { product: "journal", return_path: "/quiz/oto" },
    });
    expect(failed.status).toBe(500);
    opening = "answers";
    expect((await open(visitor)).id).toBe(dead?.checkout_id);
  });

  test("is the only one of its offer and product: the table says so", async () => {
    const visitor = await arrive(server);
    const { id } = await openHosted(visitor);
    const checkout = await findCheckout(server.db, id);
    if (checkout === null) throw new Error("there is no checkout");
    const again = server.db.insertInto("checkouts").values({
      ...checkout,
      checkout_id: "another",
      details: JSON.stringify(checkout.details),
    });
    await expect(again.execute()).rejects.toThrow(/one_order/);
  });
});

/** A tap on the journal that is on its way to the provider until it is released. */
async function slowTap(visitor: Visitor) {
  const charge = await tap(visitor, "journal");
  let release = () => {};
  charging = new Promise((resolve) => {
    release = resolve;
  });
  const late = charge();
  const orders = () =>
    server.db
      .selectFrom("checkouts")
      .select("status")
      .where("session_id", "=", digest(visitor.session))
      .where("offer", "=", "/quiz/upsell")
      .where("status", "in", ["open", "cancelled"])
      .orderBy("created_at")
      .execute();
  // It is noted after the order is.
  await expect
    .poll(() =>
      server.db
        .selectFrom("checkouts")
        .select("busy_with")
        .where("session_id", "=", digest(visitor.session))
        .where("busy_with", "is not", null)
        .execute(),
    )
    .toEqual([{ busy_with: "charging" }]);
  return { late, release, orders };
}

test("an order whose charge is under way gives way to none, and is paid once", async () => {
  const visitor = await arrive(server);
  const before = await countRefundsDue(server.db);
  await pay(visitor, (await openHosted(visitor, "gift")).id);
  const { late, release, orders } = await slowTap(visitor);
  const other = () =>
    visitor.call("/api/pay/make-stripe-checkout", {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: { product: "journal", return_path: "/quiz/upsell" },
    });
  expectProblem("in-flight", await other());
  server.clock.ms += CALL_TIMEOUT_MS.charging - 10_000;
  expectProblem("in-flight", await other());
  expect(await orders()).toEqual([{ status: "open" }]);
  release();
  const told = expectAnswer("make-charge", await late);
  expect(told).toMatchObject({ status: "paid" });
  const page = expectAnswer("make-stripe-checkout", await other());
  expect(page["checkout_id"]).toBe(told["checkout_id"]);
  expect(await purchasesOf(visitor)).toHaveLength(2);
  expect(await countRefundsDue(server.db)).toBe(before);
});

test("a charge that comes through after it must have died is recorded", async () => {
  const visitor = await arrive(server);
  const before = await countRefundsDue(server.db);
  await pay(visitor, (await openHosted(visitor, "gift")).id);
  const { late, release, orders } = await slowTap(visitor);
  server.clock.ms += CALL_TIMEOUT_MS.charging;
  const other = await open(visitor, { offer: "/quiz/upsell" });
  expect(await orders()).toEqual([{ status: "cancelled" }, { status: "open" }]);
  release();
  const told = expectAnswer("make-charge", await late);
  expect(told).toMatchObject({ status: "paid" });
  expect(await purchasesOf(visitor)).toHaveLength(2);
  await pay(visitor, other.id);
  expect(await purchasesOf(visitor)).toHaveLength(2);
  expect(await countRefundsDue(server.db)).toBe(before + 1);
});

test("a product that two offers were paid for at the same time is bought once, and the rest has to go back", async () => {
  const visitor = await arrive(server);
  const before = await countRefundsDue(server.db);
  await initiate(visitor, "journal");
  const orders = [
    await open(visitor, { offer: "/quiz/oto" }),
    await open(visitor, { offer: "/quiz/downsell" }),
  ];
  expect(new Set(orders.map(({ id }) => id)).size).toBe(2);
  await Promise.all(orders.map(({ id }) => pay(visitor, id)));
  for (const { id } of orders)
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
  expect(await purchasesOf(visitor)).toHaveLength(1);
  expect(await countRefundsDue(server.db)).toBe(before + 1);
  const told = await server.db
    .selectFrom("outbox")
    .select("payload")
    .where("kind", "=", "payment.taken")
    .execute();
  const ids = orders.map(({ id }) => id);
  const marks = told
    .filter(({ payload }) => ids.includes(String(payload["checkout_id"])))
    .map(({ payload }) => String(payload["refund_due"]));
  expect(marks.toSorted()).toEqual(["false", "true"]);
});

describe("an order that nobody can say anything of", () => {
  const shop = useServer(() => ({
    providers: providersOf([{ ...sandbox, look: async () => "unknown" }]),
  }));

  test("gives way, and is not closed: what was paid by it is recorded", async () => {
    const visitor = await arrive(shop);
    const dollars = await openHosted(visitor);
    await visitor.call("/api/visitor/initiate-checkout", {
      method: "POST",
      body: {
        product: "journal",
        price: 799,
        currency: "GBP",
        event_id: randomUUID(),
      },
    });
    const pounds = await open(visitor);
    expect(pounds.id).not.toBe(dollars.id);
    expect((await open(visitor)).id).toBe(pounds.id);
    for (const { id } of [dollars, pounds])
      expect(await statusOf(visitor, id)).toMatchObject({ status: "open" });
    await pay(visitor, dollars.id);
    await pay(visitor, pounds.id);
    expect(await purchasesOf(visitor)).toHaveLength(1);
    expect(await countRefundsDue(shop.db)).toBe(1);
  });

  test("gives its promo code to the order that takes its place", async () => {
    const visitor = await arrive(shop);
    const send = (path: string, body: object) =>
      visitor.call(path, { method: "POST", body });
    const terms = { funnel: "quiz", promo: "own" };
    await send("/api/visitor/offer-terms", terms);
    const lowered = async (currency: string, price: number) => {
      const event_id = randomUUID();
      const body = { product: "intro", price, currency, event_id };
      await send("/api/visitor/initiate-checkout", body);
      return open(visitor, { product: "intro" });
    };
    const dollars = await lowered("USD", 1799);
    const pounds = await lowered("GBP", 1439);
    expect(pounds.id).not.toBe(dollars.id);
    expect(await findCheckout(shop.db, pounds.id)).toMatchObject({
      promo: "quiz/own",
      amount: 1439,
    });
  });
});
