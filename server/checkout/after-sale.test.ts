import { describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import { countOverdrawn } from "../db/overdrawn.ts";
import { countDisputed, countDisputes } from "../db/payments.ts";
import { countEverUnmatched, countUnmatched } from "../db/unmatched.ts";
import { countReturnedPlans } from "../db/returned-plans.ts";
import { clean } from "../jobs/housekeeping.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import {
  arrive,
  goodCard,
  initiate,
  openHosted,
  post,
} from "../testing/calls.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { settleAfterSale } from "./after-sale.ts";
import type { AfterSale } from "./news.ts";
import { settle } from "./settle.ts";

const server = useServer();
const told: object[] = [];
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
    log: (line) => void told.push(line),
    now: () => new Date(server.clock.ms),
  });

/** A checkout of the plan, with its page open; and the same once it is paid. */
async function opened() {
  const visitor = await arrive(server);
  await initiate(visitor, "plan");
  const answer = await visitor.call("/api/pay/make-stripe-subscription", {
    method: "POST",
    headers: { "idempotency-key": crypto.randomUUID() },
    body: {
      product: "plan",
      email: "ann@mail.example",
      return_path: "/quiz/oto",
    },
  });
  const { checkout_id, url } = Object(answer.json);
  const found = await findCheckout(server.db, String(checkout_id));
  if (found === null) throw new Error("nothing was opened");
  return { checkout: found, pay: () => post(visitor, String(url), goodCard) };
}

const at = (ms: number) => new Date(Date.UTC(2030, 0, 1) + ms);
const sum = { transaction: null, currency: "USD", reason: null } as const;
const refund = (
  reference: string,
  status: "requested" | "succeeded" | "failed",
  amount = 3999,
): AfterSale => ({
  kind: "refund",
  refund: null,
  reference,
  status,
  amount,
  ...sum,
});
const dispute = (
  reference: string,
  state: "open" | "won" | "lost",
  ms: number,
): AfterSale => ({
  kind: "dispute",
  reference,
  state,
  amount: 3999,
  withdrawn: state === "lost" ? 3999 : 0,
  toldAt: at(ms),
  ...sum,
});
const failure = (reference: string, attempt: number): AfterSale => ({
  kind: "failed-renewal",
  reference,
  attempt,
  amount: 2999,
  currency: "USD",
  nextTryAt: null,
  failedAt: at(1),
});
const renewal = (reference: string): AfterSale => ({
  kind: "renewal",
  reference,
  amount: 2999,
  currency: "USD",
  paidAt: at(2),
});
const plan = (
  status: "active" | "cancelled",
  ms: number,
  endsAt: Date | null = null,
): AfterSale => ({
  kind: "subscription",
  event: { kind: "told", status, endsAt, toldAt: at(ms) },
});

/** What the outside is told of a checkout after its sale, in the order in which it was written. */
async function messagesOf({ checkout_id }: Checkout) {
  const rows = await server.db
    .selectFrom("outbox")
    .select(["kind", "payload"])
    .orderBy("created_at")
    .orderBy("message_id")
    .execute();
  return rows
    .filter(({ payload }) => payload["checkout_id"] === checkout_id)
    .filter(({ kind }) => kind !== "payment.taken");
}

describe("the outside is told", () => {
  test.each<[string, readonly AfterSale[], readonly string[]]>([
    ["of a refund", [refund("a", "succeeded")], ["payment.refunded"]],
    [
      "of a refund once it is made",
      [
        refund("b", "requested"),
        refund("b", "succeeded"),
        refund("b", "requested"),
      ],
      ["payment.refunded"],
    ],
    [
      "of a refund that failed after it was made",
      [
        refund("n", "requested"),
        refund("n", "succeeded", 400),
        refund("n", "failed", 399),
      ],
      ["payment.refunded", "refund.failed"],
    ],
    [
      "of no refund that failed before it was made",
      [refund("o", "requested"), refund("o", "failed")],
      [],
    ],
    [
      "of no refund that failed",
      [refund("c", "failed"), refund("c", "succeeded")],
      [],
    ],
    [
      "of a dispute and its end",
      [
        dispute("d", "open", 1),
        dispute("d", "open", 2),
        dispute("d", "lost", 3),
      ],
      ["payment.disputed", "dispute.closed"],
    ],
    [
      "of the end alone where that came first",
      [dispute("e", "won", 3), dispute("e", "open", 1)],
      ["dispute.closed"],
    ],
    [
      "of a dispute that is opened again, and of its second end",
      [
        dispute("m", "open", 1),
        dispute("m", "won", 2),
        dispute("m", "won", 3),
        dispute("m", "open", 4),
        dispute("m", "open", 5),
        dispute("m", "won", 6),
      ],
      [
        "payment.disputed",
        "dispute.closed",
        "payment.disputed",
        "dispute.closed",
      ],
    ],
    [
      "of the end alone of one that was opened again where that came first",
      [
        dispute("n", "open", 1),
        dispute("n", "won", 2),
        dispute("n", "lost", 4),
        dispute("n", "open", 3),
      ],
      ["payment.disputed", "dispute.closed", "dispute.closed"],
    ],
    [
      "of each try to renew that failed",
      [failure("f", 1), failure("f", 1), failure("f", 2)],
      ["renewal.failed", "renewal.failed"],
    ],
    [
      "of no failure of what is paid by now",
      [renewal("g"), failure("g", 1)],
      ["renewal.taken"],
    ],
    [
      "of a cancellation when it is made, not when it comes to pass",
      [plan("active", 1), plan("active", 2, at(100)), plan("cancelled", 3)],
      ["subscription.cancelled"],
    ],
    [
      "of a second one after the first was taken back",
      [plan("active", 1, at(100)), plan("active", 2), plan("cancelled", 3)],
      ["subscription.cancelled", "subscription.cancelled"],
    ],
  ])("%s", async (_, news, kinds) => {
    const { checkout, pay } = await opened();
    await pay();
    for (const one of news) await settleAfterSale(services(), checkout, one);
    // Once more, as messages come.
    for (const one of news) await settleAfterSale(services(), checkout, one);
    const messages = await messagesOf(checkout);
    expect(messages.map(({ kind }) => kind)).toEqual(kinds);
    for (const { payload } of messages)
      expect(payload).toMatchObject({
        product: "plan",
        email: "ann@mail.example",
        currency: "USD",
      });
    const back = (kind: string) =>
      messages
        .filter((one) => one.kind === kind)
        .reduce((sum, { payload }) => sum + Number(payload["amount"]), 0);
    const { refunded } = await server.db
      .selectFrom("payments")
      .select("refunded")
      .where("checkout_id", "=", checkout.checkout_id)
      .executeTakeFirstOrThrow();
    expect(back("payment.refunded") - back("refund.failed")).toBe(refunded);
  });
});

describe("an operator is told", () => {
  const round = async () => {
    told.length = 0;
    await clean(services());
    return told;
  };
  const line = (message: string) =>
    expect.objectContaining({ level: "error", message });
  const listed = async (state: string) =>
    (await server.send(`/api/admin/orders?state=${state}`)).text;

  test("when more went back than was taken", async () => {
    const { checkout, pay } = await opened();
    await pay();
    await settleAfterSale(services(), checkout, refund("i", "succeeded", 3998));
    expect(await countOverdrawn(server.db)).toBe(0);
    expect(await listed("overdrawn")).not.toContain(checkout.checkout_id);
    await settleAfterSale(services(), checkout, refund("j", "succeeded", 2));
    expect(await countOverdrawn(server.db)).toBe(1);
    expect(await listed("overdrawn")).toContain(checkout.checkout_id);
    expect(await round()).toContainEqual(
      line("payments given back more than once"),
    );
  });

  test("while a dispute waits for its end", async () => {
    const before = await countDisputed(server.db);
    const ever = await countDisputes(server.db);
    const { checkout, pay } = await opened();
    await pay();
    await settleAfterSale(services(), checkout, dispute("k", "open", 1));
    expect(await countDisputed(server.db)).toBe(before + 1);
    expect(await round()).toContainEqual(line("payments disputed"));
    await settleAfterSale(services(), checkout, dispute("k", "won", 2));
    expect(await countDisputed(server.db)).toBe(before);
    expect(await countDisputes(server.db)).toBe(ever + 1);
    // An appeal, and its end, which was told before.
    await settleAfterSale(services(), checkout, dispute("k", "lost", 9));
    for (const ms of [7, 8])
      await settleAfterSale(services(), checkout, dispute("k", "open", ms));
    expect(await countDisputes(server.db)).toBe(ever + 2);
  });

  test("of money that went back for a payment that nobody knows, until it is known", async () => {
    const { checkout, pay } = await opened();
    await settleAfterSale(services(), checkout, refund("l", "succeeded", 100));
    expect(await countUnmatched(server.db)).toBe(1);
    expect(await listed("unmatched")).toContain(checkout.checkout_id);
    expect(await round()).toContainEqual(
      line("refunds or disputes of unknown payments"),
    );
    await pay();
    expect(await countUnmatched(server.db)).toBe(0);
    expect(await listed("unmatched")).not.toContain(checkout.checkout_id);
  });

  test("of each refund and dispute that fits nothing, also of one order", async () => {
    const before = await countEverUnmatched(server.db);
    const { checkout } = await opened();
    for (const news of [
      refund("r", "succeeded", 100),
      refund("s", "succeeded", 200),
      dispute("t", "open", 1),
      dispute("t", "lost", 2),
      refund("s", "failed", 200),
    ])
      await settleAfterSale(services(), checkout, news);
    expect(await countEverUnmatched(server.db)).toBe(before + 3);
  });

  test("of a dispute of a renewal that nobody knows, until it is known or won", async () => {
    const { checkout, pay } = await opened();
    await pay();
    const before = await countUnmatched(server.db);
    const about = (
      name: string,
      state: "open" | "won" | "lost",
      ms: number,
    ) => ({
      ...dispute(name, state, ms),
      transaction: `in-${name}`,
    });
    // Names it, so that no other may be meant.
    const named = {
      kind: "transaction",
      transaction: "t-2",
      amount: 3999,
      currency: "USD",
    } as const;
    const settleOne = (news: AfterSale) =>
      settleAfterSale(services(), checkout, news);
    await settleOne(named);
    await settleOne(about("p", "open", 1));
    expect(await countUnmatched(server.db)).toBe(before + 1);
    await settleOne(about("p", "lost", 2));
    expect(await countUnmatched(server.db)).toBe(before + 1);
    await settleOne(renewal("in-p"));
    expect(await countUnmatched(server.db)).toBe(before);
    await settleOne(about("q", "open", 3));
    expect(await countUnmatched(server.db)).toBe(before + 1);
    await settleOne(about("q", "won", 4));
    expect(await countUnmatched(server.db)).toBe(before);
  });

  test("of nothing where the payment has no name that the news could know", async () => {
    const { checkout, pay } = await opened();
    await pay();
    const before = await countUnmatched(server.db);
    const news = { ...refund("m", "succeeded", 100), transaction: "t-1" };
    await settleAfterSale(services(), checkout, news);
    expect(await countUnmatched(server.db)).toBe(before);
  });

  test("by an error when money goes back in another currency", async () => {
    const { checkout } = await opened();
    const news = { ...refund("n", "succeeded"), currency: "EUR" };
    await expect(settleAfterSale(services(), checkout, news)).rejects.toThrow(
      "another currency",
    );
  });
});

test("what was taken in another currency than agreed is not recorded as taken", async () => {
  const { checkout } = await opened();
  const news: AfterSale = {
    kind: "transaction",
    transaction: crypto.randomUUID(),
    amount: checkout.amount,
    currency: "EUR",
  };
  await expect(settleAfterSale(services(), checkout, news)).rejects.toThrow(
    "another currency",
  );
  const payments = await server.db
    .selectFrom("payments")
    .select("payment_id")
    .where("checkout_id", "=", checkout.checkout_id)
    .execute();
  expect(payments).toEqual([]);
});

test("nobody hears of the end of a plan that was declined since its order was read", async () => {
  const { checkout } = await opened();
  await settle(services(), checkout, { status: "declined" });
  await settleAfterSale(services(), checkout, plan("cancelled", 1));
  expect(await messagesOf(checkout)).toEqual([]);
});

test("what is paid once has no subscription, whatever is told of one", async () => {
  const visitor = await arrive(server);
  const { id } = await openHosted(visitor);
  const checkout = await findCheckout(server.db, id);
  if (checkout === null) throw new Error("nothing was opened");
  await settleAfterSale(services(), checkout, plan("cancelled", 1));
  const rows = await server.db
    .selectFrom("subscriptions")
    .select("status")
    .where("checkout_id", "=", id)
    .execute();
  expect(rows).toEqual([]);
});

test("a plan that has an end is not one that goes on though its money went back", async () => {
  const { checkout, pay } = await opened();
  await pay();
  const before = await countReturnedPlans(server.db);
  const settleAll = async (...news: readonly AfterSale[]) => {
    for (const one of news) await settleAfterSale(services(), checkout, one);
  };
  const isListed = async () => {
    const list = await server.send("/api/admin/orders?state=still_renews");
    return list.text.includes(checkout.checkout_id);
  };
  expect(await isListed()).toBe(false);
  await settleAll(refund("whole", "succeeded"), plan("active", 1));
  expect(await countReturnedPlans(server.db)).toBe(before + 1);
  expect(await isListed()).toBe(true);
  await settleAll(plan("active", 2, at(9)));
  expect(await countReturnedPlans(server.db)).toBe(before);
  expect(await isListed()).toBe(false);
});
