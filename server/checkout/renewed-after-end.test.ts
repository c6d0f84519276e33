import { expect, test } from "vitest";
import { createServices } from "../app.ts";
import { askToCancel } from "../db/cancelled-plans.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import {
  countEverRenewedAfterEnd,
  countRenewedAfterEnd,
} from "../db/renewed-after-end.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { readNews } from "../payments/signed-news.ts";
import { buyPlan } from "../testing/buyer.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { settleAfterSale } from "./after-sale.ts";

const server = useServer();
const DAY = 86_400;

/** A plan that is paid, and what its provider says of it, by days since. */
async function bought() {
  const id = await buyPlan(server, "ann@mail.example");
  const checkout = await findCheckout(server.db, id);
  if (checkout === null) throw new Error("nothing was bought");
  return { checkout, tell: teller(checkout) };
}

const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
    now: () => new Date(server.clock.ms),
  });

function teller(checkout: Checkout) {
  const begun = Math.floor(server.clock.ms / 1_000);
  return async (day: number, fields: Readonly<Record<string, string>>) => {
    const at = String(begun + day * DAY);
    const told = {
      kind: "renewal",
      amount: "2999",
      currency: "USD",
      at,
      ...fields,
    };
    const { days, ...named } = { days: "", ...told };
    const ends = days === "" ? {} : { ends: String(begun + +days * DAY) };
    const all = { transaction: `${checkout.checkout_id} ${at}`, ...named };
    for (const news of readNews(checkout, { ...all, ...ends }, new Date()))
      await settleAfterSale(services(), checkout, news);
  };
}

const planOf = ({ checkout_id }: Checkout) =>
  server.db
    .selectFrom("subscriptions")
    .select(["status", "ends_at"])
    .where("checkout_id", "=", checkout_id)
    .executeTakeFirstOrThrow();

const renewed = { status: "approved" };
const declined = { status: "declined" };
const ending = { status: "cancelled", days: "28" };
const over = { status: "cancelled" };

/** By day; each pair is told in both orders. */
test.each([
  ["renewed at its end", [5, ending], [28, renewed], 1],
  ["renewed after its end", [5, ending], [29, renewed], 1],
  ["charged late for the period before its end", [5, ending], [7, renewed], 0],
  ["renewed after it was over", [5, over], [28, renewed], 1],
  ["renewed before it was over", [29, over], [28, renewed], 0],
  ["declined after its end", [5, ending], [29, declined], 0],
] as const)("a plan %s", async (_, one, other, count) => {
  for (const order of [
    [one, other],
    [other, one],
  ]) {
    const before = await countRenewedAfterEnd(server.db);
    const { checkout, tell } = await bought();
    for (const [day, fields] of order) await tell(day, fields);
    expect(await countRenewedAfterEnd(server.db)).toBe(before + count);
    const list = await server.send("/api/admin/orders?state=renewed_after_end");
    expect(list.text.includes(checkout.checkout_id)).toBe(count === 1);
  }
});

test.each([
  ["at the end that its provider had said", "ended"],
  ["after its buyer had asked for the end", "asked"],
] as const)(
  "a renewal %s stays listed when its buyer asks once more",
  async (_, before) => {
    const { checkout, tell: tellAt } = await bought();
    const begun = server.clock.ms;
    const now = () => new Date(server.clock.ms);
    const pass = (day: number) => {
      server.clock.ms = begun + day * DAY * 1_000;
    };
    const ask = (day: number) => {
      pass(day);
      return askToCancel(server.db, checkout.checkout_id, now());
    };
    const tell: typeof tellAt = (day, fields) => {
      pass(day);
      return tellAt(day, fields);
    };
    const counts = async () => [
      await countRenewedAfterEnd(server.db),
      await countEverRenewedAfterEnd(server.db),
    ];
    const [listed = 0, ever = 0] = await counts();
    if (before === "asked") await ask(5);
    else await tell(5, ending);
    await tell(28, renewed);
    if (before === "asked") {
      await tell(29, { ...ending, days: "56" });
      pass(30);
      const event = { kind: "told", status: "active", endsAt: null } as const;
      await settleAfterSale(services(), checkout, {
        kind: "subscription",
        event: { ...event, toldAt: now() },
      });
    }
    expect(await counts()).toEqual([listed + 1, ever + 1]);
    await ask(31);
    await tell(32, { ...ending, days: "56" });
    expect(await counts()).toEqual([listed + 1, ever + 1]);
    await tell(40, renewed);
    expect(await counts()).toEqual([listed + 1, ever + 1]);
  },
);

test("a plan that ends goes on to its end when what is due before is paid or declined", async () => {
  const { checkout, tell } = await bought();
  await tell(5, ending);
  const { ends_at } = await planOf(checkout);
  expect(ends_at).not.toBeNull();
  await tell(6, declined);
  expect(await planOf(checkout)).toEqual({ status: "past_due", ends_at });
  await tell(7, renewed);
  expect(await planOf(checkout)).toEqual({ status: "active", ends_at });
  await tell(28, renewed);
  expect(await planOf(checkout)).toEqual({ status: "active", ends_at: null });
});

test("a renewal after the end is listed until it has gone back", async () => {
  const before = await countRenewedAfterEnd(server.db);
  const ever = await countEverRenewedAfterEnd(server.db);
  const { tell, checkout } = await bought();
  await tell(5, over);
  await tell(28, { ...renewed, transaction: "late" });
  expect(await countRenewedAfterEnd(server.db)).toBe(before + 1);
  const of = { of: "late", of_kind: "renewal", transaction: "back" };
  await tell(30, { ...renewed, ...of, kind: "refund" });
  expect(await countRenewedAfterEnd(server.db)).toBe(before);
  expect(await countEverRenewedAfterEnd(server.db)).toBe(ever + 1);
  expect(await planOf(checkout)).toMatchObject({ status: "cancelled" });
});
