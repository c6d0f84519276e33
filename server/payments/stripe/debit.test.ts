import { describe, expect, test } from "vitest";
import { createServices } from "../../app.ts";
import { settleByHand } from "../../checkout/settle-by-hand.ts";
import { arrive, countPayments, statusOf } from "../../testing/calls.ts";
import { testSite } from "../../testing/site.ts";
import { providersOf } from "../registry.ts";
import { stripeAt, subscribe, useStripeShop } from "./shop.fixture.ts";

const { server, fake, deliverAll, chargesOf, subscriptionsOf } =
  useStripeShop();

/** A plan whose first payment a bank is at work on. */
async function debited() {
  const visitor = await arrive(server);
  const { id, session } = await subscribe(visitor);
  fake.bank.debit(session);
  await tell();
  const plan = String(fake.bank.get(session)["subscription"]);
  return { id, session, plan, status: () => statusOf(visitor, id) };
}

const tell = () => deliverAll(fake.bank.events.splice(0));

const endingsTold = () =>
  server.db
    .selectFrom("outbox")
    .select("kind")
    .where("kind", "=", "subscription.cancelled")
    .execute();

describe("a plan that is debited from a bank account", () => {
  test("waits while the bank is at work on it", async () => {
    const { status, plan } = await debited();
    expect(await status()).toMatchObject({ status: "open" });
    expect(fake.bank.get(plan)).toMatchObject({ status: "trialing" });
  });

  test("is paid when the bank has paid", async () => {
    const { id, session, plan, status } = await debited();
    fake.bank.finishDebit(session, true);
    await tell();
    expect(await status()).toMatchObject({ status: "paid" });
    expect(await countPayments(server, id)).toBe(1);
    expect(chargesOf(id)).toHaveLength(1);
    expect(fake.bank.get(plan)).toMatchObject({ status: "trialing" });
  });

  test.each(["told by Stripe", "found by asking"])(
    "is declined when the bank has not, which is %s, and does not go on",
    async (how) => {
      const { id, session, plan, status } = await debited();
      fake.bank.finishDebit(session, false);
      if (how === "found by asking") fake.bank.events.length = 0;
      else await tell();
      expect(await status()).toMatchObject({ status: "declined" });
      expect(fake.bank.get(plan)).toMatchObject({ status: "canceled" });
      await tell();
      expect(await subscriptionsOf(id)).toMatchObject([
        { reference: plan, status: "cancelled" },
      ]);
      // Nothing was sold, so nobody hears of its end.
      expect(await endingsTold()).toEqual([]);
      expect(await countPayments(server, id)).toBe(0);
    },
  );

  test("ends without a word where Stripe tells of that before of the debit", async () => {
    const { id, session, plan, status } = await debited();
    fake.bank.finishDebit(session, false);
    const failure = fake.bank.events.splice(0);
    fake.bank.cancel(plan);
    await tell();
    expect(await endingsTold()).toEqual([]);
    expect(await status()).toMatchObject({ status: "declined" });
    await deliverAll(failure);
    expect(await subscriptionsOf(id)).toMatchObject([{ status: "cancelled" }]);
    expect(await endingsTold()).toEqual([]);
  });

  test("is ended with the order by the word of an operator", async () => {
    const { id, plan, status } = await debited();
    const services = createServices({
      db: server.db,
      site: testSite,
      providers: providersOf([stripeAt(fake.url)]),
      now: () => new Date(server.clock.ms),
    });
    fake.fault = 500;
    await expect(
      settleByHand(services, id, { outcome: "unpaid" }),
    ).rejects.toThrow("payment-unavailable");
    fake.fault = null;
    expect(await status()).toMatchObject({ status: "open" });
    await settleByHand(services, id, { outcome: "unpaid" });
    expect(await status()).toMatchObject({ status: "cancelled" });
    expect(fake.bank.get(plan)).toMatchObject({ status: "canceled" });
    await tell();
    expect(await endingsTold()).toEqual([]);
  });
});
