import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { createServices } from "../../server/app.ts";
import type { Provider } from "../../server/checkout/provider.ts";
import { readEnv } from "../../server/env.ts";
import { clean } from "../../server/jobs/housekeeping.ts";
import {
  CLIENT,
  type FakePayPal,
  startFakePayPal,
  WEBHOOK_ID,
} from "../../server/payments/paypal/stand-in.fixture.ts";
import { providersOf, registry } from "../../server/payments/registry.ts";
import {
  type FakeStripe,
  startFakeStripe,
  STRIPE_KEY,
  WEBHOOK_SECRET,
} from "../../server/payments/stripe/stand-in.fixture.ts";
import { arrive, type Visitor } from "../../server/testing/calls.ts";
import {
  type Answer,
  type TestServer,
  useServer,
} from "../../server/testing/server.ts";
import { testSite } from "../../server/testing/site.ts";
import { payPalDriver } from "./paypal-driver.ts";
import type { PlanDriver } from "./plan-driver.ts";
import { SignedBank } from "./signed-bank.ts";
import { byCharge, byForm, signedPlans } from "./signed-plans.ts";
import { stripePlans } from "./stripe-plans.ts";
import { maxPayDriver, payProDriver } from "./signed-drivers.ts";
import { stripeDriver } from "./stripe-driver.ts";
import { CHOICES, type PaymentDriver } from "./driver.ts";
import type { Pauses } from "../../server/testing/pauses.ts";

const MAX_PAY_SECRET = "max-secret";
const DAY_MS = 86_400_000;

/** Each way in which money is taken, by the provider that takes it: none is left out of what happens to money. */
type WaysToPay = Readonly<
  Record<
    keyof typeof registry,
    readonly [
      readonly [string, PaymentDriver],
      ...(readonly [string, PaymentDriver])[],
    ]
  >
>;

interface ShopOptions {
  /** Where others may come in between what the server does. */
  readonly pauses?: Pauses;
  /** With it, Stripe is paid on our own page, with its elements. */
  readonly stripePublishableKey?: string;
}

/** A server with all providers, each at a stand-in, for all tests of a file. */
export function openShop({
  pauses,
  stripePublishableKey = "",
}: ShopOptions = {}) {
  const via = async (address: string | URL) =>
    pauses === undefined ? String(address) : pauses.before(address);
  const now = () => server.clock.ms;
  const banks = { maxPay: new SignedBank(now), payPro: new SignedBank(now) };
  const started: {
    stripe?: FakeStripe;
    payPal?: FakePayPal;
    providers?: readonly Provider[];
  } = {};
  const ends: (() => unknown)[] = [];
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error("the shop is not open");
    return thing;
  };

  beforeAll(async () => {
    const stripe = await startFakeStripe();
    const payPal = await startFakePayPal();
    const maxPay = await banks.maxPay.listen();
    const payPro = await banks.payPro.listen();
    ends.push(stripe.stop, payPal.stop, maxPay.close, payPro.close);
    const { all } = readEnv({
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PUBLISHABLE_KEY: stripePublishableKey,
      STRIPE_API: await via(stripe.url),
      PAYPAL_CLIENT_ID: CLIENT.id,
      PAYPAL_CLIENT_SECRET: CLIENT.secret,
      PAYPAL_WEBHOOK_ID: WEBHOOK_ID,
      PAYPAL_API: await via(payPal.url),
      MAX_PAY_MERCHANT: "m-1",
      MAX_PAY_SECRET,
      MAX_PAY_ADDRESS: maxPay.at("/form"),
      MAX_PAY_STATUS: await via(maxPay.at("/status")),
      MAX_PAY_REFUND: await via(maxPay.at("/refund")),
      MAX_PAY_CANCEL: await via(maxPay.at("/cancel")),
      PAY_PRO_KEY: "pro-secret",
      PAY_PRO_ADDRESS: await via(payPro.at("/charge")),
      PAY_PRO_STATUS: await via(payPro.at("/status")),
      PAY_PRO_REFUND: await via(payPro.at("/refund")),
    }).providers;
    Object.assign(started, { stripe, payPal, providers: all });
  });
  afterAll(async () => {
    await pauses?.close();
    for (const end of ends) await end();
  });

  const providers = () => providersOf(there(started.providers));
  const server = useServer(() => ({ providers: providers() }));
  beforeAll(() => pauses?.watch(server.db));
  const stripe = () => there(started.stripe);
  const payPal = () => there(started.payPal);
  return {
    server,
    ...waysOf(server, { ...banks, stripe, payPal }),
    /** A round of the housekeeping so long after what was last done. */
    round: async (ms: number) => {
      server.clock.ms += ms;
      await clean(
        createServices({
          db: server.db,
          site: testSite,
          providers: providers(),
          now: () => new Date(server.clock.ms),
        }),
      );
    },
  };
}

/** Whoever takes the money in tests. */
interface StandIns {
  readonly stripe: () => FakeStripe;
  readonly payPal: () => FakePayPal;
  readonly maxPay: SignedBank;
  readonly payPro: SignedBank;
}

/** How money is taken, once and again and again. */
function waysOf(
  server: Pick<TestServer, "db" | "clock" | "send">,
  { stripe, payPal, ...banks }: StandIns,
) {
  const page = stripeDriver(server, stripe, "page");
  const maxPay = maxPayDriver(server, banks.maxPay, MAX_PAY_SECRET);
  const payPro = payProDriver(banks.payPro);
  const ways: WaysToPay = {
    stripe: [
      ["Stripe's page", page],
      ["one tap at Stripe", stripeDriver(server, stripe, "saved")],
    ],
    "max-pay": [["MaxPay's form", maxPay]],
    "pay-pro": [["PayPro's charge", payPro]],
    paypal: [["PayPal's page", payPalDriver(server, payPal)]],
  };
  const drivers = Object.values(ways).flat();

  const plans = [
    ["Stripe", stripePlans(server, stripe, page)],
    ["MaxPay", signedPlans(banks.maxPay, maxPay, byForm(banks.maxPay), true)],
    [
      "PayPro",
      signedPlans(banks.payPro, payPro, byCharge(banks.payPro), false),
    ],
  ] as const satisfies readonly (readonly [string, PlanDriver])[];
  return { drivers, plans };
}

type Shop = ReturnType<typeof openShop>;

/** Somebody who buys the journal or the workbook by one of the ways. */
export class Buyer {
  readonly visitor: Visitor;
  readonly driver: PaymentDriver;
  readonly #shop: Shop;

  constructor(shop: Shop, driver: PaymentDriver, visitor: Visitor) {
    this.#shop = shop;
    this.driver = driver;
    this.visitor = visitor;
  }

  static async arrive(shop: Shop, driver: PaymentDriver): Promise<Buyer> {
    const visitor = await arrive(shop.server);
    await driver.prepare?.(visitor);
    return new Buyer(shop, driver, visitor);
  }

  /** Orders of either, the newest first. */
  orders() {
    return this.#shop.server.db
      .selectFrom("checkouts as c")
      .innerJoin("sessions as s", "s.session_id", "c.session_id")
      .where("s.visitor_id", "=", this.visitor.visitorId)
      .where("c.product", "in", CHOICES)
      .select(["c.checkout_id", "c.status", "c.product"])
      .orderBy("c.created_at", "desc")
      .execute();
  }

  /** What the ledger has, of all orders. */
  payments() {
    return this.#shop.server.db
      .selectFrom("payments as p")
      .innerJoin("checkouts as c", "c.checkout_id", "p.checkout_id")
      .innerJoin("sessions as s", "s.session_id", "c.session_id")
      .where("s.visitor_id", "=", this.visitor.visitorId)
      .where("c.product", "in", CHOICES)
      .select([
        "p.payment_id",
        "p.checkout_id",
        "p.amount",
        "p.state",
        "p.refund_due",
        "p.refunded",
        "p.withdrawn",
      ])
      .execute();
  }

  refundByOperator(checkoutId: string, amount: number): Promise<Answer> {
    return this.#shop.server.send(`/api/admin/orders/${checkoutId}/refund`, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      // The ledger has to hold where both take the money back.
      body: { amount, despite_dispute: true },
    });
  }
}

export { DAY_MS };
