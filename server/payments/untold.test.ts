import { beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { ATTENTION } from "../db/attention.ts";
import { findCheckout } from "../db/checkouts.ts";
import { readEnv } from "../env.ts";
import { clean } from "../jobs/housekeeping.ts";
import {
  arrive,
  expectProblem,
  initiate,
  statusOf,
  type Visitor,
} from "../testing/calls.ts";
import { paidBy, useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { useStandIn } from "../testing/stand-in.ts";
import { formOf } from "./max-pay/forms.fixture.ts";
import { charge } from "./pay-pro/charges.fixture.ts";
import { signFields } from "./sign.ts";

const DAY_MS = 86_400_000;
const bank = useStandIn();
/** Both cannot be asked what became of an order. */
const variables = () => ({
  STRIPE_SECRET_KEY: "sk_test_x",
  MAX_PAY_MERCHANT: "m-1",
  MAX_PAY_SECRET: "max-secret",
  MAX_PAY_ADDRESS: "https://max-pay.example/form",
  PAY_PRO_KEY: "pro-secret",
  PAY_PRO_ADDRESS: new URL("/pay-pro/charge", bank.url).href,
});
const server = useServer(() => paidBy(variables()));
const told: object[] = [];
beforeEach(() => {
  told.length = 0;
});

async function later(over: Readonly<Record<string, string>> = {}) {
  server.clock.ms += DAY_MS + 60_000;
  await clean(
    createServices({
      db: server.db,
      site: testSite,
      providers: readEnv({ ...variables(), ...over }).providers,
      now: () => new Date(server.clock.ms),
      log: (line) => void told.push(line),
    }),
  );
}

const tell = (order: string, fields: Record<string, string>) => {
  const all = {
    order,
    transaction: `t-${order}`,
    kind: "payment",
    status: "approved",
    currency: "USD",
    time: String(Math.floor(server.clock.ms / 1_000)),
    ...fields,
  };
  const signature = signFields(all, "max-secret");
  return server.send("/api/pay/max-pay/callback", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...all, signature }).toString(),
  });
};

async function formFor(
  visitor: Visitor,
  product: "journal" | "plan" = "journal",
): Promise<string> {
  await initiate(visitor, product);
  return (await formOf(visitor, product)).id;
}

const knownOf = async (id: string) => {
  const checkout = await findCheckout(server.db, id);
  if (checkout === null) throw new Error("there is no such checkout");
  const { status, unknown_since, untold_since } = checkout;
  return {
    status,
    isUnknown: unknown_since !== null,
    isUntold: untold_since !== null,
  };
};

describe("a form that nothing was ever told of", () => {
  test("is listed, and is no alert", async () => {
    const id = await formFor(await arrive(server));
    await later();
    await later();
    const untold = { status: "open", isUnknown: false, isUntold: true };
    expect(await knownOf(id)).toEqual(untold);
    const { message, alert } = ATTENTION.untold;
    expect(alert).toBeNull();
    const line = { level: "info", message, payments: 1 };
    expect(told.filter((one) => "payments" in one)).toEqual([line, line]);
    const list = await server.send("/api/admin/orders?state=untold");
    expect(list.json).toMatchObject({
      orders: [{ checkout_id: id, state: "untold" }],
    });
  });

  test("is paid when it is told after all", async () => {
    const id = await formFor(await arrive(server));
    await later();
    await tell(id, { amount: "999" });
    expect(await knownOf(id)).toEqual({
      status: "paid",
      isUnknown: false,
      isUntold: false,
    });
  });

  test("is unknown when a message of it could not be dealt with", async () => {
    const id = await formFor(await arrive(server));
    expect((await tell(id, { amount: "1" })).status).toBe(500);
    await later();
    expect(await knownOf(id)).toMatchObject({ isUnknown: true });
  });

  test("is unknown once its plan was renewed, until it is told", async () => {
    const id = await formFor(await arrive(server), "plan");
    await later();
    expect(await knownOf(id)).toMatchObject({ isUntold: true });
    const renewal = { kind: "renewal", amount: "2999" };
    expect((await tell(id, renewal)).status).toBe(200);
    await later();
    expect(await knownOf(id)).toEqual({
      status: "open",
      isUnknown: true,
      isUntold: false,
    });
    await tell(id, { amount: "3999" });
    expect(await knownOf(id)).toMatchObject({
      status: "paid",
      isUnknown: false,
    });
  });

  test("is asked after once its provider can be", async () => {
    const visitor = await arrive(server);
    const id = await formFor(visitor);
    await later();
    bank.answer = { status: 200, body: { status: "none" } };
    const MAX_PAY_STATUS = new URL("/status", bank.url).href;
    for (const status of ["open", "cancelled"]) {
      await later({ MAX_PAY_STATUS });
      expect(await knownOf(id)).toMatchObject({ status, isUntold: false });
    }
  });
});

test("a charge that was asked for and never answered is unknown, whoever can be asked", async () => {
  const visitor = await arrive(server);
  bank.answer = { status: 500, body: {} };
  await initiate(visitor, "journal");
  expectProblem("payment-unavailable", await charge(visitor, "journal"));
  for (const _ of ["once", "and again"]) {
    await later();
    const list = await server.send("/api/admin/orders?state=unknown");
    const orders: readonly unknown[] = Object(list.json).orders;
    expect(orders).toContainEqual(
      expect.objectContaining({ provider: "pay-pro", state: "unknown" }),
    );
  }
});

test("whoever comes back to such a form finds it as it was", async () => {
  const visitor = await arrive(server);
  const id = await formFor(visitor);
  server.clock.ms += DAY_MS;
  expect(await statusOf(visitor, id)).toMatchObject({ status: "open" });
});
