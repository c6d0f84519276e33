import { describe, expect, test } from "vitest";
import { findCheckout } from "../../db/checkouts.ts";
import { arrive, openHosted } from "../../testing/calls.ts";
import { appOver } from "../../testing/server.ts";
import { providersOf } from "../registry.ts";
import { openOrder, usePayPalShop } from "./shop.fixture.ts";
import { WEBHOOK_ID } from "./stand-in.fixture.ts";
import { transmission } from "./stand-in-messages.fixture.ts";

const { server, fake, payPal, deliver } = usePayPalShop();

let count = 0;
const message = (event_type: string, resource: object) =>
  JSON.stringify({ id: `WH-w-${(count += 1)}`, event_type, resource });
const stored = (id: string) => findCheckout(server.db, id);

/** How a message ended: nothing more to do, or somebody has to look. */
async function endOf(text: string) {
  return server.db
    .selectFrom("webhook_events")
    .select(["no_order", "checkout_id"])
    .where("event_id", "=", `paypal ${String(JSON.parse(text).id)}`)
    .executeTakeFirst();
}

async function opened() {
  const order = await openOrder(await arrive(server));
  fake().calls.length = 0;
  return order;
}

describe("a message is refused", () => {
  const text = message("PAYMENT.CAPTURE.COMPLETED", {});

  test.each(
    Object.keys(transmission(text, WEBHOOK_ID)).filter((name) =>
      name.startsWith("paypal-"),
    ),
  )("without the header %s, and PayPal is not asked", async (name) => {
    const { [name]: _left, ...headers } = transmission(text, WEBHOOK_ID);
    fake().calls.length = 0;
    expect((await deliver(text, headers)).status).toBe(400);
    expect(fake().calls).toEqual([]);
  });

  test.each([
    '{"id":1,"event_type":"X"}',
    '{"id":"WH-1","event_type":1}',
    '{"id":"WH-1"}',
    "null",
  ])("that is %s", async (odd) => {
    expect((await deliver(odd)).status).toBe(400);
  });
});

test("of an address that has called too often PayPal is not asked", async () => {
  const app = appOver(server, {
    addressHeader: "x-forwarded-for",
    providers: providersOf([payPal()]),
  });
  const tell = async (address: string) => {
    const text = message("SOMETHING.ELSE", {});
    const headers = {
      ...transmission(text, WEBHOOK_ID),
      "x-forwarded-for": address,
    };
    const request = { method: "POST", headers, body: text };
    return (await app.request("/api/pay/paypal/webhook", request)).status;
  };
  const [one, other] = ["198.51.100.1", "198.51.100.2"];
  expect(await tell(one)).toBe(200);
  const headers = { "x-forwarded-for": one };
  await Promise.all(
    Array.from({ length: 599 }, async () =>
      app.request("/api/nothing", { headers }),
    ),
  );
  fake().calls.length = 0;
  expect(await tell(one)).toBe(429);
  expect(fake().calls).toEqual([]);
  expect(await tell(other)).toBe(200);
});

describe("a message about an order", () => {
  const ofOrder = (custom_id: string, id: unknown) =>
    message("CHECKOUT.ORDER.APPROVED", {
      id,
      purchase_units: [{ custom_id }],
    });

  test("is kept with the name of its checkout", async () => {
    const { id, order } = await opened();
    const text = ofOrder(id, order);
    await deliver(text);
    expect(await endOf(text)).toEqual({ no_order: false, checkout_id: id });
  });

  test("that names none, or no checkout, is done with", async () => {
    const { id } = await opened();
    for (const text of [
      ofOrder(id, 7),
      message("CHECKOUT.ORDER.APPROVED", { purchase_units: "none" }),
      message("SOMETHING.ELSE", { id: "O-1", custom_id: id }),
      message("SOMETHING.ELSE", {
        id: "O-1",
        purchase_units: [{ custom_id: id }],
      }),
    ]) {
      expect((await deliver(text)).status).toBe(200);
      expect(await endOf(text)).toMatchObject({ no_order: false });
    }
    expect(fake().calls.filter((call) => /orders/.test(call))).toEqual([]);
  });

  test("that waits for its visitor changes nothing", async () => {
    const { id, order } = await opened();
    await deliver(ofOrder(id, order));
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  test("that the visitor was not sent to, and that ran out, changes nothing", async () => {
    const { id } = await opened();
    await deliver(ofOrder(id, "GONE"));
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  test("that the visitor was sent to, and that ran out, cancels it", async () => {
    const { id, order } = await opened();
    fake().bank.orders.delete(order);
    await deliver(ofOrder(id, order));
    expect(await stored(id)).toMatchObject({ status: "cancelled" });
  });
});

describe("a message about money", () => {
  const ofMoney = (custom_id: string, what = "COMPLETED") =>
    message(`PAYMENT.CAPTURE.${what}`, { id: "C-1", custom_id });

  test("that names another provider's order is for somebody to look at", async () => {
    const { id } = await openHosted(await arrive(server), "gift");
    const taken = ofMoney(id);
    await deliver(taken);
    expect(await endOf(taken)).toMatchObject({ no_order: true });
    const declined = ofMoney(id, "DENIED");
    await deliver(declined);
    expect(await endOf(declined)).toMatchObject({ no_order: false });
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  test("of the order that was waited for asks PayPal once", async () => {
    const { id, order } = await opened();
    fake().bank.approve(order);
    fake().bank.events.length = 0;
    fake().bank.call("POST", `/v2/checkout/orders/${order}/capture`, {});
    const [text = ""] = fake().bank.events;
    fake().calls.length = 0;
    await deliver(text);
    expect(await stored(id)).toMatchObject({ status: "paid" });
    expect(fake().calls).toEqual([
      "POST /v1/notifications/verify-webhook-signature",
      `GET /v2/checkout/orders/${order}`,
    ]);
  });

  /** A second order for the same checkout, and the message that it was paid. */
  function paidElsewhere(order: string): string {
    const { bank } = fake();
    const { asked } = bank.get(order);
    const created = bank.call("POST", "/v2/checkout/orders", asked);
    const second = String(Object(created.body).id);
    bank.approve(second);
    bank.events.length = 0;
    bank.call("POST", `/v2/checkout/orders/${second}/capture`, {});
    fake().calls.length = 0;
    return bank.events.splice(0)[0] ?? "";
  }
  const looks = () => fake().calls.filter((call) => call.startsWith("GET"));

  test("of another order asks about the one that was waited for, which may still wait", async () => {
    const { id, order } = await opened();
    const text = paidElsewhere(order);
    expect(await deliver(text)).toMatchObject({ status: 200 });
    expect(await stored(id)).toMatchObject({ status: "paid" });
    expect(looks()).toHaveLength(2);
    expect(looks()).toContain(`GET /v2/checkout/orders/${order}`);
  });

  test("of another order asks about no other where nothing is waited for", async () => {
    const first = await opened();
    await server.db
      .updateTable("checkouts")
      .set({ provider_reference: null })
      .where("checkout_id", "=", first.id)
      .execute();
    await deliver(paidElsewhere(first.order));
    expect(await stored(first.id)).toMatchObject({ status: "paid" });
    expect(looks()).toHaveLength(1);
    // Once it is paid, a further order says nothing of the first one.
    const second = await opened();
    await deliver(paidElsewhere(second.order));
    await deliver(paidElsewhere(second.order));
    expect(looks()).toHaveLength(1);
  });
});
