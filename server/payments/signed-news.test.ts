import { describe, expect, test } from "vitest";
import { madeUpCheckout } from "../testing/checkout.ts";
import { readNews, requireSum } from "./signed-news.ts";

const SENT = new Date("2030-05-01T12:00:00Z");
const AT = new Date("2030-04-30T08:00:00Z");
const seconds = (date: Date) => String(date.getTime() / 1_000);
const plan = madeUpCheckout({
  provider: "max-pay",
  renewal_amount: 2999,
  renewal_days: 28,
});
const NAMELESS = "a message names no transaction";
const sum = { amount: 400, currency: "USD" };
const read = (fields: Record<string, string>, checkout = plan) =>
  readNews(checkout, { amount: "400", currency: "USD", ...fields }, SENT);

describe("a payment", () => {
  test("that was taken is told with its sum", () => {
    const payment = { kind: "payment", status: "approved", transaction: "t-1" };
    expect(read(payment)).toEqual([
      { kind: "transaction", transaction: "t-1", ...sum },
    ]);
  });

  test.each<Record<string, string>>([
    { kind: "payment", status: "declined", transaction: "t-1" },
    { kind: "payment", status: "approved", transaction: "" },
    { kind: "payment", status: "approved" },
    { kind: "something", status: "approved", transaction: "t-1" },
    { status: "approved", transaction: "t-1" },
  ])("%j tells nothing", (fields) => {
    expect(read(fields)).toEqual([]);
  });

  test.each(["", "-1", "4.00", "1234567890"])(
    "of the sum %j is for somebody to look at",
    (amount) => {
      const payment = { kind: "payment", status: "approved", transaction: "t" };
      expect(() => read({ ...payment, amount })).toThrow(
        "a message names no sum",
      );
    },
  );
});

describe("a refund", () => {
  const refund = { kind: "refund", status: "approved", transaction: "r-1" };

  test("is told with what it gives back, and of what", () => {
    const told = { refund: "refund-1", of: "t-1", reason: "asked for" };
    const more = { ...told, at: seconds(AT) };
    expect(read({ ...refund, ...more })).toEqual([
      {
        kind: "refund",
        refund: "refund-1",
        reference: "r-1",
        transaction: "t-1",
        ...sum,
        status: "succeeded",
        reason: "asked for",
        madeAt: AT,
      },
    ]);
  });

  test("of somebody in the provider's own pages has no name of ours", () => {
    expect(read(refund)).toMatchObject([
      { refund: null, transaction: null, reason: null, madeAt: SENT },
    ]);
  });

  test.each([
    ["approved", "succeeded"],
    ["declined", "failed"],
    ["pending", "requested"],
  ])("that is %s has %s", (status, state) => {
    expect(read({ ...refund, status })).toMatchObject([{ status: state }]);
  });

  test("of a renewal names it as it is kept here", () => {
    expect(read({ ...refund, of: "t-4", of_kind: "renewal" })).toMatchObject([
      { transaction: "max-pay t-4" },
    ]);
    expect(read({ ...refund, of: "t-4", of_kind: "payment" })).toMatchObject([
      { transaction: "t-4" },
    ]);
  });

  test.each<Record<string, string>>([
    { ...refund, status: "new" },
    { kind: "refund", transaction: "r-1" },
  ])("%j tells nothing", (fields) => {
    expect(read(fields)).toEqual([]);
  });

  test.each<Record<string, string>>([
    { ...refund, transaction: "" },
    { ...refund, transaction: "", refund: "refund-1" },
    { kind: "refund", status: "approved" },
  ])("%j is for somebody to look at", (fields) => {
    expect(() => read(fields)).toThrow(NAMELESS);
  });
});

describe("a chargeback", () => {
  const chargeback = {
    kind: "chargeback",
    status: "opened",
    transaction: "d-1",
  };

  test.each([
    ["opened", "open", 0],
    ["won", "won", 0],
    ["lost", "lost", 400],
  ])("that is %s is %s and takes %s", (status, state, withdrawn) => {
    const more = { of: "t-1", at: seconds(AT), reason: "fraud" };
    expect(read({ ...chargeback, ...more, status })).toEqual([
      {
        kind: "dispute",
        reference: "d-1",
        transaction: "t-1",
        ...sum,
        state,
        withdrawn,
        reason: "fraud",
        toldAt: AT,
      },
    ]);
  });

  test.each(["", "soon", "123456789012"])(
    "that happened at %j was told when its message was sent",
    (at) => {
      expect(read({ ...chargeback, at })).toMatchObject([
        { toldAt: SENT, reason: null },
      ]);
    },
  );

  test.each<Record<string, string>>([
    { ...chargeback, status: "new" },
    { kind: "chargeback", transaction: "d-1" },
  ])("%j tells nothing", (fields) => {
    expect(read(fields)).toEqual([]);
  });

  test.each<Record<string, string>>([
    { ...chargeback, transaction: "" },
    { kind: "chargeback", status: "won" },
  ])("%j is for somebody to look at", (fields) => {
    expect(() => read(fields)).toThrow(NAMELESS);
  });
});

describe("a renewal", () => {
  const renewal = {
    kind: "renewal",
    status: "approved",
    transaction: "t-4",
    amount: "2999",
    at: seconds(AT),
  };
  const agreed = { reference: "max-pay t-4", amount: 2999, currency: "USD" };

  test("that was taken moves the plan on, and then is told", () => {
    expect(read(renewal)).toEqual([
      {
        kind: "subscription",
        event: { kind: "renewed", toldAt: AT },
        renewsAt: new Date(AT.getTime() + 28 * 86_400_000),
      },
      { kind: "renewal", ...agreed, paidAt: AT },
    ]);
  });

  test("of another sum than was agreed is for somebody to look at", () => {
    const another = "a provider has taken another sum than was asked for";
    expect(() => read({ ...renewal, amount: "400" })).toThrow(another);
    expect(() => read({ ...renewal, currency: "EUR" })).toThrow(another);
  });

  test.each([
    [{}, 1, null],
    [{ attempt: "3", next_try: seconds(SENT) }, 3, SENT],
    [{ attempt: "0", next_try: "soon" }, 1, null],
    [{ attempt: "x" }, 1, null],
  ])("that was declined with %j is try %s", (more, attempt, nextTryAt) => {
    const declined = { ...renewal, status: "declined", amount: "", ...more };
    expect(read(declined)).toEqual([
      {
        kind: "failed-renewal",
        ...agreed,
        attempt,
        nextTryAt,
        failedAt: AT,
      },
      { kind: "subscription", event: { kind: "renewal-failed", toldAt: AT } },
    ]);
  });

  test("that is cancelled ends the plan, or its last period does", () => {
    const cancelled = { ...renewal, status: "cancelled" };
    const told = (fields: object) => [
      { kind: "subscription", event: { kind: "told", toldAt: AT, ...fields } },
    ];
    expect(read(cancelled)).toEqual(
      told({ status: "cancelled", endsAt: null }),
    );
    expect(read({ ...cancelled, ends: seconds(SENT) })).toEqual(
      told({ status: "active", endsAt: SENT }),
    );
    expect(read({ ...cancelled, transaction: "" })).toEqual(read(cancelled));
  });

  test.each([
    { renewal_amount: null, renewal_days: null },
    { renewal_amount: null },
    { renewal_days: null },
  ])("of an order that does not renew has taken money, with %j", (own) => {
    const once = { ...plan, ...own };
    expect(() => read(renewal, once)).toThrow(
      "a provider has renewed what is paid once",
    );
    expect(read({ ...renewal, status: "declined" }, once)).toEqual([]);
    expect(read({ ...renewal, status: "cancelled" }, once)).toEqual([]);
  });

  test("of another word tells nothing", () => {
    expect(read({ ...renewal, status: "new" })).toEqual([]);
  });

  test.each<Record<string, string>>([
    { ...renewal, transaction: "" },
    { ...renewal, transaction: "", status: "declined" },
    { kind: "renewal", status: "approved", amount: "2999" },
  ])("%j is for somebody to look at", (fields) => {
    expect(() => read(fields)).toThrow(NAMELESS);
  });
});

test("a sum is the one that was asked for by amount and currency", () => {
  const fields = { amount: "999", currency: "USD" };
  expect(() => requireSum(fields, 999, "USD")).not.toThrow();
  expect(() => requireSum(fields, 998, "USD")).toThrow("another sum");
  expect(() => requireSum(fields, 999, "EUR")).toThrow("another sum");
});
