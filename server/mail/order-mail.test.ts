import { describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { settleAfterSale } from "../checkout/after-sale.ts";
import type { AfterSale } from "../checkout/news.ts";
import { settle } from "../checkout/settle.ts";
import { askToCancel } from "../db/cancelled-plans.ts";
import type { Checkout } from "../db/checkouts.ts";
import { findMessage } from "../db/outbox.ts";
import { tellUpcomingRenewals } from "../db/upcoming-renewals.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { createOrigins } from "../http/origin.ts";
import { createHosts } from "../site.ts";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { dayInWords } from "./due-mail.ts";
import { orderMail } from "./order-mail.ts";

const server = useServer();
const calm = testSite.brands["calm"];
if (calm === undefined) throw new Error("there is no brand");
const mailOf = (moment: string) =>
  ({ moment, funnel: null, subject: moment, text: [], button: null }) as const;
const KINDS = [
  "payment.refunded",
  "renewal.upcoming",
  "renewal.taken",
  "renewal.failed",
  "subscription.cancelled",
] as const;
const mails = [
  ...KINDS.map(mailOf),
  { ...mailOf("payment.taken"), funnel: "quiz" },
];
const site = {
  ...testSite,
  brands: {
    ...testSite.brands,
    calm: { ...calm, mails, symbols: { USD: "US$" } },
  },
};
const now = () => new Date(server.clock.ms);
const services = () =>
  createServices({
    db: server.db,
    site,
    providers: providersOf([sandbox]),
    log: () => {},
    now,
  });

/** A plan that somebody has paid for. */
async function paidPlan(own: Partial<Checkout> = {}): Promise<Checkout> {
  const checkout = await storeCheckout(server.db, {
    product: "plan",
    amount: 3999,
    renewal_amount: 2999,
    renewal_days: 28,
    email: "ann@mail.example",
    ...own,
  });
  return settle(services(), checkout, { status: "paid" });
}

/** The mail that follows when something has happened to an order. */
async function mailAfter(
  { checkout_id }: Checkout,
  kind: (typeof KINDS)[number] | "payment.taken",
  isDue?: boolean,
) {
  const told = await server.db
    .selectFrom("outbox")
    .select(["message_id", "payload"])
    .where("kind", "=", kind)
    .execute();
  const own = told.find(
    ({ payload }) =>
      payload["checkout_id"] === checkout_id &&
      (isDue === undefined || payload["refund_due"] === isDue),
  );
  const message = own && (await findMessage(server.db, own.message_id));
  if (!message) throw new Error("nothing was told");
  return orderMail(
    {
      db: server.db,
      hosts: createHosts(site),
      origins: createOrigins(site, true),
      apiOrigin: "",
    },
    message,
  );
}

const toldAt = new Date("2030-03-01T09:00:00Z");

/** The receipt of a renewal that was paid some days late, when its plan was like this. */
async function lateRenewal(
  status: "active" | "cancelled",
  endsAt: Date | null,
) {
  const order = await paidPlan();
  const news: readonly AfterSale[] = [
    {
      kind: "subscription",
      event: { kind: "told", status, endsAt, toldAt },
      renewsAt: new Date("2030-03-29T09:00:00Z"),
    },
    {
      kind: "renewal",
      reference: `in-${order.checkout_id}`,
      amount: 2999,
      currency: "USD",
      paidAt: new Date("2030-03-04T12:00:00Z"),
    },
  ];
  for (const one of news) await settleAfterSale(services(), order, one);
  return mailAfter(order, "renewal.taken");
}

test("the receipt of a renewal that was paid late names the next payment as the plan has it", async () => {
  expect(await lateRenewal("active", null)).toMatchObject({
    values: {
      date: "March 4, 2030",
      renewal: "US$29.99 every 4 weeks",
      "renewal-date": "March 29, 2030",
    },
  });
});

test.each([
  ["ends with what is paid for", "active", new Date("2030-03-29T09:00:00Z")],
  ["is over", "cancelled", null],
] as const)(
  "the receipt of a renewal whose plan %s names none",
  async (_, status, endsAt) => {
    const { values = {} } = (await lateRenewal(status, endsAt)) ?? {};
    expect(values).toMatchObject({ amount: "US$29.99", date: "March 4, 2030" });
    expect(values).not.toHaveProperty("renewal");
    expect(values).not.toHaveProperty("renewal-date");
  },
);

test("whoever paid twice for a plan is not told that it is cancelled when the second one is", async () => {
  const order = await paidPlan();
  const { session_id } = order;
  const second = await paidPlan({ session_id, offer: "/quiz/oto-again" });
  const event = { kind: "told", status: "cancelled", endsAt: null } as const;
  for (const one of [second, order])
    await settleAfterSale(services(), one, {
      kind: "subscription",
      event: { ...event, toldAt },
    });
  expect(await mailAfter(second, "subscription.cancelled")).toBeNull();
  // Told late, it says when the plan was over.
  expect(await mailAfter(order, "subscription.cancelled")).toMatchObject({
    values: { ends: "March 1, 2030" },
  });
});

test("whoever paid for two plans of a page is told which one stays", async () => {
  const first = await paidPlan({ product_name: "4 weeks" });
  const { session_id } = first;
  const product = "journal";
  const second = await paidPlan({
    session_id,
    product,
    product_name: "12 weeks",
    offer: null,
  });
  const mail = await mailAfter(second, "payment.taken");
  expect(mail).toMatchObject({
    template: { subject: ["You paid for ", {}, " and for ", {}] },
    values: { kept: "4 weeks", product: "12 weeks", amount: "US$39.99" },
  });
  expect(JSON.stringify(mail?.template)).not.toContain("twice");
});

test("whoever paid twice for one of two plans that they have keeps both", async () => {
  const plan = await paidPlan({ product_name: "4 weeks" });
  const { session_id } = plan;
  const own = { session_id, renewal_days: null, renewal_amount: null };
  const journal = { ...own, product: "journal", product_name: "12 weeks" };
  const ended = { kind: "told", status: "cancelled", endsAt: null } as const;
  await settleAfterSale(services(), plan, {
    kind: "subscription",
    event: { ...ended, toldAt },
  });
  await paidPlan(journal);
  await settle(services(), plan, { status: "paid", transaction: "t-1" });
  await settle(services(), plan, { status: "paid", transaction: "t-2" });
  const mail = await mailAfter(plan, "payment.taken", true);
  expect(mail?.template.subject).toEqual([
    "You paid twice for ",
    {
      kind: "variable",
      name: "product",
      fallback: null,
    },
  ]);
});

test("nobody is told of a refund that failed before the mail could be sent", async () => {
  const order = await paidPlan();
  const refund = (status: "succeeded" | "failed"): AfterSale => ({
    kind: "refund",
    refund: null,
    reference: "re-failed",
    status,
    transaction: null,
    amount: 400,
    currency: "USD",
    reason: null,
  });
  await settleAfterSale(services(), order, refund("succeeded"));
  expect(await mailAfter(order, "payment.refunded")).toMatchObject({
    values: { amount: "US$4.00" },
  });
  await settleAfterSale(services(), order, refund("failed"));
  expect(await mailAfter(order, "payment.refunded")).toBeNull();
});

test("nobody is told that a renewal failed which was paid before the mail could be sent", async () => {
  const order = await paidPlan();
  const reference = "in-failed";
  const sum = { reference, amount: 2999, currency: "USD" };
  await settleAfterSale(services(), order, {
    kind: "failed-renewal",
    ...sum,
    attempt: 1,
    nextTryAt: new Date("2030-03-04T12:00:00Z"),
    failedAt: toldAt,
  });
  expect(await mailAfter(order, "renewal.failed")).toMatchObject({
    values: { "next-try": "March 4, 2030" },
  });
  await settleAfterSale(services(), order, {
    kind: "renewal",
    ...sum,
    paidAt: new Date("2030-03-04T12:00:00Z"),
  });
  expect(await mailAfter(order, "renewal.failed")).toBeNull();
});

test("what was set aside is receipted by the mail of the funnel that has sold it", async () => {
  const return_path = "/quiz/oto?utm_source=x";
  const order = await paidPlan({ offer: null, return_path });
  expect(await mailAfter(order, "payment.taken")).toMatchObject({
    template: { funnel: "quiz" },
  });
});

describe("before a renewal", () => {
  /** A plan of 28 days, 22 days after it was bought. */
  async function toldAhead(): Promise<Checkout> {
    const order = await paidPlan();
    server.clock.ms += 22 * 86_400_000;
    await tellUpcomingRenewals(server.db, now());
    return order;
  }
  const hear = (
    order: Checkout,
    news: Omit<Extract<AfterSale, { kind: "subscription" }>, "kind" | "event">,
    own: { readonly endsAt?: Date; readonly isPaused?: boolean } = {},
  ) =>
    settleAfterSale(services(), order, {
      kind: "subscription",
      event: {
        kind: "told",
        status: "active",
        endsAt: null,
        toldAt: now(),
        ...own,
      },
      ...news,
    });

  test("a mail says the day and the amount, as they are by the time it is made", async () => {
    const order = await toldAhead();
    const renewsAt = new Date(server.clock.ms + 6 * 86_400_000);
    const day = dayInWords(renewsAt);
    expect(await mailAfter(order, "renewal.upcoming")).toMatchObject({
      to: "ann@mail.example",
      values: {
        amount: "US$29.99",
        renewal: "US$29.99 every 4 weeks",
        "renewal-date": day,
      },
    });
    await hear(order, { terms: { amount: 3_499, everyDays: 28 } });
    expect(await mailAfter(order, "renewal.upcoming")).toMatchObject({
      values: { amount: "US$34.99", "renewal-date": day },
    });
  });

  test.each([
    ["was cancelled", {}, { endsAt: new Date("2039-01-01T00:00:00Z") }],
    ["was paused", {}, { isPaused: true }],
    [
      "has renewed by now",
      { renewsAt: new Date("2038-01-01T00:00:00Z") },
      undefined,
    ],
  ] as const)(
    "nobody is written to whose plan %s meanwhile",
    async (_, news, own) => {
      const order = await toldAhead();
      expect(await mailAfter(order, "renewal.upcoming")).not.toBeNull();
      await hear(order, news, own);
      expect(await mailAfter(order, "renewal.upcoming")).toBeNull();
    },
  );

  test("nobody is written to who has asked for the end meanwhile, and no receipt tells of a next payment", async () => {
    const order = await toldAhead();
    const receipt = () => mailAfter(order, "payment.taken");
    expect((await receipt())?.values).toHaveProperty("renewal-date");
    await askToCancel(server.db, order.checkout_id, now());
    expect(await mailAfter(order, "renewal.upcoming")).toBeNull();
    const { values } = (await receipt()) ?? {};
    expect(values).toMatchObject({ product: order.product_name });
    expect(values).not.toHaveProperty("renewal");
    expect(values).not.toHaveProperty("renewal-date");
  });
});
