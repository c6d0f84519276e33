import { afterEach, beforeEach, vi } from "vitest";
import { type LocalServer, localServer } from "./local-server.ts";
import { type PayRequest, statusOf } from "../checkout/machine.ts";
import {
  checkAtom,
  payAtom,
  paymentAt,
  paymentsAtom,
  settleAtom,
} from "../checkout/run.ts";
import type { Order } from "../core/attempt.ts";
import { funnel } from "./funnel.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { visitAtom } from "../state/visit.ts";
import { testVisit, type TestVisitOptions, until } from "./visit.ts";
import { Bank } from "./bank.ts";

export const OFFER = "calm/focus/oto";

/** Gives each test of a file a bank, a server in front of it, and silence. */
export function shopTests() {
  const error = vi.spyOn(console, "error");
  const warn = vi.spyOn(console, "warn");
  const bank = new Bank();
  let server: LocalServer | null = null;
  const running = (): LocalServer => {
    if (server === null) throw new Error("the server is not open yet");
    return server;
  };
  beforeEach(async () => {
    error.mockImplementation(() => undefined);
    warn.mockImplementation(() => undefined);
    bank.open();
    server = await localServer(bank.answer);
  });
  afterEach(async () => {
    error.mockReset();
    warn.mockReset();
    await server?.close();
  });
  return {
    bank,
    server: running,
    logged: () => JSON.stringify([error.mock.calls, warn.mock.calls]),
    shop: (options?: TestVisitOptions) => open(running(), options),
    /** The last part of each path that was called. */
    paths: () => running().calls.map(({ path }) => path.split("/")[2]),
    keys: () =>
      running().calls.flatMap(
        ({ headers }) => headers["idempotency-key"] ?? [],
      ),
    /** What becomes of the first payment. */
    become: (status: Bank["next"]) => {
      const [first] = bank.checkouts;
      if (first !== undefined) first.status = status;
    },
  };
}

/** A visitor at an offer; the same backend makes it the same visitor after a reload. */
function open(server: LocalServer, options: TestVisitOptions = {}) {
  const visit = testVisit(server, options);
  visit.restore();
  const { store } = visit;
  const pay = (
    code: string,
    how: PayRequest["how"],
    change: Partial<Order> = {},
    special: Partial<PayRequest["product"]> = {},
  ) => {
    const product = funnel.products[code];
    if (product === undefined) throw new Error(code);
    const price = product.prices[change.currency ?? "USD"] ?? 0;
    const order: Order = {
      offer: OFFER,
      product: code,
      price,
      currency: "USD",
      email: "a@b.co",
      checkout: "stripe",
      ...change,
    };
    return store.set(payAtom, {
      order,
      how,
      saved: visit.store.get(visitAtom)?.brand.payments.saved ?? "reference",
      product: { ...product, ...special },
      owned: [],
      returnPath: "/quiz-focus/oto?utm_source=x",
      geo: null,
    });
  };
  return {
    ...visit,
    pay,
    /** Starts to pay, and waits until the visitor would be on the payment page. */
    leave: async (code: string, change: Partial<Order> = {}) => {
      const before = visit.assigned.length;
      void pay(code, "hosted", change);
      await until(() => visit.assigned.length > before);
    },
    check: () => store.set(checkAtom, OFFER),
    settle: (returned: string | null) => store.set(settleAtom, OFFER, returned),
    shown: (offer = OFFER) => {
      const { state, product } = paymentAt(store.get(paymentsAtom), offer);
      return [statusOf(state), product];
    },
    isPurchased: () => store.get(checkoutStored.state).isPurchased,
  };
}
