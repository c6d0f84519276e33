import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { findCheckout } from "../db/checkouts.ts";
import { countRefundsDue } from "../db/payments.ts";
import { clean } from "../jobs/housekeeping.ts";
import { providersOf } from "../payments/registry.ts";
import { sandboxAs } from "../payments/sandbox/provider.ts";
import {
  arrive,
  confirmOneTap,
  expectAnswer,
  goodCard,
  initiate,
  post,
  statusOf,
  type TestProduct,
  type Visitor,
} from "../testing/calls.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { settleAfterSale } from "./after-sale.ts";
import { settle } from "./settle.ts";

const server = useServer();
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandboxAs("stripe")]),
    log: () => {},
    now: () => new Date(server.clock.ms),
  });

/** Chooses what a page offers, and opens its payment page. */
async function choose(
  visitor: Visitor,
  product: TestProduct,
  offer = "/quiz/oto",
) {
  await initiate(visitor, product);
  const call =
    product === "plan" ? "make-stripe-subscription" : "make-stripe-checkout";
  const answer = await visitor.call(`/api/pay/${call}`, {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: {
      product,
      return_path: `${offer}?utm_source=${randomUUID()}`,
      ...(product === "plan" && { email: "a@mail.example" }),
    },
  });
  const { checkout_id, url } = expectAnswer(call, answer);
  const id = String(checkout_id);
  return {
    id,
    url: String(url),
    pay: () => post(visitor, `/api/pay/sandbox/${id}`, goodCard),
    status: async () => (await statusOf(visitor, id))["status"],
  };
}

async function boughtBy(visitor: Visitor) {
  const answer = await visitor.call("/api/pay/purchases");
  const { purchases } = expectAnswer("purchases", answer);
  return (Array.isArray(purchases) ? purchases : []).map(
    (one) => Object(one).product,
  );
}

/** To be paid by one tap, at the price that is confirmed now, from the page that offers it. */
const confirm = (visitor: Visitor, product: TestProduct) =>
  confirmOneTap(visitor, product, "/quiz/oto");

const end = (checkout: Parameters<typeof settleAfterSale>[1]) =>
  settleAfterSale(services(), checkout, {
    kind: "subscription",
    event: {
      kind: "told",
      status: "cancelled",
      endsAt: null,
      toldAt: new Date(server.clock.ms),
    },
  });

describe("of what an offer has to choose from", () => {
  test("one waits: what was chosen before gives way, and is not paid any more", async () => {
    const visitor = await arrive(server);
    const first = await choose(visitor, "plan");
    const second = await choose(visitor, "journal");
    expect(await first.status()).toBe("cancelled");
    await second.pay();
    expect(await boughtBy(visitor)).toEqual(["journal"]);
  });

  test("one is paid: another one leads back to the offer as bought", async () => {
    const visitor = await arrive(server);
    const first = await choose(visitor, "plan");
    await first.pay();
    const second = await choose(visitor, "journal");
    expect(second.id).toBe(first.id);
    expect(new URL(second.url).pathname).toBe("/quiz/oto");
    expect(
      expectAnswer("make-charge", await (await confirm(visitor, "journal"))()),
    ).toEqual({
      checkout_id: first.id,
      status: "paid",
    });
    expect(await boughtBy(visitor)).toEqual(["plan"]);
  });

  test("what is paid once stands in the way of what was confirmed before, and of nothing later", async () => {
    const visitor = await arrive(server);
    await (await choose(visitor, "gift")).pay();
    const first = await choose(visitor, "journal");
    const before = await confirm(visitor, "workbook");
    await first.pay();
    expect(expectAnswer("make-charge", await before())).toMatchObject({
      checkout_id: first.id,
    });
    server.clock.ms += 1_000;
    const second = await choose(visitor, "workbook");
    await second.pay();
    expect(await boughtBy(visitor)).toEqual(["gift", "journal", "workbook"]);
  });

  test("however many tabs choose at once, one is bought", async () => {
    const visitor = await arrive(server);
    const products = ["plan", "journal", "plan", "journal"] as const;
    const opened = await Promise.allSettled(
      products.map((product) => choose(visitor, product)),
    );
    const { length } = await Promise.all(
      opened.flatMap((one) =>
        one.status === "fulfilled" ? [one.value.pay()] : [],
      ),
    );
    expect(length).toBeGreaterThan(0);
    expect((await boughtBy(visitor)).length).toBeLessThan(2);
    expect(await countRefundsDue(server.db)).toBe(0);
  });

  test.each([
    ["was given back", "refund"],
    ["has ended", "end"],
  ] as const)("another one is sold after a plan that %s", async (_, how) => {
    const visitor = await arrive(server);
    const first = await choose(visitor, "plan");
    await first.pay();
    const order = await findCheckout(server.db, first.id);
    if (order === null) throw new Error("there is no order");
    if (how === "end") await end(order);
    else
      await server.send(`/api/admin/orders/${first.id}/refund`, {
        method: "POST",
        headers: { "idempotency-key": randomUUID() },
        body: {},
      });
    const second = await choose(visitor, "journal");
    expect(second.id).not.toBe(first.id);
    await second.pay();
    expect(await second.status()).toBe("paid");
    expect(await boughtBy(visitor)).toContain("journal");
  });
});

describe("beside what was chosen at an offer", () => {
  test("another offer sells what it has", async () => {
    const visitor = await arrive(server);
    const plan = await choose(visitor, "plan");
    const other = await choose(visitor, "journal", "/quiz/upsell");
    expect(await plan.status()).toBe("open");
    await plan.pay();
    await other.pay();
    expect(await boughtBy(visitor)).toEqual(["plan", "journal"]);
  });

  test("what may be bought again waits and is sold", async () => {
    const visitor = await arrive(server);
    const orders = [];
    for (const product of ["plan", "gift", "circle"] as const)
      orders.push(await choose(visitor, product));
    for (const order of orders) await order.pay();
    expect(await boughtBy(visitor)).toEqual(["plan", "gift", "circle"]);
    const again = await choose(visitor, "gift");
    expect(again.id).not.toBe(orders[1]?.id);
  });
});

describe("of two that were opened beside each other, by a version before", () => {
  async function bothOpen(own = {}) {
    const created_at = new Date(server.clock.ms);
    const first = await storeCheckout(server.db, { created_at });
    const { session_id } = first;
    const second = { product: "plan", renewal_amount: 999, renewal_days: 28 };
    return [
      first,
      await storeCheckout(server.db, {
        ...second,
        session_id,
        created_at,
        return_path: "/quiz/oto?a",
        ...own,
      }),
    ] as const;
  }
  const pay = async (checkout: Parameters<typeof settle>[1]) => {
    server.clock.ms += 1_000;
    const transaction = checkout.checkout_id;
    await settle(services(), checkout, { status: "paid", transaction });
  };

  test("the one that is not paid is closed", async () => {
    const [first, second] = await bothOpen();
    await pay(first);
    await clean(services());
    expect(await findCheckout(server.db, second.checkout_id)).toMatchObject({
      status: "cancelled",
    });
  });

  test.each([
    ["is", {}],
    ["was set aside", { offer: null }],
  ])("the one that %s paid second has to go back", async (_, own) => {
    const before = await countRefundsDue(server.db);
    const [first, second] = await bothOpen(own);
    await pay(first);
    await pay(second);
    expect(await countRefundsDue(server.db)).toBe(before + 1);
  });

  test("the second one stays where the first one goes back", async () => {
    const before = await countRefundsDue(server.db);
    const [first, second] = await bothOpen();
    await pay(first);
    await pay(second);
    const refund = {
      kind: "refund",
      refund: null,
      reference: first.checkout_id,
      status: "succeeded",
      transaction: first.checkout_id,
      amount: 999,
      currency: "USD",
      reason: null,
    } as const;
    await settleAfterSale(services(), first, refund);
    expect(await countRefundsDue(server.db)).toBe(before);
    const kept = await server.db
      .selectFrom("payments")
      .select("checkout_id")
      .where("session_id", "=", second.session_id)
      .where("refund_due", "=", false)
      .execute();
    expect(kept).toEqual([{ checkout_id: second.checkout_id }]);
  });

  test.each([
    ["plan", "journal", ["plan", "plan"]],
    ["journal", "plan", ["new", "journal"]],
  ] as const)(
    "what has to go back is not bought: where the %s was paid before the %s, each wanted again is %j",
    async (first, second, expected) => {
      const visitor = await arrive(server);
      const plan = await choose(visitor, "plan");
      const journal = await choose(visitor, "journal", "/quiz/upsell");
      await server.db
        .updateTable("checkouts")
        .set({ return_path: "/quiz/oto" })
        .where("checkout_id", "=", journal.id)
        .execute();
      const orders = { plan, journal };
      for (const product of [first, second]) {
        server.clock.ms += 1_000;
        await orders[product].pay();
      }
      server.clock.ms += 1_000;
      const named = { [plan.id]: "plan", [journal.id]: "journal" };
      const again = [
        await choose(visitor, "plan"),
        await choose(visitor, "journal"),
      ];
      expect(again.map(({ id }) => named[id] ?? "new")).toEqual(expected);
    },
  );

  test("both are kept where the first one had ended", async () => {
    const before = await countRefundsDue(server.db);
    const [second, first] = await bothOpen();
    await pay(first);
    await end(first);
    await pay(second);
    expect(await countRefundsDue(server.db)).toBe(before);
  });
});
