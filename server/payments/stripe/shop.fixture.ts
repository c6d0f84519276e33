import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type Answer, useServer } from "../../testing/server.ts";
import {
  arrive,
  expectAnswer,
  initiate,
  openHosted,
  type Visitor,
} from "../../testing/calls.ts";
import { providersOf } from "../registry.ts";
import {
  type FakeStripe,
  signed,
  startFakeStripe,
  STRIPE_KEY,
  WEBHOOK_SECRET,
  WEBHOOK_SECRET_BEFORE,
} from "./stand-in.fixture.ts";
import type { Secrets } from "../../variables.ts";
import type { FakeCard } from "./stand-in-bank.fixture.ts";
import { stripeProvider } from "./provider.ts";

export function stripeAt(
  api: URL,
  publishableKey: string | null = null,
  webhookSecrets: Secrets | null = [WEBHOOK_SECRET, WEBHOOK_SECRET_BEFORE],
) {
  return stripeProvider({
    secretKey: STRIPE_KEY,
    webhookSecrets,
    publishableKey,
    api,
  });
}

/** The last part of an address of the stand-in: the id of what it shows. */
export const sessionOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** A server whose payments are at a stand-in for Stripe, for all tests of a file. */
export function useStripeShop(publishableKey: string | null = null) {
  const fake = startStandIn();
  const lines: unknown[] = [];
  const server = useServer(() => ({
    providers: providersOf([stripeAt(fake.url, publishableKey)]),
    log: (entry) => lines.push(entry),
  }));
  beforeAll(() => fake.keepTime(() => server.clock.ms));

  function deliver(
    event: string,
    headers: Record<string, string> = signed(event, { at: server.clock.ms }),
  ): Promise<Answer> {
    const path = "/api/pay/stripe/webhook";
    return server.send(path, { method: "POST", headers, body: event });
  }

  async function deliverAll(events: readonly string[]): Promise<void> {
    for (const event of events)
      expect(await deliver(event)).toMatchObject({ status: 200 });
  }

  /** A visitor who has paid once, and is about to buy again by one tap. */
  async function returning(
    card: FakeCard,
    product: "plan" | "journal" = "journal",
  ) {
    const visitor = await arrive(server);
    const { url } = await openHosted(visitor, "gift");
    fake.bank.pay(sessionOf(url), card);
    await deliverAll(fake.bank.events.splice(0));
    const { reference } = await initiate(visitor, product);
    const charge = () =>
      visitor.call(`/api/visitor/make-charge/${String(reference)}`, {
        headers: {
          "x-visitor-id": visitor.visitorId,
          "x-event-id": randomUUID(),
          "x-referrer": "http://calm.localhost/quiz/upsell?utm_source=x",
        },
      });
    return { visitor, charge };
  }

  const chargesOf = (checkout: unknown) =>
    fake.bank.charges.filter((charge) => charge.checkout === checkout);

  const subscriptionsOf = (checkoutId: unknown) =>
    server.db
      .selectFrom("subscriptions")
      .selectAll()
      .where("checkout_id", "=", String(checkoutId))
      .execute();

  /** What the log says of refused payments, since it was last asked. */
  const refusalsLogged = () =>
    lines
      .splice(0)
      .filter((line) => Object(line).message === "payment refused");

  return {
    server,
    fake,
    refusalsLogged,
    deliver,
    deliverAll,
    returning,
    chargesOf,
    subscriptionsOf,
  };
}

/** The stand-in is there before the server is started, and forgets its faults between tests. */
function startStandIn() {
  let stripe: FakeStripe | null = null;
  const started = () => {
    if (stripe === null) throw new Error("there is no Stripe outside of tests");
    return stripe;
  };
  beforeAll(async () => {
    stripe = await startFakeStripe();
  });
  beforeEach(() => {
    started().fault = null;
    started().losesAnswers = false;
    started().bank.events.length = 0;
    started().bank.refundsAre = "succeeded";
  });
  afterAll(() => stripe?.stop());
  return {
    get url() {
      return started().url;
    },
    get bank() {
      return started().bank;
    },
    get calls() {
      return started().calls;
    },
    set fault(status: number | null) {
      started().fault = status;
    },
    set losesAnswers(loses: boolean) {
      started().losesAnswers = loses;
    },
    forgetKeys: () => started().forgetKeys(),
    /** By a clock in milliseconds. */
    keepTime: (now: () => number) => {
      started().bank.now = () => Math.floor(now() / 1_000);
    },
  };
}

/** Opens the hosted page of the plan. */
export async function subscribe(visitor: Visitor) {
  await initiate(visitor, "plan");
  const answer = await visitor.call("/api/pay/make-stripe-subscription", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: {
      product: "plan",
      email: "ann@mail.example",
      return_path: "/quiz/oto",
    },
  });
  const { checkout_id, url } = expectAnswer("make-stripe-subscription", answer);
  return { id: String(checkout_id), session: sessionOf(String(url)) };
}
