import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { settleAfterSale } from "../checkout/after-sale.ts";
import type { AfterSale } from "../checkout/news.ts";
import type { Provider, Review } from "../checkout/provider.ts";
import { settle } from "../checkout/settle.ts";
import { beginCall } from "../db/calls-under-way.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import { findUnreviewedSince } from "../db/reviews.ts";
import { findSubscription } from "../db/subscriptions.ts";
import { dropLeft, findLeftOf } from "../db/webhook-events.ts";
import type { ProviderCall } from "../db/tables.ts";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { ProblemError } from "../http/problem.ts";
import { providersOf } from "../payments/registry.ts";
import { sandboxAs } from "../payments/sandbox/provider.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { digest } from "../token.ts";
import { reconcile } from "./reconcile.ts";

const server = useServer();
const told: object[] = [];
let review: Review = { news: [], faults: [] };
const services = (own: Partial<Provider> = {}) =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([
      { ...sandboxAs("pay-pro"), review: async () => review, ...own },
    ]),
    log: (line) => void told.push(line),
    now: () => new Date(server.clock.ms),
  });

const lost = (): AfterSale => ({
  kind: "dispute",
  reference: randomUUID(),
  transaction: "t-1",
  amount: 999,
  currency: "USD",
  state: "lost",
  withdrawn: 999,
  reason: null,
  toldAt: new Date(0),
});
const inOtherMoney: AfterSale = {
  kind: "transaction",
  transaction: "t-2",
  amount: 999,
  currency: "EUR",
};

test("a renewal that failed and was paid within a day is told as paid alone", async () => {
  const order = await storeCheckout(server.db, {
    provider: "pay-pro",
    renewal_amount: 999,
    renewal_days: 30,
  });
  await settle(services(), order, { status: "paid" });
  server.clock.ms += 2 * 86_400_000;
  const reference = `pay-pro ${randomUUID()}`;
  const sum = { reference, amount: 999, currency: "USD" };
  const at = (ms: number) => new Date(server.clock.ms + ms);
  const failed = (attempt: number): AfterSale => ({
    kind: "failed-renewal",
    ...sum,
    attempt,
    nextTryAt: at(-1_000),
    failedAt: at(-9_000),
  });
  const renewal = { kind: "renewal", ...sum, paidAt: at(0) } as const;
  review = { news: [failed(1), failed(2), renewal], faults: [] };
  await reconcile(services());
  const messages = await server.db
    .selectFrom("outbox")
    .select(["kind", "payload"])
    .where("kind", "like", "renewal.%")
    .execute();
  const about = messages.filter(
    ({ payload }) => payload["checkout_id"] === order.checkout_id,
  );
  expect(about.map(({ kind }) => kind)).toEqual(["renewal.taken"]);
  const failures = await server.db
    .selectFrom("failed_renewals")
    .select("attempt")
    .where("reference", "=", reference)
    .execute();
  expect(failures).toHaveLength(2);
});

describe("a sale whose provider does not answer", () => {
  const sell = (provider: string) =>
    storeCheckout(server.db, {
      provider,
      status: "paid",
      settled_at: new Date(server.clock.ms),
    });
  const shop = (id: string, answers: (sale: string) => boolean) => {
    const asked: string[] = [];
    return {
      ...services(),
      asked,
      providers: providersOf([
        {
          ...sandboxAs("pay-pro"),
          id,
          review: async ({ checkout_id }) => {
            asked.push(checkout_id);
            if (answers(checkout_id)) return { news: [], faults: [] };
            throw new ProblemError("payment-unavailable", "No answer.");
          },
        },
      ]),
    };
  };
  const overdueHours = async (provider: string) => {
    const now = new Date(server.clock.ms);
    const since = await findUnreviewedSince(server.db, [provider], now);
    return since && (server.clock.ms - since.getTime()) / HOUR_MS;
  };

  test("is overdue until it has answered, and all of them are asked in turn", async () => {
    let isThere = false;
    const dead = shop("dead", () => isThere);
    const sales = [];
    for (let sale = 0; sale < 5; sale += 1)
      sales.push((await sell("dead")).checkout_id);
    server.clock.ms += DAY_MS;
    for (let hour = 1; hour <= 6; hour += 1) {
      server.clock.ms += HOUR_MS + 1;
      await reconcile(dead);
      expect(await overdueHours("dead")).toBeCloseTo(hour, 1);
    }
    expect(dead.asked).toHaveLength(12);
    for (const sale of sales) {
      const times = dead.asked.filter((one) => one === sale).length;
      expect(times).toBeGreaterThanOrEqual(2);
    }
    isThere = true;
    server.clock.ms += HOUR_MS + 1;
    await reconcile(dead);
    expect(await overdueHours("dead")).toBeNull();
  });

  test("holds up no other, and is asked about no more than every hour", async () => {
    const [odd, ...others] = [await sell("odd"), await sell("odd")];
    const shopOf = shop("odd", (sale) => sale !== odd.checkout_id);
    server.clock.ms += DAY_MS + 1;
    await reconcile(shopOf);
    server.clock.ms += HOUR_MS / 2;
    await reconcile(shopOf);
    const all = [odd, ...others].map(({ checkout_id }) => checkout_id);
    expect(shopOf.asked.toSorted()).toEqual(all.toSorted());
    server.clock.ms += HOUR_MS;
    await reconcile(shopOf);
    expect(shopOf.asked.slice(2)).toEqual([odd.checkout_id]);
  });
});

test.each<[string, Review]>([
  ["read", { news: [lost()], faults: [new Error("odd")] }],
  ["written down", { news: [inOtherMoney, lost()], faults: [] }],
])("what cannot be %s of a sale keeps nothing else of it", async (_, said) => {
  const checkout = await storeCheckout(server.db, { provider: "pay-pro" });
  await settle(services(), checkout, { status: "paid", transaction: "t-1" });
  server.clock.ms += 2 * 86_400_000;
  review = said;
  told.length = 0;
  await reconcile(services());
  const { state } = await server.db
    .selectFrom("payments")
    .select("state")
    .where("checkout_id", "=", checkout.checkout_id)
    .executeTakeFirstOrThrow();
  expect(state).toBe("charged_back");
  expect(told).toContainEqual(
    expect.objectContaining({
      level: "error",
      message: "sale not reviewed",
      request: expect.stringMatching(/^[\w-]{22}$/),
      checkout: digest(checkout.checkout_id),
    }),
  );

  const left = () => findLeftOf(server.db, checkout.checkout_id);
  const nextDay = () => {
    server.clock.ms += 2 * 86_400_000;
    return reconcile(services());
  };
  const [fault] = await left();
  expect(fault).toMatchObject({
    type: "review",
    problem: expect.stringMatching(/odd|currency/),
  });
  await nextDay();
  expect(await left()).toEqual([fault]);
  // Whoever has looked at it is not shown it again.
  await dropLeft(server.db, fault?.event_id ?? "", new Date(server.clock.ms));
  await nextDay();
  expect(await left()).toEqual([]);
  review = { news: [], faults: [new Error("another")] };
  await nextDay();
  expect(await left()).toMatchObject([{ problem: "Error: another" }]);
  review = { news: [], faults: [] };
  await nextDay();
  expect(await left()).toEqual([]);
});

describe("an order that waits for what another one has paid for", () => {
  async function waiting(own: Partial<Checkout> = {}) {
    const at = { provider: "pay-pro", created_at: new Date(server.clock.ms) };
    const paid = await storeCheckout(server.db, { ...at, ...own });
    await settle(services(), paid, { status: "paid", transaction: "t-1" });
    const { session_id } = paid;
    const more = { session_id, offer: "/quiz/later" };
    return {
      paid,
      other: await storeCheckout(server.db, { ...at, ...own, ...more }),
    };
  }
  /** What is ended at the provider in a round, and what becomes of the order. */
  async function round(
    { checkout_id }: Checkout,
    found: "unknown" | null = null,
  ) {
    server.clock.ms += 600_000;
    const ended: string[] = [];
    const expire = async (one: Checkout) => void ended.push(one.checkout_id);
    await reconcile(services({ look: async () => found, expire }));
    const stored = await findCheckout(server.db, checkout_id);
    return { status: stored?.status, isEnded: ended.includes(checkout_id) };
  }

  test("is closed, at the provider as well", async () => {
    const { other } = await waiting();
    expect(await round(other)).toEqual({ status: "cancelled", isEnded: true });
  });

  test("stays while its provider cannot say what became of it", async () => {
    const { other } = await waiting();
    const open = { status: "open", isEnded: false };
    expect(await round(other, "unknown")).toEqual(open);
  });

  test("stays where it can be bought again", async () => {
    const open = { status: "open", isEnded: false };
    const gift = await waiting({ repeatable: true });
    expect(await round(gift.other)).toEqual(open);
    const { paid, other } = await waiting();
    await settleAfterSale(services(), paid, lost());
    expect(await round(other)).toEqual(open);
  });
});

describe("an order that has waited for a day", () => {
  const forgotten = async () => {
    const created_at = new Date(server.clock.ms - 25 * 3_600_000);
    const own = { provider: "pay-pro", created_at };
    const { checkout_id } = await storeCheckout(server.db, own);
    return checkout_id;
  };
  const begin = (id: string, call: ProviderCall) =>
    beginCall(server.db, id, call, new Date(server.clock.ms));

  test("is not closed while it is charged", async () => {
    const id = await forgotten();
    expect(await begin(id, "charging")).toBe(true);
    await reconcile(services());
    expect(await findCheckout(server.db, id)).toMatchObject({
      status: "open",
      busy_with: "charging",
    });
  });

  test("is not charged while it is closed, and can be where its provider cannot say", async () => {
    const id = await forgotten();
    const charged: boolean[] = [];
    const look: Provider["look"] = async ({ checkout_id }) => {
      if (checkout_id === id) charged.push(await begin(id, "charging"));
      return "unknown";
    };
    await reconcile(services({ look }));
    expect(charged).toEqual([false]);
    expect(await begin(id, "charging")).toBe(true);
  });
});

test("plans that cannot be ended hold up no later one whose money went back", async () => {
  const sell = async () => {
    const checkout = await storeCheckout(server.db, {
      provider: "pay-pro",
      renewal_amount: 999,
      renewal_days: 30,
    });
    const transaction = randomUUID();
    await settle(services(), checkout, { status: "paid", transaction });
    const news = { ...lost(), transaction };
    await settleAfterSale(services(), checkout, news);
    server.clock.ms += 1;
    return checkout.checkout_id;
  };
  for (let plan = 0; plan < 50; plan += 1) await sell();
  const last = await sell();
  const endPlan: Provider["endPlan"] = async ({ checkout_id }) =>
    checkout_id === last;
  const status = async () => {
    const plan = await findSubscription(server.db, last);
    return plan?.status;
  };
  await reconcile(services({ endPlan }));
  expect(await status()).toBe("active");
  await reconcile(services({ endPlan }));
  expect(await status()).toBe("cancelled");
});

describe("what more is due than one batch holds", () => {
  const MANY = 450;
  /** Orders of a provider that is asked about in no other test. */
  async function many(provider: string, own: Partial<Checkout>) {
    const { checkout_id: id } = await storeCheckout(server.db, {
      ...own,
      provider,
      created_at: new Date(server.clock.ms),
    });
    await sql`insert into checkouts (checkout_id, session_id, brand, provider, status, product, product_name,
        amount, currency, event_id, return_path, return_origin, details, created_at, settled_at, way, repeatable)
      select checkout_id || at, session_id, brand, provider, status, product, product_name,
        amount, currency, event_id, return_path, return_origin, details, created_at, settled_at, way, true
      from checkouts, generate_series(2, ${MANY}::int) at where checkout_id = ${id}`.execute(
      server.db,
    );
    server.clock.ms += 2 * 86_400_000;
    return async () => {
      const rows = await server.db
        .selectFrom("checkouts")
        .select("checkout_id")
        .where("provider", "=", provider)
        .where((eb) =>
          eb.or([
            eb("status", "=", "cancelled"),
            eb("reviewed_at", "is not", null),
          ]),
        )
        .execute();
      return rows.length;
    };
  }
  const shop = (id: string, own: Partial<Provider>) => ({
    ...services(),
    providers: providersOf([{ ...sandboxAs("pay-pro"), id, ...own }]),
  });

  test("is asked about in the same round: orders that wait", async () => {
    const asked = await many("many-wait", { offer: null });
    await reconcile(shop("many-wait", { look: async () => null }));
    expect(await asked()).toBe(MANY);
  });

  test("is asked about in the same round: sales", async () => {
    const settled_at = new Date(server.clock.ms);
    const asked = await many("many-sold", { status: "paid", settled_at });
    await reconcile(shop("many-sold", { review: async () => review }));
    expect(await asked()).toBe(MANY);
  });

  test("has to wait for the next round when its time is over, and holds up no other kind of question", async () => {
    const settled_at = new Date(server.clock.ms);
    const provider = "slow";
    const sale = { provider, status: "paid", settled_at } as const;
    const sold = await storeCheckout(server.db, sale);
    const asked = await many("slow", { offer: null });
    const ofSale: string[] = [];
    const slow = shop("slow", {
      look: async () => {
        server.clock.ms += 1_000;
        return null;
      },
      review: async ({ checkout_id }) => {
        ofSale.push(checkout_id);
        return { news: [], faults: [] };
      },
    });
    await reconcile(slow);
    const before = await asked();
    expect(before).toBeGreaterThanOrEqual(30);
    expect(before).toBeLessThan(40);
    expect(ofSale).toEqual([sold.checkout_id]);
    await reconcile(slow);
    expect(await asked()).toBeGreaterThan(before);
  });
});
