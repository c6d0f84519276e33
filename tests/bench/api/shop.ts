import { randomUUID } from "node:crypto";
import {
  type FakeStripe,
  signed,
  startFakeStripe,
  STRIPE_KEY,
  WEBHOOK_SECRET,
} from "../../../server/payments/stripe/stand-in.fixture.ts";
import type { TestProduct } from "../../../server/testing/calls.ts";
import { type BenchVisitor, field, send } from "./load.ts";
import {
  type ApiProcess,
  apiProcess,
  embeddedStore,
  postgresStore,
  type Store,
} from "./process.ts";

/** API processes that are paid by a stand-in for Stripe, as visitors and Stripe meet them. */
export interface OpenShop {
  readonly fake: FakeStripe;
  readonly store: Pick<Store, "open">;
  /** The next process in turn, as a balancer would choose. */
  port(): number;
}

/** The same, for whoever has opened it. */
export interface Shop extends OpenShop {
  readonly store: Store;
  readonly apis: readonly ApiProcess[];
  stop(): Promise<void>;
}

/** Two processes on PostgreSQL, or one on the embedded database where there is none. */
export async function openShop(): Promise<Shop> {
  const fake = await startFakeStripe();
  const shared = await postgresStore();
  const store = shared ?? embeddedStore();
  const env = {
    ...store.env,
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API: fake.url.href,
  };
  const apis: ApiProcess[] = [];
  for (let i = 0; i < (shared === null ? 1 : 2); i += 1) {
    const api = await apiProcess(env);
    await api.start();
    apis.push(api);
  }
  console.log(`  ${apis.length} API process(es) on ${store.name}`);
  let turn = 0;
  return {
    fake,
    store,
    apis,
    port: () => apis[(turn += 1) % apis.length]?.port ?? 0,
    stop: async () => {
      for (const api of apis) await api.kill("SIGTERM");
      await store.remove();
      await fake.stop();
    },
  };
}

/** Confirms a price; answers the reference for a one-tap charge, where a card is saved. */
export async function confirm(
  visitor: BenchVisitor,
  product: TestProduct,
): Promise<string> {
  const price = product === "plan" ? 3999 : 999;
  const { json } = await visitor.call("/api/visitor/initiate-checkout", {
    method: "POST",
    body: { product, price, currency: "USD", event_id: randomUUID() },
  });
  return field(json, "reference");
}

/** Opens a hosted checkout; answers its id and Stripe's session. */
export async function openHosted(
  visitor: BenchVisitor,
  product: TestProduct,
): Promise<{ readonly id: string; readonly session: string }> {
  await confirm(visitor, product);
  const call =
    product === "plan" ? "make-stripe-subscription" : "make-stripe-checkout";
  const { status, json } = await visitor.call(`/api/pay/${call}`, {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: {
      product,
      return_path: "/quiz/oto",
      ...(product === "plan" && { email: "a@mail.example" }),
    },
  });
  if (status !== 200)
    throw new Error(`${call}: ${status} ${JSON.stringify(json)}`);
  const url = field(json, "url");
  return {
    id: field(json, "checkout_id"),
    session: url.slice(url.lastIndexOf("/") + 1),
  };
}

/** Delivers a message of Stripe until it is taken. */
export async function deliver(
  shop: Pick<OpenShop, "port">,
  event: string,
): Promise<void> {
  for (;;) {
    const { status } = await send(shop.port(), "/api/pay/stripe/webhook", {
      method: "POST",
      headers: signed(event, { at: Date.now() }),
      body: event,
    });
    if (status === 200) return;
  }
}
