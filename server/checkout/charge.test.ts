import { beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { beginCall, CALL_TIMEOUT_MS } from "../db/calls-under-way.ts";
import { type Checkout, findCheckout, setAside } from "../db/checkouts.ts";
import type { ProviderCall } from "../db/tables.ts";
import { providersOf } from "../payments/registry.ts";
import { sandboxAs } from "../payments/sandbox/provider.ts";
import { madeUpCheckout, storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { settleAfterSale } from "./after-sale.ts";
import { chargeSaved, toAnswer } from "./charge.ts";
import type { Charged, Finding, Provider } from "./provider.ts";
import { settle } from "./settle.ts";

/** What the provider answers to a charge, and what it finds when it is asked after one. */
let charged: Charged = { outcome: "paid" };
let found: Finding | "unknown" | null = null;
let charges = 0;
/** What happens while the provider is at work. */
let meanwhile = async () => {};
const stripe: Provider = {
  ...sandboxAs("stripe"),
  charge: async () => {
    charges += 1;
    await meanwhile();
    return charged;
  },
  look: async () => found,
};
const server = useServer();
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([stripe]),
    now: () => new Date(server.clock.ms),
  });
beforeEach(() => {
  charges = 0;
  found = null;
  meanwhile = async () => {};
});

const charge = (checkout: Checkout) => {
  const origin = "https://calm.example";
  const at = new Date(server.clock.ms);
  const order = { checkout, origin, api: origin, payPeoValue: null, at };
  return chargeSaved(services(), stripe, order, "tok-1");
};
const stored = ({ checkout_id }: Checkout) =>
  findCheckout(server.db, checkout_id);
const paymentsOf = ({ checkout_id }: Checkout) =>
  server.db
    .selectFrom("payments")
    .select("transaction")
    .where("checkout_id", "=", checkout_id)
    .execute();

describe("a charge", () => {
  test.each([
    ["by the name that the provider gives it", "pi-1", "pi-1"],
    ["without a name", undefined, null],
  ])("is paid %s", async (_, reference, transaction) => {
    const named = reference === undefined ? {} : { reference };
    charged = { outcome: "paid", ...named };
    const checkout = await storeCheckout(server.db);
    expect(await charge(checkout)).toMatchObject({
      status: "paid",
      provider_reference: transaction,
    });
    expect(await paymentsOf(checkout)).toEqual([{ transaction }]);
  });

  test.each<[Charged, string]>([
    [{ outcome: "needs_authentication", page: "/confirm" }, "/confirm"],
    [{ outcome: "declined" }, "/before"],
  ])("answered by %j goes on at %s", async (answer, provider_page) => {
    charged = answer;
    const before = { provider_page: "/before" };
    const checkout = await storeCheckout(server.db, before);
    const told = { status: answer.outcome, provider_page };
    expect(await charge(checkout)).toMatchObject(told);
    expect(await stored(checkout)).toMatchObject(told);
  });

  test.each<[Charged, string, string | null, ProviderCall | null]>([
    [{ outcome: "pending", reference: "pi-2" }, "in-flight", "pi-2", null],
    [{ outcome: "pending" }, "in-flight", null, "charging"],
    [{ outcome: "missing", reference: "pi-3" }, "method-missing", null, null],
  ])(
    "answered by %j is %s, and leaves the order open",
    async (answer, code, provider_reference, busy_with) => {
      charged = answer;
      const checkout = await storeCheckout(server.db);
      await expect(charge(checkout)).rejects.toThrow(code);
      const busy_since = busy_with === null ? null : new Date(server.clock.ms);
      const told = { provider_reference, busy_with, busy_since };
      expect(await stored(checkout)).toEqual({ ...checkout, ...told });
    },
  );

  test("that fails goes on for the others for a minute", async () => {
    meanwhile = () => {
      server.clock.ms += 30_000;
      return Promise.reject(new Error("away"));
    };
    const checkout = await storeCheckout(server.db);
    await expect(charge(checkout)).rejects.toThrow("away");
    const close = () =>
      beginCall(
        server.db,
        checkout.checkout_id,
        "closing",
        new Date(server.clock.ms),
      );
    server.clock.ms += 60_000 - 1;
    expect(await close()).toBe(false);
    server.clock.ms += 1;
    expect(await close()).toBe(true);
  });

  test("of an order that went away meanwhile answers what it was", async () => {
    charged = { outcome: "declined" };
    const checkout = await storeCheckout(server.db);
    const { checkout_id } = checkout;
    meanwhile = async () => {
      await server.db
        .deleteFrom("checkouts")
        .where("checkout_id", "=", checkout_id)
        .execute();
    };
    expect(await charge(checkout)).toBe(checkout);
  });
});

describe("nothing is charged", () => {
  test.each<[string, Partial<Checkout>, string]>([
    [
      "that the provider is at work on",
      { provider_reference: "pi-4" },
      "in-flight",
    ],
    ["that was set aside", { offer: null }, "reference-unknown"],
    [
      "that was set aside while a bank was to confirm it",
      { offer: null, status: "needs_authentication" },
      "reference-unknown",
    ],
  ])("for an order %s: it is asked after", async (_, own, code) => {
    const checkout = await storeCheckout(server.db, own);
    await expect(charge(checkout)).rejects.toThrow(code);
    found = { status: "declined" };
    expect(await charge(checkout)).toMatchObject({ status: "declined" });
    expect(charges).toBe(0);
  });

  test("for one that another call has moved on since it was read", async () => {
    const read = await storeCheckout(server.db);
    const paid = await settle(services(), read, { status: "paid" });
    expect(await charge(read)).toEqual(paid);
    expect(charges).toBe(0);
  });

  test("for an order that gives way, or that is set aside meanwhile", async () => {
    const checkout = await storeCheckout(server.db);
    const { checkout_id } = checkout;
    const now = new Date(server.clock.ms);
    await beginCall(server.db, checkout_id, "closing", now);
    await expect(charge(checkout)).rejects.toThrow("in-flight");
    await setAside(server.db, checkout_id);
    server.clock.ms += CALL_TIMEOUT_MS.closing;
    await expect(charge(checkout)).rejects.toThrow("reference-unknown");
    found = "unknown";
    await expect(charge(checkout)).rejects.toThrow("in-flight");
    expect(charges).toBe(0);
  });

  test("for one that is settled, until its money has gone back", async () => {
    const open = await storeCheckout(server.db);
    const paid = await settle(services(), open, { status: "paid" });
    expect(await charge(paid)).toBe(paid);
    await settleAfterSale(services(), paid, {
      kind: "refund",
      refund: null,
      reference: paid.checkout_id,
      transaction: null,
      amount: paid.amount,
      currency: paid.currency,
      status: "succeeded",
      reason: null,
    });
    await expect(charge(paid)).rejects.toThrow("reference-unknown");
    expect(charges).toBe(0);
  });
});

test.each([
  ["needs_authentication", "needs_authentication", true],
  ["paid", "paid", false],
  ["declined", "declined", false],
  ["cancelled", "declined", false],
] as const)("what is %s is answered as %s", (status, told, leadsOn) => {
  const checkout = madeUpCheckout({ status });
  const { checkout_id } = checkout;
  const url = stripe.pageOf(checkout);
  expect(toAnswer(services(), checkout)).toEqual({
    checkout_id,
    status: told,
    ...(leadsOn && { url }),
  });
});
