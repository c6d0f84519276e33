import { describe, expect, test } from "vitest";
import { findCheckout } from "../../db/checkouts.ts";
import { storeCheckout } from "../../testing/checkout.ts";
import { paidBy, useServer } from "../../testing/server.ts";
import { type Fields, signFields } from "../sign.ts";
import { isTimely, readFields } from "./message.ts";

const FORM = "application/x-www-form-urlencoded";
const server = useServer(() =>
  paidBy({
    STRIPE_SECRET_KEY: "sk_test_x",
    MAX_PAY_MERCHANT: "m-1",
    MAX_PAY_SECRET: "secret",
    MAX_PAY_ADDRESS: "https://max-pay.example/form",
  }),
);

/** A message that was sent so many seconds ago; negative, from a clock that is ahead. */
function tell(fields: Fields, secondsAgo = 0, secret = "secret") {
  const time = String(Math.floor(server.clock.ms / 1_000) - secondsAgo);
  const all = { time, ...fields };
  const body = new URLSearchParams({
    ...all,
    signature: signFields(all, secret),
  });
  return server.send("/api/pay/max-pay/callback", {
    method: "POST",
    headers: { "content-type": FORM },
    body: body.toString(),
  });
}

const opened = (provider = "max-pay") => storeCheckout(server.db, { provider });
const stored = (id: string) => findCheckout(server.db, id);
const paidFor = (order: string) => ({
  order,
  status: "approved",
  transaction: `t-${order}`,
  amount: "999",
  currency: "USD",
});
const endOf = (transaction: string, status: string) =>
  server.db
    .selectFrom("webhook_events")
    .select(["no_order", "problem"])
    .where("event_id", "=", `max-pay ${transaction} ${status}`)
    .executeTakeFirst();

describe("a message", () => {
  test.each([0, 290, -290])("of %s seconds ago is taken", async (seconds) => {
    const { checkout_id: id } = await opened();
    expect((await tell(paidFor(id), seconds)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ status: "paid" });
  });

  test.each([310, -310])("of %s seconds ago is refused", async (seconds) => {
    const { checkout_id: id } = await opened();
    expect((await tell(paidFor(id), seconds)).status).toBe(400);
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  test("without a time, or signed by somebody else, is refused", async () => {
    const { checkout_id: id } = await opened();
    expect((await tell({ ...paidFor(id), time: "" }, 0)).status).toBe(400);
    expect((await tell({ ...paidFor(id), time: "x" }, 0)).status).toBe(400);
    expect((await tell(paidFor(id), 0, "other")).status).toBe(400);
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  test("that names no payment is of the one whose name is told later", async () => {
    const { checkout_id: id } = await opened();
    await tell({ ...paidFor(id), transaction: "" });
    await tell(paidFor(id));
    const payments = await server.db
      .selectFrom("payments")
      .select(["transaction", "refund_due"])
      .where("checkout_id", "=", id)
      .execute();
    const { transaction } = paidFor(id);
    expect(payments).toEqual([{ transaction, refund_due: false }]);
  });

  test.each(["declined", "cancelled"])(
    "moves an order to %s",
    async (status) => {
      const { checkout_id: order } = await opened();
      await tell({ order, status });
      expect(await stored(order)).toMatchObject({ status });
    },
  );

  test("that names no transaction is told from one about another order", async () => {
    for (const { checkout_id: order } of [await opened(), await opened()]) {
      await tell({ order, status: "declined" });
      expect(await stored(order)).toMatchObject({ status: "declined" });
    }
  });

  test("that is no form is refused", async () => {
    const path = "/api/pay/max-pay/callback";
    const sent = { method: "POST", body: "{}" } as const;
    expect((await server.send(path, sent)).status).toBe(400);
  });

  test("of another word changes nothing", async () => {
    const { checkout_id: order } = await opened();
    const message = { ...paidFor(order), status: "thinking" };
    expect((await tell(message)).status).toBe(200);
    expect(await stored(order)).toMatchObject({ status: "open" });
  });

  test.each<[string, Fields, boolean]>([
    ["money taken", { status: "approved" }, true],
    ["a chargeback", { status: "lost", kind: "chargeback" }, true],
    ["a refusal", { status: "declined" }, false],
  ])(
    "about %s for another provider's order: %j, somebody looks: %s",
    async (what, fields, no_order) => {
      const { checkout_id: order } = await opened("stripe");
      const transaction = `x ${what}`;
      await tell({ ...paidFor(order), transaction, ...fields });
      const { kind, status = "" } = fields;
      const name = kind === undefined ? transaction : `${kind} ${transaction}`;
      expect(
        await endOf(name, kind === undefined ? status : `${status} `),
      ).toMatchObject({ no_order });
      expect(await stored(order)).toMatchObject({ status: "open" });
    },
  );
});

test.each([
  [300_000, true],
  [-300_000, true],
  [300_001, false],
  [-300_001, false],
  [Number.NaN, false],
])("a message %i ms old is timely: %s", (age, timely) => {
  const sent = 1_900_000_000;
  const time = Number.isNaN(age) ? "x" : String(sent);
  const now = new Date(sent * 1_000 + (age || 0));
  expect(isTimely({ time }, now)).toBe(timely);
});

describe("the fields of a form", () => {
  const read = (body: string, type: string | null = FORM) =>
    readFields(
      new Request("http://localhost/", {
        method: "POST",
        body: new TextEncoder().encode(body),
        headers: type === null ? {} : { "content-type": type },
      }),
    );

  test.each([FORM, `${FORM};charset=utf-8`, FORM.toUpperCase()])(
    "are read from %s",
    async (type) => {
      expect(await read("a=1&b=x+y", type)).toEqual({ a: "1", b: "x y" });
    },
  );

  test.each([null, "", "text/plain", `${FORM}-more`, `x ${FORM}`])(
    "are none of the type %j",
    async (type) => {
      expect(await read("a=1", type)).toBeNull();
    },
  );

  test("are none beyond 20,000 letters", async () => {
    const most = `a=${"x".repeat(19_998)}`;
    expect(await read(most)).toEqual({ a: "x".repeat(19_998) });
    expect(await read(`${most}x`)).toBeNull();
  });
});
