import { describe, expect, test } from "vitest";
import { html } from "hono/html";
import type { Checkout } from "../db/checkouts.ts";
import { madeUpCheckout } from "../testing/checkout.ts";
import { testSite } from "../testing/site.ts";
import { sheet, type ShownOrder, terms, titleOf } from "./payment-sheet.ts";

const [brand] = Object.values(testSite.brands);
if (brand === undefined) throw new Error("the site of tests has no brand");

const order = (own: Partial<Checkout>, framed = false): ShownOrder => ({
  checkout: madeUpCheckout(own),
  brand,
  shop: "Stillmere",
  money: (amount) => `$${(amount / 100).toFixed(2)}`,
  supportEmail: "help@mail.example",
  orders: null,
  page: "/api/pay/sandbox/c-1",
  framed,
});
const plan = { renewal_amount: 2999, renewal_days: 28 };
/** The words of markup, without its tags. */
const words = (markup: unknown) =>
  String(markup)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

test("an order that is paid once says so", () => {
  expect(words(sheet(order({}), html`<p>Pay</p>`, "Below"))).toBe(
    "S Stillmere The journal $9.99 today Renewal None, you pay once Pay Below",
  );
  expect(words(terms(order({})))).toBe("One payment. Nothing renews.");
  expect(titleOf(order({}))).toBe("Pay $9.99 to Stillmere");
});

test.each([
  [28, null, "After 4 weeks", "every 4 weeks"],
  [28, 7, "After 1 week", "every 4 weeks"],
  [1, 1, "After 1 day", "every day"],
])(
  "one that renews every %i days, and first after %j, says so",
  (renewal_days, first_days, first, every) => {
    const shown = order({ ...plan, renewal_days, first_days });
    expect(words(sheet(shown, html``))).toContain(
      `First renewal ${first} Then ${every} $29.99`,
    );
    expect(words(terms(shown))).toBe(
      `You pay $9.99 today. ${first} it renews at $29.99 ${every} until you cancel, which you can do at any time by writing to help@mail.example .`,
    );
  },
);

test("one that renews leads to where it is cancelled", () => {
  const orders = "https://calm.example/orders";
  const markup = terms({ ...order(plan), orders });
  expect(words(markup)).toContain(
    "until you cancel, which you can do at any time under your orders or by writing to help@mail.example",
  );
  expect(String(markup)).toContain(`href="${orders}" target="_blank"`);
});

describe("what is paid with", () => {
  const kept = /is kept for offers after this one: each says its price/;
  const termsAt = (return_path: string, own: Partial<Checkout> = {}) => {
    const shown = order({ return_path, ...own });
    return words(
      terms({ ...shown, brand: { ...brand, oneTapAfter: ["/quiz/oto"] } }),
    );
  };

  test.each(["/quiz/oto", "/quiz/oto?utm_source=ad", "/quiz/oto#plans"])(
    "is said to be kept at %s, which an offer of one tap follows",
    (path) => {
      expect(termsAt(path)).toMatch(kept);
      expect(termsAt(path, plan)).toMatch(kept);
    },
  );

  test("is not said to be kept where none follows, nor by a build that does not say", () => {
    expect(termsAt("/quiz/last")).not.toMatch(kept);
    expect(termsAt("/quiz/oto-gift", plan)).not.toMatch(kept);
    expect(words(terms(order({})))).not.toMatch(kept);
  });
});

test.each([
  { ...plan, renewal_amount: null },
  { ...plan, renewal_days: null },
])("one with half a renewal, %j, renews nothing", (half) => {
  expect(words(sheet(order(half), html``))).toContain("you pay once");
  expect(words(terms(order(half)))).toContain("Nothing renews");
});

test("in a frame it stands closer", () => {
  expect(String(sheet(order({}, true), html``))).toContain('"sheet framed"');
  expect(String(sheet(order({}), html``))).toContain('class="sheet"');
});
