import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PaymentState } from "../../ledger/payment.ts";
import {
  arrive,
  expectAnswer,
  openHosted,
  readObject,
  statusOf,
  type Visitor,
} from "../../testing/calls.ts";
import { appOver } from "../../testing/server.ts";
import { providersOf } from "../registry.ts";
import {
  sessionOf,
  stripeAt,
  subscribe,
  useStripeShop,
} from "./shop.fixture.ts";
import { signed } from "./stand-in.fixture.ts";

const { server, fake, deliver } = useStripeShop();

/** Of the buyers of one run, and of what happens to each of them. */
const BUYERS = 4;
const ACTIONS = 8;
const RUNS = 12;

const NAMES = [
  "refund",
  "fail refund",
  "dispute",
  "win",
  "lose",
  "renew",
  "operator",
  "tell",
] as const;

const action = fc.record({
  buyer: fc.nat({ max: BUYERS - 1 }),
  name: fc.constantFrom(...NAMES),
  amount: fc.integer({ min: 1, max: 5_000 }),
  /** Of the buyer's payments, the last one where there are fewer. */
  payment: fc.nat({ max: 3 }),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

interface Buyer {
  readonly visitor: Visitor;
  readonly id: string;
  readonly subscription: string | null;
  /** PaymentIntents, the checkout's own first. */
  readonly intents: string[];
}

async function buy(i: number): Promise<Buyer> {
  const visitor = await arrive(server);
  if (i % 2 === 0) {
    const { id, url } = await openHosted(visitor);
    const session = sessionOf(url);
    fake.bank.pay(session);
    const intents = [fake.bank.intentOf(session)];
    return { visitor, id, subscription: null, intents };
  }
  const { id, session } = await subscribe(visitor);
  fake.bank.pay(session);
  const subscription = String(fake.bank.get(session)["subscription"]);
  const intents = [fake.bank.intentOf(session)];
  return { visitor, id, subscription, intents };
}

/** Things of the stand-in that are about a payment. */
const about = (kind: "refund" | "dispute", intent: string) =>
  [...fake.bank.things.values()].filter(
    (one) => one["object"] === kind && one["payment_intent"] === intent,
  );

async function act(buyers: readonly Buyer[], { buyer, ...what }: Action) {
  const one = buyers[buyer];
  if (one === undefined) return;
  const { bank } = fake;
  const intent = one.intents.at(Math.min(what.payment, one.intents.length - 1));
  if (intent === undefined) return;
  const left = Number(bank.get(intent)["amount"]) - bank.returned(intent);
  const open = about("dispute", intent).find(
    ({ status }) => status === "needs_response",
  );
  switch (what.name) {
    case "refund":
      if (left > 0 && open === undefined)
        bank.refund(intent, Math.min(left, what.amount));
      return;
    case "fail refund": {
      const made = about("refund", intent).find(
        ({ status }) => status === "succeeded",
      );
      if (made !== undefined) bank.failRefund(made.id);
      return;
    }
    case "dispute":
      if (left > 0 && open === undefined) bank.dispute(intent);
      return;
    case "win":
    case "lose":
      if (open !== undefined)
        bank.decide(open.id, what.name === "win" ? "won" : "lost");
      return;
    case "renew":
      if (one.subscription !== null)
        one.intents.push(bank.renew(one.subscription, 2999));
      return;
    case "operator":
      await askForRefund(one.id, what.amount);
      return;
    case "tell":
      // Some of the messages come while things go on.
      await tellAll(bank.events.splice(0, 2));
  }
}

/** What an operator asks for may be too much, or come before anything is known. */
async function askForRefund(id: string, amount: number) {
  const answer = await server.send(`/api/admin/orders/${id}/refund`, {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: { amount },
  });
  expect([200, 404, 409, 422]).toContain(answer.status);
}

/** Another process over the same database. */
const other = () =>
  appOver(server, {
    providers: providersOf([stripeAt(fake.url)]),
    now: () => new Date(server.clock.ms),
  });

/** Each message twice, at both processes, all at the same time. */
async function tellAll(events: readonly string[]) {
  const elsewhere = other();
  const statuses = await Promise.all(
    events.flatMap((body) => [
      deliver(body).then(({ status }) => status),
      Promise.resolve(
        elsewhere.request("http://calm.localhost/api/pay/stripe/webhook", {
          method: "POST",
          headers: signed(body, { at: server.clock.ms }),
          body,
        }),
      ).then(({ status }) => status),
    ]),
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
}

/** What Stripe's list says of a payment. */
function listed(intent: string) {
  const amount = Number(fake.bank.get(intent)["amount"]);
  const refunded = about("refund", intent)
    .filter(({ status }) => status === "succeeded")
    .reduce((sum, one) => sum + Number(one["amount"]), 0);
  const statuses = about("dispute", intent).map(({ status }) => status);
  const state: PaymentState = statuses.includes("lost")
    ? "charged_back"
    : refunded === amount
      ? "refunded"
      : statuses.includes("needs_response")
        ? "disputed"
        : refunded > 0
          ? "partly_refunded"
          : "paid";
  return { amount, state, returned: fake.bank.returned(intent) };
}

async function kept({ id }: Buyer) {
  const view = readObject((await server.send(`/api/admin/orders/${id}`)).json);
  const payments: readonly unknown[] = Array.isArray(view["payments"])
    ? view["payments"]
    : [];
  return payments.map((one) => {
    const { amount, state, refunded, withdrawn } = Object(one);
    return { amount, state, returned: refunded + withdrawn };
  });
}

/** The visitor is told what Stripe's list says. */
async function compareTold({ visitor, id, intents }: Buyer) {
  const { amount, state, returned } = listed(intents[0] ?? "");
  const isBack = state === "refunded" || state === "charged_back";
  expect(await statusOf(visitor, id)).toMatchObject({
    status: isBack ? "refunded" : "paid",
  });
  const answer = await visitor.call("/api/pay/purchases");
  const { purchases } = expectAnswer("purchases", answer);
  expect(purchases).toMatchObject([
    {
      checkout_id: id,
      amount,
      refunded: returned,
      status: isBack
        ? "refunded"
        : state === "partly_refunded"
          ? "partly_refunded"
          : "paid",
    },
  ]);
}

test(
  "the ledger, Stripe's list and what visitors are told agree, whatever happens in whatever order",
  { tags: "long" },
  async () => {
    const happening = fc.record({
      actions: fc.array(action, { maxLength: BUYERS * ACTIONS }),
      // How the messages that are left are put in order.
      order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(happening, async ({ actions, order }) => {
        fake.bank.events.length = 0;
        const buyers: Buyer[] = [];
        for (let i = 0; i < BUYERS; i += 1) buyers.push(await buy(i));
        for (const one of actions) await act(buyers, one);
        const events = fake.bank.events
          .splice(0)
          .map((event, i) => ({ event, at: order[i % order.length] ?? 0 }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ event }) => event);
        while (events.length > 0) await tellAll(events.splice(0, 5));
        for (const buyer of buyers) {
          expect((await kept(buyer)).toSorted(byAmount)).toEqual(
            buyer.intents.map(listed).toSorted(byAmount),
          );
          await compareTold(buyer);
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
);

function byAmount(
  a: ReturnType<typeof listed>,
  b: ReturnType<typeof listed>,
): number {
  return (
    b.amount - a.amount ||
    a.returned - b.returned ||
    (a.state < b.state ? -1 : 1)
  );
}
