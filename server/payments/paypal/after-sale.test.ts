import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  arrive,
  expectProblem,
  readObject,
  statusOf,
} from "../../testing/calls.ts";
import { openOrder, usePayPalShop } from "./shop.fixture.ts";

const { server, fake, deliver, deliverAll, capturesOf } = usePayPalShop();

/** A visitor who has paid 9.99, with all messages about that on hold. */
async function paid() {
  const visitor = await arrive(server);
  const { id, order } = await openOrder(visitor);
  const { bank } = fake();
  bank.approve(order);
  bank.call("POST", `/v2/checkout/orders/${order}/capture`, {});
  const [capture] = capturesOf(id);
  if (capture === undefined) throw new Error("nothing was captured");
  return { visitor, id, capture: capture.id, paying: bank.events.splice(0) };
}

const taken = () => fake().bank.events.splice(0);

const moneyOf = (id: string) =>
  server.db
    .selectFrom("payments")
    .select(["state", "refunded", "withdrawn"])
    .where("checkout_id", "=", id)
    .execute();

describe("PayPal's messages", () => {
  test("about money given back count once, whatever comes first", async () => {
    const { visitor, id, capture, paying } = await paid();
    fake().bank.refund(capture, "4.00");
    fake().bank.refund(capture, "5.99");
    const events = taken();
    await Promise.all([...events, ...events].map((one) => deliver(one)));
    expect(await moneyOf(id)).toEqual([]);
    await deliverAll(paying);
    expect(await moneyOf(id)).toEqual([
      { state: "refunded", refunded: 999, withdrawn: 0 },
    ]);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "refunded" });
    const again = await openOrder(visitor);
    expect(again.id).not.toBe(id);
  });

  test("about a refund without a name are taken and change nothing", async () => {
    const { id, capture, paying } = await paid();
    await deliverAll(paying);
    fake().bank.refund(capture, "4.00");
    for (const event of taken()) {
      const message = readObject(JSON.parse(event));
      const { id: _, ...nameless } = readObject(message["resource"]);
      const told = JSON.stringify({ ...message, resource: nameless });
      expect(await deliver(told)).toMatchObject({ status: 200 });
    }
    expect(await moneyOf(id)).toEqual([
      { state: "paid", refunded: 0, withdrawn: 0 },
    ]);
  });

  test("about a refund that failed after all undo it", async () => {
    const { id, capture, paying } = await paid();
    await deliverAll(paying);
    fake().bank.failRefund(fake().bank.refund(capture, "9.99"));
    await deliverAll(taken().toReversed());
    expect(await moneyOf(id)).toEqual([
      { state: "paid", refunded: 0, withdrawn: 0 },
    ]);
  });

  test("about a reversal say that the money is gone", async () => {
    const { visitor, id, capture, paying } = await paid();
    await deliverAll(paying);
    fake().bank.reverse(capture);
    const events = taken();
    await deliverAll([...events, ...events]);
    expect(await moneyOf(id)).toEqual([
      { state: "charged_back", refunded: 0, withdrawn: 999 },
    ]);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "refunded" });
  });

  test.each([
    ["RESOLVED_SELLER_FAVOUR", { state: "paid", withdrawn: 0 }],
    ["RESOLVED_BUYER_FAVOUR", { state: "charged_back", withdrawn: 999 }],
  ])(
    "about a reversal whose dispute ends in %s say %o, whatever comes first",
    async (outcome, expected) => {
      const { bank } = fake();
      for (const order of [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [2, 3, 0, 1],
      ]) {
        const { id, capture, paying } = await paid();
        await deliverAll(paying);
        const dispute = bank.dispute(capture);
        bank.reverse(capture);
        bank.resolve(dispute, outcome);
        const events = taken();
        expect(events).toHaveLength(order.length);
        await deliverAll(order.flatMap((i) => events[i] ?? []));
        expect(await moneyOf(id)).toMatchObject([expected]);
      }
    },
  );

  test.each([
    ["RESOLVED_SELLER_FAVOUR", "paid"],
    ["RESOLVED_WITH_PAYOUT", "paid"],
    ["CANCELED_BY_BUYER", "paid"],
    ["RESOLVED_BUYER_FAVOUR", "charged_back"],
    ["A_NEW_WORD", "disputed"],
  ])("about a dispute that ends in %s: %s", async (outcome, state) => {
    const { id, capture, paying } = await paid();
    await deliverAll(paying);
    const dispute = fake().bank.dispute(capture);
    await deliverAll(taken());
    expect(await moneyOf(id)).toMatchObject([{ state: "disputed" }]);
    fake().bank.resolve(dispute, outcome);
    await deliverAll(taken());
    // What it takes back PayPal tells as a refund.
    expect(await moneyOf(id)).toEqual([{ state, refunded: 0, withdrawn: 0 }]);

    const other = await paid();
    fake().bank.resolve(fake().bank.dispute(other.capture), outcome);
    await deliverAll(taken().toReversed());
    await deliverAll(other.paying);
    expect(await moneyOf(other.id)).toMatchObject([{ state }]);
  });

  test.each(["PAYMENT.CAPTURE.REFUNDED", "CUSTOMER.DISPUTE.CREATED"])(
    "%s about nothing of ours change nothing",
    async (event_type) => {
      const resource = {
        id: "R-1",
        dispute_id: "D-1",
        disputed_transactions: [{ seller_transaction_id: "C-1" }],
      };
      const text = JSON.stringify({
        id: `WH-${event_type}`,
        event_type,
        resource,
      });
      expect((await deliver(text)).json).toEqual({ received: true });
    },
  );
});

describe("an operator's refund", () => {
  const refund = (id: string, body: object, key: string = randomUUID()) =>
    server.send(`/api/admin/orders/${id}/refund`, {
      method: "POST",
      headers: { "idempotency-key": key },
      body,
    });

  test("is made once, although its answer got lost, and its message counts no more", async () => {
    const { id, paying } = await paid();
    await deliverAll(paying);
    const key = randomUUID();
    fake().losesAnswers = true;
    expectProblem(
      "payment-unavailable",
      await refund(id, { amount: 400 }, key),
    );
    fake().losesAnswers = false;
    const told = readObject((await refund(id, { amount: 400 }, key)).json);
    expect(told).toMatchObject({
      refund: { refund_id: key, status: "succeeded", amount: 400 },
      order: { state: "partly_refunded", returned: 400 },
    });
    await deliverAll(taken());
    expect(await moneyOf(id)).toMatchObject([{ refunded: 400 }]);
    await refund(id, {});
    expect(fake().bank.refunds.slice(-2)).toMatchObject([
      { amount: { value: "4.00" } },
      { amount: { value: "5.99" } },
    ]);
    expect(await moneyOf(id)).toMatchObject([
      { state: "refunded", refunded: 999 },
    ]);
  });

  test("whose message comes before the answer is one refund", async () => {
    const { id, paying } = await paid();
    await deliverAll(paying);
    fake().losesAnswers = true;
    const key = randomUUID();
    await refund(id, { amount: 400 }, key);
    fake().losesAnswers = false;
    await deliverAll(taken());
    expect(await moneyOf(id)).toMatchObject([{ refunded: 400 }]);
    expect((await refund(id, { amount: 400 }, key)).status).toBe(200);
    expect(await moneyOf(id)).toMatchObject([{ refunded: 400 }]);
  });

  test("of more than PayPal has left is refused in its words", async () => {
    const { id, capture, paying } = await paid();
    await deliverAll(paying);
    fake().bank.refund(capture, "9.00");
    const refused = expectProblem("refund-refused", await refund(id, {}));
    expect(refused["detail"]).toContain("REFUND_AMOUNT_EXCEEDED");
    await deliverAll(taken());
    expect(await moneyOf(id)).toMatchObject([{ refunded: 900 }]);
  });
});
