import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import type { Provider } from "../checkout/provider.ts";
import {
  countEverFailedRefunds,
  countFailedRefunds,
  countOpenRefunds,
} from "../db/open-refunds.ts";
import { clean } from "../jobs/housekeeping.ts";
import { arrive, openHosted, statusOf } from "../testing/calls.ts";
import type { TestServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { openOrder, usePayPalShop } from "./paypal/shop.fixture.ts";
import { providersOf } from "./registry.ts";
import { sessionOf, stripeAt, useStripeShop } from "./stripe/shop.fixture.ts";

const DAY_MS = 86_400_000;

/** A provider that takes refunds up and is slow with them, and whose messages get lost. */
interface Slow {
  readonly server: Pick<TestServer, "db" | "clock" | "send">;
  readonly provider: () => Provider;
  /** A visitor who has paid 9.99. */
  readonly buy: () => Promise<string>;
  /** What becomes of the refund made last. */
  readonly end: (how: "made" | "failed") => void;
  readonly calls: () => readonly string[];
}

function stripeShop(): Slow {
  const { server, fake, deliverAll } = useStripeShop();
  const last = () => {
    const all = [...fake.bank.things.keys()];
    return all.findLast((id) => id.startsWith("re_")) ?? "";
  };
  return {
    server,
    provider: () => stripeAt(fake.url),
    buy: async () => {
      const { id, url } = await openHosted(await arrive(server));
      fake.bank.pay(sessionOf(url));
      await deliverAll(fake.bank.events.splice(0));
      fake.bank.refundsAre = "pending";
      return id;
    },
    end: (how) => {
      if (how === "made") fake.bank.finishRefund(last());
      else fake.bank.failRefund(last());
      fake.bank.events.length = 0;
    },
    calls: () => fake.calls,
  };
}

function payPalShop(): Slow {
  const { server, fake, payPal } = usePayPalShop();
  return {
    server,
    provider: payPal,
    buy: async () => {
      const visitor = await arrive(server);
      const { id, order } = await openOrder(visitor);
      fake().bank.approve(order);
      await statusOf(visitor, id);
      fake().bank.refundsAre = "PENDING";
      return id;
    },
    end: (how) => {
      const { bank } = fake();
      const refund = bank.refunds.at(-1);
      if (refund === undefined) throw new Error("nothing was given back");
      if (how === "made") bank.finishRefund(refund);
      else bank.failRefund(refund);
      bank.events.length = 0;
    },
    calls: () => fake().calls,
  };
}

describe.each([
  ["Stripe", stripeShop],
  ["PayPal", payPalShop],
] as const)("a refund that %s has taken up", (_, shopOf) => {
  const { server, provider, buy, end, calls } = shopOf();

  async function later(ms: number): Promise<void> {
    server.clock.ms += ms;
    await clean(
      createServices({
        db: server.db,
        site: testSite,
        providers: providersOf([provider()]),
        now: () => new Date(server.clock.ms),
      }),
    );
  }
  const refund = (id: string) =>
    server.send(`/api/admin/orders/${id}/refund`, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: {},
    });
  const open = () => countOpenRefunds(server.db, new Date(server.clock.ms));
  const stateOf = async (id: string) => {
    const { json } = await server.send(`/api/admin/orders/${id}`);
    return String(Object(Object(json).order).state);
  };
  const listed = async (state = "refund_open") => {
    const path = `/api/admin/orders?state=${state}`;
    const { orders } = Object((await server.send(path)).json);
    return Array.isArray(orders) ? orders.length : null;
  };

  test.each([
    ["made", "refunded"],
    ["failed", "paid"],
  ] as const)(
    "is asked after within a day: %s, the order is %s",
    async (how, state) => {
      const id = await buy();
      expect((await refund(id)).status).toBe(200);
      expect(await listed()).toBe(1);
      end(how);
      expect(await stateOf(id)).toBe("paid");
      await later(DAY_MS + 60_000);
      expect(await stateOf(id)).toBe(state);
      expect(await listed()).toBe(0);
      expect(await open()).toBe(0);
    },
  );

  test("and that fails then needs somebody, until another one is asked for", async () => {
    const failed = await countFailedRefunds(server.db);
    const ever = await countEverFailedRefunds(server.db);
    const id = await buy();
    await refund(id);
    expect(await countFailedRefunds(server.db)).toBe(failed);
    end("failed");
    await later(DAY_MS + 60_000);
    expect(await countFailedRefunds(server.db)).toBe(failed + 1);
    expect(await listed("refund_failed")).toBe(failed + 1);
    expect((await refund(id)).status).toBe(200);
    expect(await countFailedRefunds(server.db)).toBe(failed);
    expect(await listed("refund_failed")).toBe(failed);
    end("made");
    await later(DAY_MS + 60_000);
    expect(await stateOf(id)).toBe("refunded");
    expect(await countEverFailedRefunds(server.db)).toBe(ever + 1);
  });

  test("is asked after once a day, and needs somebody after a week", async () => {
    const id = await buy();
    await refund(id);
    await later(60_000);
    const before = calls().length;
    for (let day = 0; day < 3; day += 1) {
      await later(DAY_MS + 60_000);
      await later(60_000);
    }
    const asked = calls()
      .slice(before)
      .filter((call) => call.startsWith("GET") && call.includes("/refunds/"));
    expect(asked).toHaveLength(3);
    expect(await open()).toBe(0);
    await later(5 * DAY_MS);
    expect(await open()).toBe(1);
    end("made");
    await later(DAY_MS + 60_000);
    expect(await open()).toBe(0);
    expect(await stateOf(id)).toBe("refunded");
  });
});
