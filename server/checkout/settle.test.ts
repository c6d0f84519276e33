import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import {
  type Checkout,
  describeCheckout,
  findCheckout,
} from "../db/checkouts.ts";
import { readOrder } from "../db/orders.ts";
import { requestFields, withRequest } from "../http/request-context.ts";
import { providersOf } from "../payments/registry.ts";
import { sandboxAs } from "../payments/sandbox/provider.ts";
import { madeUpCheckout, storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { digest } from "../token.ts";
import { settleAfterSale } from "./after-sale.ts";
import type { Finding, Provider } from "./provider.ts";
import { isWaiting, look, refresh, settle } from "./settle.ts";

/** What the provider says, and how often it was asked. */
let found: Finding | "unknown" | null = null;
let asked = 0;
const stripe: Provider = {
  ...sandboxAs("stripe"),
  look: async () => {
    asked += 1;
    return found;
  },
};
const server = useServer();
const services = (provider = stripe) =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([provider]),
    now: () => new Date((server.clock.ms += 1)),
  });
beforeEach(() => {
  asked = 0;
});

const paymentsOf = ({ checkout_id }: Checkout) =>
  server.db
    .selectFrom("payments")
    .select(["transaction", "refund_due"])
    .where("checkout_id", "=", checkout_id)
    .orderBy("paid_at")
    .execute();
const paidBy = (transaction: string): Finding => ({
  status: "paid",
  transaction,
});

test.each([
  ["open", true],
  ["needs_authentication", true],
  ["paid", false],
  ["declined", false],
  ["cancelled", false],
] as const)("a checkout that is %s waits: %s", (status, waits) => {
  expect(isWaiting({ status })).toBe(waits);
});

describe("what a provider has found out", () => {
  test.each(["open", "needs_authentication"] as const)(
    "moves a checkout that is %s",
    async (status) => {
      const checkout = await storeCheckout(server.db, { status });
      const settled = await settle(services(), checkout, {
        status: "declined",
      });
      expect(settled.status).toBe("declined");
      expect(settled).toEqual(
        await findCheckout(server.db, checkout.checkout_id),
      );
    },
  );

  test("changes nothing of one that is closed, unless it was paid", async () => {
    const status = "cancelled";
    const checkout = await storeCheckout(server.db, { status });
    const declined = await settle(services(), checkout, { status: "declined" });
    expect(declined).toEqual(checkout);
    const paid = await settle(services(), checkout, paidBy("t-1"));
    expect(paid).toMatchObject({ status: "paid" });
    expect(await paymentsOf(checkout)).toEqual([
      { transaction: "t-1", refund_due: false },
    ]);
  });

  test.each<[string, Finding]>([
    ["the same money", paidBy("t-1")],
    ["money without a name", { status: "paid" }],
    ["that it was cancelled", { status: "cancelled", transaction: "t-2" }],
  ])("adds nothing to a paid one by %s", async (_, told) => {
    const checkout = await storeCheckout(server.db);
    const paid = await settle(services(), checkout, paidBy("t-1"));
    expect(await settle(services(), paid, told)).toEqual(paid);
    expect(await paymentsOf(checkout)).toHaveLength(1);
  });

  test("adds other money to one that was paid meanwhile, to give back", async () => {
    const checkout = await storeCheckout(server.db);
    await settle(services(), checkout, paidBy("t-1"));
    const settled = await settle(services(), checkout, paidBy("t-2"));
    expect(settled).toMatchObject({ status: "paid" });
    expect(await paymentsOf(checkout)).toEqual([
      { transaction: "t-1", refund_due: false },
      { transaction: "t-2", refund_due: true },
    ]);
  });

  test("of one that is not there any more is nothing", async () => {
    const checkout = madeUpCheckout();
    expect(await settle(services(), checkout, paidBy("t-1"))).toBe(checkout);
  });

  test("names the checkout in the log", async () => {
    const checkout = madeUpCheckout();
    const names = { request: randomUUID(), traceparent: undefined };
    const fields = withRequest(names, async () => {
      await settle(services(), checkout, { status: "declined" });
      return requestFields();
    });
    expect(await fields).toMatchObject({
      checkout: digest(checkout.checkout_id),
    });
  });
});

describe("what is bought again after its money went back", () => {
  const giveBack = (checkout: Checkout, transaction: string) =>
    settleAfterSale(services(), checkout, {
      kind: "refund",
      refund: null,
      reference: `refund of ${transaction}`,
      transaction,
      amount: checkout.amount,
      currency: checkout.currency,
      status: "succeeded",
      reason: null,
    });

  test("keeps a second payment of its own when the first goes back as well", async () => {
    const first = await storeCheckout(server.db);
    await settle(services(), first, paidBy("t-0"));
    await giveBack(first, "t-0");
    const again = await storeCheckout(server.db, {
      session_id: first.session_id,
    });
    const paid = await settle(services(), again, paidBy("t-1"));
    await giveBack(again, "t-1");
    await settle(services(), paid, paidBy("t-2"));
    expect(await paymentsOf(again)).toEqual([
      { transaction: "t-1", refund_due: true },
      { transaction: "t-2", refund_due: false },
    ]);
    expect(await paymentsOf(first)).toEqual([
      { transaction: "t-0", refund_due: false },
    ]);
  });

  test("an order whose only payment was once too often is refunded when that went back", async () => {
    const first = await storeCheckout(server.db);
    await settle(services(), first, paidBy("t-1"));
    const twice = await storeCheckout(server.db, {
      session_id: first.session_id,
      offer: "/quiz/downsell",
    });
    await settle(services(), twice, paidBy("t-2"));
    expect(await paymentsOf(twice)).toMatchObject([{ refund_due: true }]);
    await giveBack(twice, "t-2");
    const stateOf = async ({ checkout_id }: Checkout) =>
      (await readOrder(server.db, checkout_id))?.order.state;
    expect(await stateOf(twice)).toBe("refunded");
    expect(await stateOf(first)).toBe("paid");
  });
});

describe("a provider is asked", () => {
  test.each<[string, typeof found]>([
    ["nothing", null],
    ["that it cannot know", "unknown"],
  ])("and says %s: the checkout stays as it is", async (_, says) => {
    found = says;
    const checkout = await storeCheckout(server.db);
    expect(await refresh(services(), checkout)).toBe(checkout);
    expect(asked).toBe(1);
  });

  test("and says that it was paid: the checkout is paid", async () => {
    found = { status: "paid" };
    const checkout = await storeCheckout(server.db);
    const status = "paid";
    expect(await refresh(services(), checkout)).toMatchObject({ status });
  });

  test("and says that the page has ended which the visitor has just left for another one: it is open there", async () => {
    const checkout = await storeCheckout(server.db, {
      provider_reference: "left",
    });
    const { checkout_id } = checkout;
    const provider: Provider = {
      ...stripe,
      look: async ({ provider_reference }) => {
        if (provider_reference !== "left") return null;
        const told = { provider_reference: "the other one" };
        await describeCheckout(server.db, checkout_id, told);
        return { status: "cancelled" };
      },
    };
    expect(await refresh(services(provider), checkout)).toMatchObject({
      status: "open",
      provider_reference: "the other one",
    });
    expect(await look(services(provider), checkout)).toBeNull();
  });

  test.each<[string, Finding | "unknown", Checkout["status"]]>([
    ["it was paid there", { status: "paid" }, "open"],
    ["nobody can know", "unknown", "open"],
    ["it has ended, as the order has", { status: "cancelled" }, "cancelled"],
  ])(
    "of the page that the visitor has just left, and says that %s: no other page is asked about",
    async (_, says, status) => {
      const checkout = await storeCheckout(server.db, {
        provider_reference: "left",
      });
      const provider: Provider = {
        ...stripe,
        look: async ({ checkout_id }) => {
          asked += 1;
          await server.db
            .updateTable("checkouts")
            .set({ provider_reference: "the other one", status })
            .where("checkout_id", "=", checkout_id)
            .execute();
          return says;
        },
      };
      expect(await look(services(provider), checkout)).toBe(says);
      expect(asked).toBe(1);
    },
  );

  test("nothing of a checkout that does not wait", async () => {
    const checkout = madeUpCheckout({ status: "cancelled" });
    expect(await refresh(services(), checkout)).toBe(checkout);
    expect(asked).toBe(0);
  });

  test("in vain where it cannot be asked, or is not set up", async () => {
    const { look: _, ...silent } = stripe;
    for (const other of [silent, sandboxAs("other")])
      expect(await look(services(other), madeUpCheckout())).toBe("unknown");
    found = { status: "declined" };
    expect(await look(services(), madeUpCheckout())).toBe(found);
  });
});
