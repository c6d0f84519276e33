import { expect, test } from "vitest";
import { arrive } from "../../testing/calls.ts";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { openOrder, usePayPalShop } from "./shop.fixture.ts";

const { server, fake, payPal } = usePayPalShop();

/** An order as PayPal has it, and what comes of closing its checkout. */
async function opened() {
  const { id, order } = await openOrder(await arrive(server));
  const checkout = madeUpCheckout({
    checkout_id: id,
    provider: "paypal",
    provider_reference: order,
  });
  return { order, close: () => payPal().expire?.(checkout) };
}
const AT_WORK = "PayPal is at work on this payment: ask it again";

test("an order that nobody has approved is left to run out", async () => {
  const { close } = await opened();
  await expect(close()).resolves.toBeUndefined();
});

test("an order that has run out is over", async () => {
  const { order, close } = await opened();
  fake().bank.orders.delete(order);
  await expect(close()).resolves.toBeUndefined();
});

test.each(["COMPLETED", "PENDING", "INSTRUMENT_DECLINED"] as const)(
  "an order that was approved is not closed while it comes to %s",
  async (next) => {
    const { order, close } = await opened();
    fake().bank.next = next;
    fake().bank.approve(order);
    await expect(close()).rejects.toThrow(AT_WORK);
  },
);

test("a checkout without an order needs nothing", async () => {
  fake().calls.length = 0;
  await payPal().expire?.(madeUpCheckout({ provider: "paypal" }));
  expect(fake().calls).toEqual([]);
});
