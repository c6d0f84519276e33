import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { settleAfterSale } from "../checkout/after-sale.ts";
import type { AfterSale } from "../checkout/news.ts";
import { settle } from "../checkout/settle.ts";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { askToCancel } from "./cancelled-plans.ts";
import type { Checkout } from "./checkouts.ts";
import { tellUpcomingRenewals } from "./upcoming-renewals.ts";

const server = useServer();
const now = () => new Date(server.clock.ms);
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
    now,
  });
const inDays = (days: number) => new Date(server.clock.ms + days * DAY_MS);
const tellNow = () => tellUpcomingRenewals(server.db, now());

/** A plan of 28 days that somebody has just paid for. */
async function bought(own: Partial<Checkout> = {}): Promise<Checkout> {
  const checkout = await storeCheckout(server.db, {
    product: "plan",
    renewal_amount: 2_999,
    renewal_days: 28,
    email: "ann@mail.example",
    ...own,
  });
  return settle(services(), checkout, { status: "paid" });
}

/** What its provider says of a plan now. */
function hear(
  plan: Checkout,
  {
    status = "active",
    endsAt = null,
    isPaused = false,
    ...more
  }: {
    readonly status?: "active" | "past_due" | "cancelled";
    readonly endsAt?: Date | null;
    readonly isPaused?: boolean;
    readonly renewsAt?: Date;
    readonly terms?: { readonly amount: number; readonly everyDays: number };
  },
): Promise<void> {
  const toldAt = now();
  return settleAfterSale(services(), plan, {
    kind: "subscription",
    event: { kind: "told", status, endsAt, isPaused, toldAt },
    ...more,
  });
}

function renew(plan: Checkout, renewsAt: Date): Promise<void> {
  const renewal: AfterSale = {
    kind: "renewal",
    reference: `${plan.checkout_id} ${server.clock.ms}`,
    amount: 2_999,
    currency: "USD",
    paidAt: now(),
  };
  return settleAfterSale(services(), plan, renewal).then(() =>
    hear(plan, { renewsAt }),
  );
}

/** Of which payments of a plan the outside was told beforehand. */
async function told({ checkout_id }: Checkout) {
  const messages = await server.db
    .selectFrom("outbox")
    .select("payload")
    .where("kind", "=", "renewal.upcoming")
    .orderBy("created_at")
    .execute();
  return messages
    .map(({ payload }) => payload)
    .filter((payload) => payload["checkout_id"] === checkout_id);
}

/** By the days that a payment and the next one lie apart: how long before it is told of. */
test.each([
  [28, 7],
  [84, 7],
  [179, 7],
  [180, 30],
  [365, 30],
])(
  "a plan of %i days is told of %i days before its next payment, once",
  async (renewal_days, days) => {
    const plan = await bought({ renewal_days });
    const renewsAt = inDays(renewal_days);
    server.clock.ms += (renewal_days - days) * DAY_MS - 1;
    await tellNow();
    expect(await told(plan)).toEqual([]);
    server.clock.ms += 1;
    // Several processes at once.
    const rounds = await Promise.all([tellNow(), tellNow()]);
    expect(rounds.flatMap(({ failures }) => failures)).toEqual([]);
    const { checkout_id } = plan;
    const message = {
      checkout_id,
      brand: "calm",
      product: "plan",
      email: "ann@mail.example",
      amount: 2_999,
      currency: "USD",
      every_days: renewal_days,
      renews_at: renewsAt.toISOString(),
    };
    expect(await told(plan)).toEqual([message]);
    server.clock.ms += DAY_MS;
    await tellNow();
    expect(await told(plan)).toHaveLength(1);
  },
);

test.each([
  ["a week", { renewal_days: 7 }, 7],
  ["two weeks", { renewal_days: 14 }, 14],
  ["a trial of a week", { renewal_days: 365, first_days: 7 }, 7],
])("within %s of the payment before nothing is told", async (_, own, days) => {
  const plan = await bought(own);
  for (let day = 0; day < days; day += 1) {
    await tellNow();
    server.clock.ms += DAY_MS;
  }
  expect(await told(plan)).toEqual([]);
});

test("after a trial of four weeks, a yearly plan is told of within the last week", async () => {
  const plan = await bought({ renewal_days: 365, first_days: 28 });
  for (let day = 0; day < 21; day += 1) {
    await tellNow();
    server.clock.ms += DAY_MS;
  }
  expect(await told(plan)).toEqual([]);
  await tellNow();
  expect(await told(plan)).toHaveLength(1);
});

test("each payment is told of, a late one of the provider's as well", async () => {
  const plan = await bought();
  server.clock.ms += 22 * DAY_MS;
  await tellNow();
  server.clock.ms += 6 * DAY_MS + HOUR_MS;
  await renew(plan, inDays(28));
  for (let day = 0; day < 20; day += 1) {
    await tellNow();
    server.clock.ms += DAY_MS;
  }
  expect(await told(plan)).toHaveLength(1);
  server.clock.ms += DAY_MS;
  await tellNow();
  expect(await told(plan)).toHaveLength(2);
});

test("what has changed since is told again: the day or the amount, but not the hour", async () => {
  const plan = await bought();
  const renewsAt = inDays(28);
  server.clock.ms += 22 * DAY_MS;
  await tellNow();
  await hear(plan, { renewsAt: new Date(renewsAt.getTime() + 5 * HOUR_MS) });
  await tellNow();
  expect(await told(plan)).toHaveLength(1);
  server.clock.ms += HOUR_MS;
  await hear(plan, { renewsAt: new Date(renewsAt.getTime() + DAY_MS) });
  await tellNow();
  expect(await told(plan)).toHaveLength(2);
  server.clock.ms += HOUR_MS;
  await hear(plan, { terms: { amount: 3_499, everyDays: 28 } });
  await tellNow();
  const [, , last] = await told(plan);
  expect(last).toMatchObject({ amount: 3_499 });
});

test.each([
  ["ends before", { endsAt: new Date(Date.UTC(2039, 0)) }],
  ["is over", { status: "cancelled" }],
  ["is paused", { isPaused: true }],
  ["is behind with its last payment", { status: "past_due" }],
] as const)("of a plan that %s nothing is told", async (_, news) => {
  const plan = await bought();
  server.clock.ms += 22 * DAY_MS;
  await hear(plan, news);
  await tellNow();
  expect(await told(plan)).toEqual([]);
});

test("of a plan whose end was asked for nothing is told, unless it goes on after all", async () => {
  const plan = await bought();
  server.clock.ms += 22 * DAY_MS;
  await askToCancel(server.db, plan.checkout_id, now());
  await tellNow();
  expect(await told(plan)).toEqual([]);
  await hear(plan, { endsAt: inDays(6) });
  server.clock.ms += HOUR_MS;
  await hear(plan, {});
  await tellNow();
  expect(await told(plan)).toHaveLength(1);
});

test("of a payment whose time has passed nothing is told", async () => {
  const plan = await bought();
  server.clock.ms += 28 * DAY_MS;
  await tellNow();
  expect(await told(plan)).toEqual([]);
});

test("what cannot be told holds up nothing else, and is tried again", async () => {
  const broken = await bought({ product: "broken" });
  server.clock.ms += 1;
  const plan = await bought();
  server.clock.ms += 22 * DAY_MS;
  await sql`alter table outbox add constraint unbroken check (kind <> 'renewal.upcoming' or payload->>'product' <> 'broken')`.execute(
    server.db,
  );
  const { failures } = await tellNow();
  await sql`alter table outbox drop constraint unbroken`.execute(server.db);
  expect(failures.map(({ checkout }) => checkout)).toEqual([
    broken.checkout_id,
  ]);
  expect(await told(plan)).toHaveLength(1);
  expect((await tellNow()).failures).toEqual([]);
  expect(await told(broken)).toHaveLength(1);
});

describe("of many plans", () => {
  /** Three that nobody else has, and all before them are told. */
  async function three(): Promise<readonly Checkout[]> {
    const plans = [await bought(), await bought(), await bought()];
    server.clock.ms += 21 * DAY_MS - HOUR_MS;
    await tellNow();
    server.clock.ms += 2 * HOUR_MS;
    return plans;
  }
  const countTold = async (plans: readonly Checkout[]) =>
    (await Promise.all(plans.map(told))).flat().length;

  test("as many are told as there are, however many are looked for at a time", async () => {
    const plans = await three();
    const answer = await tellUpcomingRenewals(server.db, now(), { atOnce: 1 });
    expect(answer).toEqual({ told: 3, failures: [] });
    expect(await countTold(plans)).toBe(3);
  });

  test("those are left to the next round that there is no time for", async () => {
    const plans = await three();
    const isOver = () => true;
    const few = { atOnce: 1, isOver };
    expect(await tellUpcomingRenewals(server.db, now(), few)).toMatchObject({
      told: 1,
    });
    expect(await tellNow()).toMatchObject({ told: 2 });
    expect(await countTold(plans)).toBe(3);
  });
});
