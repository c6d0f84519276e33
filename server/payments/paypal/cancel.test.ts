import { describe, expect, test } from "vitest";
import { findCheckout } from "../../db/checkouts.ts";
import { SESSION_COOKIE } from "../../sessions/session.ts";
import { arrive, openHosted } from "../../testing/calls.ts";
import { openOrder, usePayPalShop } from "./shop.fixture.ts";

const { server, fake, deliverAll, capturesOf } = usePayPalShop();

const cancel = (id: string, headers: Record<string, string> = {}) =>
  server.send(`/api/pay/paypal/cancel/${id}`, { headers });
const stored = (id: string) => findCheckout(server.db, id);

async function opened() {
  const visitor = await arrive(server);
  const order = await openOrder(visitor);
  fake().calls.length = 0;
  return { visitor, ...order };
}

describe("the way back from PayPal's page", () => {
  test("ends a checkout that waits, leads to its page, and nothing can be captured", async () => {
    const { id, order, visitor } = await opened();
    const cookie = `${SESSION_COOKIE}=${visitor.session}`;
    expect(await cancel(id, { cookie })).toMatchObject({
      status: 303,
      headers: { location: `/quiz/oto?utm_source=x&checkout=${id}` },
    });
    expect(fake().calls).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ status: "cancelled" });
    fake().bank.approve(order);
    await deliverAll(fake().bank.events.splice(0));
    expect(capturesOf(id)).toEqual([]);
    expect(await stored(id)).toMatchObject({ status: "cancelled" });
  });

  test("leads to its page, where it waits, while PayPal is out of reach", async () => {
    const { id } = await opened();
    fake().fault = 503;
    expect((await cancel(id)).status).toBe(303);
    fake().fault = null;
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  test("is a fault where PayPal answers what nobody understands", async () => {
    const { id } = await opened();
    fake().fault = 400;
    expect((await cancel(id)).status).toBe(500);
  });

  test("takes the money of what was approved after all", async () => {
    const { id, order } = await opened();
    fake().bank.approve(order);
    expect((await cancel(id)).status).toBe(303);
    expect(await stored(id)).toMatchObject({ status: "paid" });
  });

  test("changes nothing while PayPal thinks", async () => {
    const { id, order } = await opened();
    fake().bank.next = "PENDING";
    fake().bank.approve(order);
    await cancel(id);
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  test("asks PayPal nothing about a checkout that is over", async () => {
    const { id } = await opened();
    await cancel(id);
    fake().calls.length = 0;
    expect((await cancel(id)).status).toBe(303);
    expect(fake().calls).toEqual([]);
  });

  test("asks PayPal nothing about a checkout that has no order, and leaves it open", async () => {
    const { id } = await opened();
    await server.db
      .updateTable("checkouts")
      .set({ provider_reference: null })
      .where("checkout_id", "=", id)
      .execute();
    expect((await cancel(id)).status).toBe(303);
    expect(fake().calls).toEqual([]);
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  test("leads nowhere for a checkout of another provider", async () => {
    const { id } = await openHosted(await arrive(server), "gift");
    expect((await cancel(id)).status).toBe(404);
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  test.each(["x", "AAAAAAAAAAAAAAAAAAAAAA"])(
    "leads nowhere for the payment %s, which is not there",
    async (id) => {
      expect((await cancel(id)).status).toBe(404);
    },
  );

  test("leads nowhere for somebody else's payment", async () => {
    const { id } = await opened();
    const other = await arrive(server);
    const headers = { cookie: `${SESSION_COOKIE}=${other.session}` };
    expect((await cancel(id, headers)).status).toBe(404);
  });

  test("leads to the page on its own host where the API has one", async () => {
    const { id } = await opened();
    await server.db
      .updateTable("checkouts")
      .set({ return_origin: "https://calm.example" })
      .where("checkout_id", "=", id)
      .execute();
    expect((await cancel(id)).headers.location).toBe(
      `https://calm.example/quiz/oto?utm_source=x&checkout=${id}`,
    );
  });
});
