import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { beginCall, CALL_TIMEOUT_MS } from "../db/calls-under-way.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox, sandboxAs } from "../payments/sandbox/provider.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  initiate,
} from "../testing/calls.ts";
import { madeUpCheckout, quoteOf, storeCheckout } from "../testing/checkout.ts";
import { inCall } from "../testing/context.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { openOrder } from "./open-order.ts";
import { settle } from "./settle.ts";

const server = useServer(() => ({
  providers: providersOf([sandbox, { ...sandboxAs("once"), renews: false }]),
}));
/** What is opened at the provider, and whether it answers. */
const opened: string[] = [];
let isAway = false;
/** What the provider waits for. */
let held = async () => {};
const stripe = {
  ...sandboxAs("stripe"),
  open: async ({ checkout }: { readonly checkout: Checkout }) => {
    await held();
    if (isAway) throw new Error("away");
    opened.push(checkout.checkout_id);
    return { page: "/page", reference: "cs-1" };
  },
};
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([stripe]),
    now: () => new Date(server.clock.ms),
  });
beforeEach(() => {
  opened.length = 0;
  isAway = false;
  held = async () => {};
});

const open = (checkout: Checkout) =>
  inCall((c) =>
    openOrder(c, services(), stripe, {
      quote: quoteOf(checkout),
      draft: { checkout, use: null },
    }),
  );
const told = { provider_page: "/page", provider_reference: "cs-1" };
const stored = ({ checkout_id }: Checkout) =>
  findCheckout(server.db, checkout_id);

describe("the page of an order", () => {
  /** An order of a session that has none yet. */
  async function draft(): Promise<Checkout> {
    const { session_id } = await storeCheckout(server.db, { product: "gift" });
    return madeUpCheckout({ session_id, event_id: randomUUID() });
  }

  test("is opened once, and kept with it", async () => {
    const checkout = await draft();
    const claims = [await open(checkout), await open(checkout)];
    expect(claims).toMatchObject([
      { kind: "new", checkout: told },
      { kind: "waiting", checkout: told },
    ]);
    expect(opened).toEqual([checkout.checkout_id]);
    expect(await stored(checkout)).toMatchObject(told);
  });

  test("leaves no order behind that its provider does not open", async () => {
    const checkout = await draft();
    isAway = true;
    await expect(open(checkout)).rejects.toThrow("away");
    expect(await stored(checkout)).toBeNull();
  });

  test("is opened by one call, until that is taken to have died", async () => {
    const created_at = new Date(server.clock.ms);
    const checkout = await storeCheckout(server.db, { created_at });
    server.clock.ms += CALL_TIMEOUT_MS.opening - 1;
    await expect(open(checkout)).rejects.toThrow("in-flight");
    server.clock.ms += 1;
    isAway = true;
    await expect(open(checkout)).rejects.toThrow("away");
    expect(await stored(checkout)).toEqual(checkout);
    isAway = false;
    expect(await open(checkout)).toMatchObject({ kind: "waiting" });
  });

  test("that a second call has opened stays when the first one fails", async () => {
    const { first, fail, checkout } = await slowly();
    server.clock.ms += CALL_TIMEOUT_MS.opening;
    expect(await open(checkout)).toMatchObject({ kind: "waiting" });
    fail();
    await expect(first).rejects.toThrow("too slow");
    expect(await stored(checkout)).toMatchObject(told);
  });

  test("that a second call is opening stays when the first one fails", async () => {
    const { first, fail, checkout } = await slowly();
    server.clock.ms += CALL_TIMEOUT_MS.opening;
    const { checkout_id } = checkout;
    const now = new Date(server.clock.ms);
    expect(await beginCall(server.db, checkout_id, "opening", now)).toBe(true);
    await expect(open(checkout)).rejects.toThrow("in-flight");
    fail();
    await expect(first).rejects.toThrow("too slow");
    expect(await stored(checkout)).not.toBeNull();
  });

  test("that a second call has opened is the one of the first, too, when that is told", async () => {
    const { first, end, checkout } = await slowly();
    server.clock.ms += CALL_TIMEOUT_MS.opening;
    const second = await open(checkout);
    end();
    expect(await first).toEqual({ ...second, kind: "new" });
  });

  test("is none where the order is gone when it is told", async () => {
    const checkout = await draft();
    const { checkout_id } = checkout;
    held = async () => {
      await server.db
        .deleteFrom("checkouts")
        .where("checkout_id", "=", checkout_id)
        .execute();
    };
    await expect(open(checkout)).rejects.toThrow("in-flight");
  });

  test.each([
    ["paid", { kind: "paid", checkout: { status: "paid" } }],
    ["cancelled", "in-flight"],
  ] as const)("that is %s before it is open", async (status, answer) => {
    const checkout = await draft();
    held = async () => {
      const order = await stored(checkout);
      if (order !== null) await settle(services(), order, { status });
    };
    const claim = open(checkout);
    if (typeof answer === "string") await expect(claim).rejects.toThrow(answer);
    else expect(await claim).toMatchObject(answer);
  });

  /** An order whose page the provider is slow to open. */
  async function slowly() {
    const checkout = await draft();
    let asked: { end: () => void; fail: () => void } | null = null;
    held = () => {
      held = async () => {};
      return new Promise((resolve, reject) => {
        const fail = () => reject(new Error("too slow"));
        asked = { end: resolve, fail };
      });
    };
    const first = open(checkout);
    void first.catch(() => {});
    await expect.poll(() => asked).not.toBeNull();
    const end = () => asked?.end();
    return { first, end, fail: () => asked?.fail(), checkout };
  }

  test("is not opened where it is paid without one", async () => {
    const checkout = await storeCheckout(server.db, { way: "saved" });
    const paid = await settle(services(), checkout, { status: "paid" });
    expect(await open(checkout)).toEqual({ kind: "paid", checkout: paid });
    expect(opened).toEqual([]);
  });
});

describe("a call for a page", () => {
  const ask = (call: string, product: string, more: object = {}) => ({
    path: `/api/pay/${call}`,
    call: {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: { product, return_path: "/quiz/oto", ...more },
    },
  });

  test.each([
    ["stripe-checkout", "plan", {}, "This product renews"],
    [
      "stripe-subscription",
      "journal",
      { email: "" },
      "This product is paid once",
    ],
  ])("by make-%s for the %s names the other call", async (...asked) => {
    const [name, product, more, detail] = asked;
    const { path, call } = ask(`make-${name}`, product, more);
    const answer = await server.send(path, call);
    expect(expectProblem("product-mismatch", answer)).toMatchObject({
      detail: expect.stringContaining(detail),
    });
  });

  test("needs a session", async () => {
    const { path, call } = ask("make-stripe-checkout", "journal");
    const answer = await server.send(path, call);
    expect(expectProblem("price-unconfirmed", answer)["status"]).toBe(409);
  });

  test("may be for what does not renew, where nothing renews", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const named = { provider: "once", email: "" };
    const { path, call } = ask("make-checkout", "journal", named);
    const answer = expectAnswer(
      "make-checkout",
      await visitor.call(path, call),
    );
    expect(answer["url"]).toBeTypeOf("string");
  });
});
