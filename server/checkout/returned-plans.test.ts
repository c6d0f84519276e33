import { beforeEach, expect, test } from "vitest";
import { createServices } from "../app.ts";
import type { Checkout } from "../db/checkouts.ts";
import { countReturnedPlans } from "../db/returned-plans.ts";
import { providersOf } from "../payments/registry.ts";
import { sandboxAs } from "../payments/sandbox/provider.ts";
import { readNews } from "../payments/signed-news.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { settleAfterSale } from "./after-sale.ts";
import { settle } from "./settle.ts";

const server = useServer();
const DAY = 86_400;
/** Where a plan cannot be ended by a call. */
const { endPlan: _, ...provider } = sandboxAs("pay-pro");
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([provider]),
    now: () => new Date(server.clock.ms),
  });

type Told = readonly [day: number, fields: Readonly<Record<string, string>>];

/** When the plans of a test were bought, in Unix seconds. */
let begun = 0;
beforeEach(() => {
  begun = Math.floor(server.clock.ms / 1_000);
});

async function bought(own: Partial<Checkout> = {}): Promise<Checkout> {
  const checkout = await storeCheckout(server.db, {
    provider: "pay-pro",
    product: "plan",
    renewal_amount: 2_999,
    renewal_days: 28,
    ...own,
  });
  const transaction = `t-${checkout.checkout_id}`;
  return settle(services(), checkout, { status: "paid", transaction });
}

/** What the provider says of a plan that happened by days since it was bought, all of it heard now. */
async function hear(checkout: Checkout, told: readonly Told[]): Promise<void> {
  for (const [day, fields] of told) {
    const at = String(begun + day * DAY);
    const name = `${checkout.checkout_id} ${at}`;
    const all = { currency: "USD", transaction: name, at, ...fields };
    for (const news of readNews(checkout, all, new Date(server.clock.ms)))
      await settleAfterSale(services(), checkout, news);
  }
}

async function isListed({ checkout_id }: Checkout): Promise<boolean> {
  const list = await server.send("/api/admin/orders?state=still_renews");
  return list.text.includes(checkout_id);
}

const renewed = { kind: "renewal", status: "approved", amount: "2999" };
const refunded = { kind: "refund", status: "approved", amount: "999" };
const lost = { kind: "chargeback", status: "lost", amount: "999" };

/** By day; each pair is heard in both orders, long after it happened. */
test.each<[string, Told, Told, boolean]>([
  ["refunded before it was renewed", [27, refunded], [28, renewed], true],
  ["refunded after it was renewed", [29, refunded], [28, renewed], false],
  ["charged back before it was renewed", [27, lost], [28, renewed], true],
  ["charged back after it was renewed", [29, lost], [28, renewed], false],
])(
  "a plan %s is one that goes on though its money went back as it happened, not as it was heard",
  async (_happened, one, other, isReturned) => {
    for (const told of [
      [one, other],
      [other, one],
    ]) {
      const before = await countReturnedPlans(server.db);
      const checkout = await bought();
      server.clock.ms += 40 * DAY * 1_000;
      await hear(checkout, told);
      expect(await isListed(checkout)).toBe(isReturned);
      expect(await countReturnedPlans(server.db)).toBe(before + +isReturned);
      begun = Math.floor(server.clock.ms / 1_000);
    }
  },
);

/** Names what it is about, as the provider does. */
const paid = (name: string) => ({ ...renewed, transaction: name });
const backOf = (name: string) => ({
  ...refunded,
  amount: "2999",
  of: name,
  of_kind: "renewal",
});

test.each<[string, readonly (readonly [number, string])[], boolean]>([
  [
    "while renewals of after it went back go back one by one",
    [
      [27, "all"],
      [28, "a"],
      [56, "b"],
      [57, "back a"],
    ],
    true,
  ],
  [
    "when the last renewal of before goes back",
    [
      [28, "a"],
      [29, "all"],
      [30, "back a"],
      [56, "b"],
    ],
    true,
  ],
  [
    "never where some of it was always here",
    [
      [28, "a"],
      [29, "all"],
      [56, "b"],
      [57, "back a"],
    ],
    false,
  ],
])(
  "a plan goes on though its money went back %s",
  async (_when, happened, isReturned) => {
    const checkout = await bought();
    server.clock.ms += 90 * DAY * 1_000;
    const name = (renewal: string) => `${renewal}-${checkout.checkout_id}`;
    const told = happened.map(([day, what]): Told => {
      if (what === "all") return [day, refunded];
      const [renewal = "", isBack] = what.split(" ").toReversed();
      return [day, (isBack ? backOf : paid)(name(renewal))];
    });
    await hear(checkout, told);
    expect(await isListed(checkout)).toBe(isReturned);
  },
);

test("a refund whose time a version before has not kept went back when it was heard, until it is told again", async () => {
  const checkout = await bought();
  server.clock.ms += 40 * DAY * 1_000;
  await hear(checkout, [[27, refunded]]);
  await server.db
    .updateTable("refunds")
    .set({ made_at: null })
    .where("checkout_id", "=", checkout.checkout_id)
    .execute();
  await hear(checkout, [[28, renewed]]);
  expect(await isListed(checkout)).toBe(false);
  await hear(checkout, [[27, refunded]]);
  expect(await isListed(checkout)).toBe(true);
});

test.each([
  ["first", 0],
  ["second", 1],
])(
  "of a plan that was bought twice in one session, the one whose payment goes back is to end, though both were renewed: the %s",
  async (_which, at) => {
    const first = await bought();
    const second = await bought({ session_id: first.session_id });
    const both = [first, second];
    server.clock.ms += 40 * DAY * 1_000;
    for (const one of both) await hear(one, [[28, renewed]]);
    const isReturned = (plan: Checkout) => plan === both[at];
    for (const one of both.filter(isReturned))
      await hear(one, [[29, refunded]]);
    for (const one of both) expect(await isListed(one)).toBe(isReturned(one));
  },
);
