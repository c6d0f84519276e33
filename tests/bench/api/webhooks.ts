import {
  inParallel,
  newVisitor,
  scaled,
  shuffled,
  expectEqual,
} from "./load.ts";
import { deliver, openHosted, openShop, type OpenShop } from "./shop.ts";

const LANES = 20;
/** Of each subscription, beside the messages of its beginning. */
const RENEWALS = 18;

/** 10,000 messages of Stripe, each sent twice, in an order of chance: the state is that of a model. */
export async function benchWebhooks(): Promise<void> {
  const shop = await openShop();
  try {
    await sendMessages(shop, scaled(500));
  } finally {
    await shop.stop();
  }
}

/** Sends what Stripe tells of so many subscriptions, and says whether it was taken as it has to be. */
export async function sendMessages(
  shop: OpenShop,
  subscriptions: number,
): Promise<void> {
  const { bank } = shop.fake;
  const model = { paid: 0, renewals: 0, cancelled: 0, money: 0 };
  await inParallel(
    Array.from({ length: subscriptions }, (_, i) => i),
    LANES,
    async (i) => {
      const visitor = await newVisitor(shop.port());
      const { session } = await openHosted(visitor, "plan");
      // One in ten never pays.
      if (i % 10 === 9) return void bank.expire(session);
      bank.pay(session);
      model.paid += 1;
      model.money += 3999;
      const subscription = String(bank.get(session)["subscription"]);
      for (let n = 0; n < RENEWALS + (i % 5); n += 1) {
        bank.renew(subscription, 2999);
        model.renewals += 1;
        model.money += 2999;
      }
      if (i % 3 !== 0) return;
      bank.cancel(subscription);
      model.cancelled += 1;
    },
  );
  if (subscriptions === 500)
    expectEqual("messages", bank.events.length, 10_000);
  const events = shuffled([...bank.events, ...bank.events]);
  const begun = performance.now();
  await inParallel(events, LANES, (event) => deliver(shop, event));
  const seconds = (performance.now() - begun) / 1_000;
  console.log(
    `  ${events.length} messages (${bank.events.length} twice) in ${seconds.toFixed(0)} s, ${Math.round(events.length / seconds)} a second`,
  );
  await compare(shop, model);
}

async function compare(
  { store }: Pick<OpenShop, "store">,
  model: { paid: number; renewals: number; cancelled: number; money: number },
): Promise<void> {
  const { db, close } = await store.open();
  const payments = await db.selectFrom("payments").select("amount").execute();
  const renewals = await db.selectFrom("renewals").select("amount").execute();
  const states = await db
    .selectFrom("subscriptions")
    .select("status")
    .execute();
  await close();
  const cancelled = states.filter(({ status }) => status === "cancelled");
  const money = [...payments, ...renewals].reduce(
    (sum, { amount }) => sum + amount,
    0,
  );
  expectEqual("first payments", payments.length, model.paid);
  expectEqual("renewals", renewals.length, model.renewals);
  expectEqual("subscriptions", states.length, model.paid);
  expectEqual("of them cancelled", cancelled.length, model.cancelled);
  expectEqual("cents taken", money, model.money);
}
