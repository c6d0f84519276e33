import { describe, expect, test } from "vitest";
import { createServices } from "../../app.ts";
import { findCheckout } from "../../db/checkouts.ts";
import { clean } from "../../jobs/housekeeping.ts";
import {
  countPayments,
  expectAnswer,
  expectProblem,
  statusOf,
  type Visitor,
} from "../../testing/calls.ts";
import { testSite } from "../../testing/site.ts";
import { providersOf } from "../registry.ts";
import { stripeAt, useStripeShop } from "./shop.fixture.ts";
import type { FakeCard } from "./stand-in-bank.fixture.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const { server, fake, deliverAll, returning, chargesOf, subscriptionsOf } =
  useStripeShop();

/** One round of the housekeeping so long after what was last done. */
async function later(ms: number): Promise<void> {
  server.clock.ms += ms;
  await clean(
    createServices({
      db: server.db,
      site: testSite,
      providers: providersOf([stripeAt(fake.url)]),
      now: () => new Date(server.clock.ms),
    }),
  );
}

/** One tap that reached Stripe, whose answer never came, and whose message got lost. */
async function lost(product: "plan" | "journal", card: FakeCard = "pm_good") {
  const { visitor, charge } = await returning(card, product);
  fake.losesAnswers = true;
  expectProblem("payment-unavailable", await charge());
  fake.losesAnswers = false;
  fake.bank.events.length = 0;
  return { visitor, charge, id: await savedOrder(visitor) };
}

/** The order of a visitor that is paid by what is saved. */
async function savedOrder({ visitorId }: Visitor): Promise<string> {
  const { checkout_id } = await server.db
    .selectFrom("checkouts")
    .innerJoin("sessions", "sessions.session_id", "checkouts.session_id")
    .select("checkout_id")
    .where("visitor_id", "=", visitorId)
    .where("way", "=", "saved")
    .executeTakeFirstOrThrow();
  return checkout_id;
}

const stored = (id: string) => findCheckout(server.db, id);

describe("one tap whose answer and message got lost", () => {
  test("is found out a quarter of an hour later, and was charged once", async () => {
    const { visitor, id } = await lost("journal");
    await later(14 * MINUTE_MS);
    expect(await stored(id)).toMatchObject({ status: "open" });
    await later(2 * MINUTE_MS);
    expect(await stored(id)).toMatchObject({
      status: "paid",
      provider_reference: expect.stringMatching(/^pi_/),
      card_last4: "4242",
    });
    expect(chargesOf(id)).toHaveLength(1);
    expect(await countPayments(server, id)).toBe(1);
    const bought = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", bought)["purchases"]).toHaveLength(2);
  });

  test("of a plan is found out as well, with what renews", async () => {
    const { id } = await lost("plan");
    await later(16 * MINUTE_MS);
    expect(await stored(id)).toMatchObject({ status: "paid" });
    expect(chargesOf(id)).toHaveLength(1);
    expect(await subscriptionsOf(id)).toMatchObject([
      { status: "active", reference: expect.stringMatching(/^sub_/) },
    ]);
  });

  test("is found out as soon as the visitor asks", async () => {
    const { visitor, id } = await lost("journal");
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
  });

  test.each(["journal", "plan"] as const)(
    "is not charged again for the %s when Stripe has forgotten its name",
    async (product) => {
      const { charge, id } = await lost(product);
      fake.forgetKeys();
      server.clock.ms += DAY_MS + MINUTE_MS;
      const answer = expectAnswer("make-charge", await charge());
      expect(answer).toMatchObject({ checkout_id: id, status: "paid" });
      expect(chargesOf(id)).toHaveLength(1);
    },
  );

  test("is declined where the bank has declined it", async () => {
    const { id } = await lost("journal", "pm_declined");
    await later(16 * MINUTE_MS);
    expect(await stored(id)).toMatchObject({ status: "declined" });
  });

  test.each(["journal", "plan"] as const)(
    "for the %s that never reached Stripe is charged by nobody who asks, and closed after a day",
    async (product) => {
      const { visitor, charge } = await returning("pm_good", product);
      fake.fault = 503;
      expectProblem("payment-unavailable", await charge());
      fake.fault = null;
      const id = await savedOrder(visitor);
      await later(16 * MINUTE_MS);
      expect(await stored(id)).toMatchObject({ status: "open" });
      await later(DAY_MS);
      expect(await stored(id)).toMatchObject({ status: "cancelled" });
      expect(chargesOf(id)).toEqual([]);
    },
  );

  test("is unknown after a day when nothing says by whom it was paid, and never cancelled", async () => {
    const { id } = await lost("journal");
    await server.db
      .updateTable("checkouts")
      .set({ card_token: null })
      .where("checkout_id", "=", id)
      .execute();
    await later(16 * MINUTE_MS);
    expect(await stored(id)).toMatchObject({ unknown_since: null });
    await later(DAY_MS);
    expect(await stored(id)).toMatchObject({
      status: "open",
      unknown_since: expect.any(Date),
    });
  });
});

describe("one tap that the bank is at work on", () => {
  const pending = async () => {
    const { visitor, charge } = await returning("pm_pending");
    expectProblem("in-flight", await charge());
    const id = await savedOrder(visitor);
    const intent = String((await stored(id))?.provider_reference);
    expect(intent).toMatch(/^pi_/);
    return { visitor, charge, id, intent };
  };

  test("is asked after by its name, and is not charged once more", async () => {
    const { charge, id, intent } = await pending();
    fake.forgetKeys();
    expectProblem("in-flight", await charge());
    fake.bank.finish(intent, null);
    fake.bank.events.length = 0;
    expect(expectAnswer("make-charge", await charge())).toMatchObject({
      status: "paid",
    });
    expect(chargesOf(id)).toHaveLength(1);
  });

  test("is unknown after a day, and known when the bank has decided", async () => {
    const { visitor, id, intent } = await pending();
    await later(DAY_MS + MINUTE_MS);
    expect(await stored(id)).toMatchObject({
      status: "open",
      unknown_since: expect.any(Date),
    });
    fake.bank.finish(intent, "card_declined");
    await deliverAll(fake.bank.events.splice(0));
    expect(await statusOf(visitor, id)).toMatchObject({ status: "declined" });
  });
});
