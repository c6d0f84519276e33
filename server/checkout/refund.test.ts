import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import type { Checkout } from "../db/checkouts.ts";
import { findOpenRefunds } from "../db/open-refunds.ts";
import { REFUSED } from "../db/refunds.ts";
import type { DisputeState } from "../ledger/payment.ts";
import { providersOf } from "../payments/registry.ts";
import { sandboxAs } from "../payments/sandbox/provider.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { settleAfterSale } from "./after-sale.ts";
import type { AfterSale } from "./news.ts";
import type { Provider, Refunded } from "./provider.ts";
import {
  followRefund,
  refundNews,
  refundOrder,
  resumeRefund,
} from "./refund.ts";
import { settle } from "./settle.ts";

const DAY_MS = 86_400_000;
const ON_ITS_WAY: Refunded = {
  kind: "told",
  status: "requested",
  reference: null,
};
const MADE: Refunded = { kind: "told", status: "succeeded", reference: "re-1" };

const server = useServer();
/** What the provider says of a refund that it is asked for, and of one that it is asked after. */
let told: Refunded = ON_ITS_WAY;
let later: Refunded | null = null;
let plans: () => Promise<boolean> = async () => true;
let asked = 0;
const stripe: Provider = {
  ...sandboxAs("stripe"),
  refund: async () => {
    asked += 1;
    return told;
  },
  lookAtRefund: async () => later,
  endPlan: () => plans(),
};
const services = (provider = stripe) =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([provider]),
    now: () => new Date(server.clock.ms),
  });
beforeEach(() => {
  told = ON_ITS_WAY;
  later = null;
  plans = async () => true;
  asked = 0;
});

async function bought(own: Partial<Checkout> = {}): Promise<Checkout> {
  const checkout = await storeCheckout(server.db, own);
  return settle(services(), checkout, { status: "paid" });
}

const refund = (
  { checkout_id }: Pick<Checkout, "checkout_id">,
  key: string = randomUUID(),
  provider = stripe,
) =>
  refundOrder(services(provider), checkout_id, {
    key,
    amount: null,
    payment: null,
    reason: null,
  });
const refused = (detail: string) => ({ problem: { detail } });

const dispute = (state: DisputeState) => ({
  kind: "dispute" as const,
  reference: "dp-1",
  transaction: null,
  amount: 999,
  currency: "USD",
  state,
  withdrawn: 0,
  reason: null,
  toldAt: new Date(0),
});

const rowsOf = ({ checkout_id }: Checkout) =>
  server.db
    .selectFrom("refunds")
    .select(["status", "reference", "reason"])
    .where("checkout_id", "=", checkout_id)
    .orderBy("at")
    .execute();

describe("what is written down of a refund", () => {
  const reserved = {
    refund_id: "r-1",
    transaction: "t-1",
    amount: 400,
    currency: "USD",
  };
  const about = { kind: "refund", refund: "r-1", transaction: "t-1" };
  const sum = { amount: 400, currency: "USD" };

  test.each<[string, Refunded, object]>([
    ["made", MADE, { status: "succeeded", reference: "re-1", reason: null }],
    [
      "refused",
      { kind: "told", status: "failed", reference: null, reason: "Too old." },
      { status: "failed", reference: null, reason: "Too old." },
    ],
    [
      "that cannot be made",
      { kind: "unable", detail: "Elsewhere." },
      { status: "failed", reference: null, reason: "Elsewhere." },
    ],
  ])("%s", (_, says, news) => {
    expect(refundNews(reserved, says)).toEqual({ ...about, ...sum, ...news });
  });
});

describe("a refund", () => {
  test("of an order that is not there is refused", async () => {
    const none = { checkout_id: "nobody's" };
    await expect(refund(none)).rejects.toThrow("order-unknown");
  });

  test("that fails without a reason is refused with one of ours", async () => {
    told = { kind: "told", status: "failed", reference: null };
    await expect(refund(await bought())).rejects.toMatchObject(
      refused(REFUSED),
    );
  });

  test.each<[string, AfterSale & { readonly kind: "dispute" }]>([
    ["is disputed", dispute("open")],
    ["was taken back, as a refund that is not told yet,", dispute("lost")],
  ])(
    "of what %s is refused, unless it is asked for all the same",
    async (_, news) => {
      told = MADE;
      const checkout = await bought();
      await settleAfterSale(services(), checkout, news);
      await expect(refund(checkout)).rejects.toMatchObject({
        problem: {
          type: "urn:problem:refund-refused",
          detail: expect.stringContaining("--despite-dispute"),
        },
      });
      expect([asked, await rowsOf(checkout)]).toEqual([0, []]);
      const { checkout_id } = checkout;
      await refundOrder(services(), checkout_id, {
        key: randomUUID(),
        amount: 400,
        payment: null,
        reason: null,
        despiteDispute: true,
      });
      expect(asked).toBe(1);
    },
  );

  test("of what has gone back names what money is left of", async () => {
    told = MADE;
    const checkout = await bought({ renewal_amount: 500, renewal_days: 28 });
    await refund(checkout);
    await expect(refund(checkout)).rejects.toMatchObject(
      refused("All of it has gone back, or is on its way."),
    );
    await settleAfterSale(services(), checkout, {
      kind: "renewal",
      reference: "in_left",
      amount: 500,
      currency: "USD",
      paidAt: new Date(server.clock.ms),
    });
    await expect(refund(checkout)).rejects.toMatchObject(
      refused(
        "All of this payment has gone back, or is on its way. Money is left of others; name one by payment (--payment): in_left ($5.00).",
      ),
    );
  });

  test("of what a dispute was won over is made", async () => {
    told = MADE;
    const checkout = await bought();
    await settleAfterSale(services(), checkout, dispute("open"));
    const won = { ...dispute("won"), toldAt: new Date(1) };
    await settleAfterSale(services(), checkout, won);
    await refund(checkout);
    expect(asked).toBe(1);
  });

  test("whose provider is not set up is refused, and has failed", async () => {
    const checkout = await bought();
    const reason = "Its payment provider is not set up.";
    const other = sandboxAs("other");
    await expect(refund(checkout, randomUUID(), other)).rejects.toMatchObject(
      refused(reason),
    );
    expect(await rowsOf(checkout)).toMatchObject([
      { status: "requested" },
      { status: "failed", reason },
    ]);
  });

  test("asked for once more ends the plan that it could not end before", async () => {
    const checkout = await bought({ renewal_amount: 999, renewal_days: 28 });
    const key = randomUUID();
    told = MADE;
    plans = () => Promise.reject(new Error("away"));
    const { checkout_id } = checkout;
    const statusOf = () =>
      server.db
        .selectFrom("subscriptions")
        .select("status")
        .where("checkout_id", "=", checkout_id)
        .executeTakeFirst();
    expect(await refund(checkout, key)).toBe(key);
    expect(await statusOf()).toEqual({ status: "active" });
    plans = async () => true;
    expect(await refund(checkout, key)).toBe(key);
    expect(await statusOf()).toEqual({ status: "cancelled" });
    expect(asked).toBe(1);
  });
});

describe("a refund that is on its way", () => {
  async function begun() {
    const checkout = await bought();
    const key = await refund(checkout);
    server.clock.ms += DAY_MS;
    const now = new Date(server.clock.ms);
    const open = await findOpenRefunds(server.db, now, 100);
    const own = open.find(({ refund_id }) => refund_id === key);
    if (own === undefined) throw new Error("there is no open refund");
    return { checkout, own };
  }
  const waiting = [{ status: "requested", reference: null, reason: null }];

  test("is asked for again until it is answered", async () => {
    const { checkout, own } = await begun();
    const { checkout_id } = checkout;
    told = MADE;
    const resume = (id: string) => resumeRefund(services(), id, own.refund_id);
    await resume(checkout_id);
    expect(await rowsOf(checkout)).toMatchObject([
      { status: "requested" },
      { status: "succeeded", reference: "re-1" },
    ]);
    await resume(checkout_id);
    await resume("nobody's");
    expect(asked).toBe(2);
  });

  test("stays so where its provider cannot be asked any more", async () => {
    const { checkout, own } = await begun();
    const without = services(sandboxAs("other"));
    const { checkout_id } = checkout;
    const detail = "Its payment provider is not set up.";
    await expect(
      resumeRefund(without, checkout_id, own.refund_id),
    ).rejects.toThrow(detail);
    await expect(
      refund(checkout, own.refund_id, sandboxAs("other")),
    ).rejects.toMatchObject(refused(detail));
    expect(await rowsOf(checkout)).toMatchObject(waiting);
    told = MADE;
    await resumeRefund(services(), checkout_id, own.refund_id);
    expect(await rowsOf(checkout)).toMatchObject([
      { status: "requested" },
      { status: "succeeded" },
    ]);
  });

  test("is followed to its end", async () => {
    const { checkout, own } = await begun();
    later = { ...MADE, reference: "another name" };
    await followRefund(services(), own, "re-2");
    expect(await rowsOf(checkout)).toMatchObject([
      { status: "requested" },
      { status: "succeeded", reference: "re-2", reason: null },
    ]);
  });

  const { lookAtRefund: _, ...silent } = stripe;
  test.each<[string, Refunded | null, Provider]>([
    ["its provider does not know it", null, stripe],
    ["its provider cannot say", { kind: "unable", detail: "No." }, stripe],
    ["it is still on its way", ON_ITS_WAY, stripe],
    ["its provider cannot be asked", MADE, silent],
    ["its provider is not set up", MADE, sandboxAs("other")],
  ])("stays as it is where %s", async (_where, says, provider) => {
    const { checkout, own } = await begun();
    later = says;
    await followRefund(services(provider), own, "re-3");
    expect(await rowsOf(checkout)).toEqual(waiting);
  });

  test("of an order that is not there is followed by nobody", async () => {
    const { checkout, own } = await begun();
    later = MADE;
    const lost = { ...own, checkout_id: "nobody's" };
    await followRefund(services(), lost, "re-4");
    expect(await rowsOf(checkout)).toEqual(waiting);
  });
});
