import { describe, expect } from "vitest";
import {
  atPaymentPage,
  BUY,
  ONWARD,
  buy,
  cards,
  clickTenTimes,
  PAYMENT_PAGE,
  payOnPage,
  productsOf,
  sheetOf,
  withoutSheets,
  sideKnown,
} from "../testing/pay.ts";
import { screenAfter } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { type Arrive, type Arriving, test } from "../testing/visitor.ts";

const MIRROR = "/quiz-mp/oto";
const START = /\/pay\/max-pay\/start/;
const FORM = /\/max-pay\/form/;
const THANKS = /\/quiz-mp\/thank-you/;

describe("on the mirror that is paid through MaxPay", () => {
  test.concurrent(
    "a form leads to its page; a declined card is said so, and another one pays",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, forms, orders } = await atOffer(arrive);
      await buy(page, cards.declined);
      const outcome = page.locator("[data-outcome=declined]");
      await outcome.getByText("nothing was charged").waitFor();
      expect(new URL(page.url()).search).toBe("?utm_source=x");
      expect(await productsOf(page)).toEqual([]);
      await outcome.getByRole("button", { name: "Try again" }).click();
      await payOnPage(page);
      await page.waitForURL(THANKS);
      expect(await productsOf(page)).toHaveLength(1);
      expect(forms).toHaveLength(2);
      // A payment that was declined is over: the next one is another.
      expect(new Set(orders).size).toBe(2);
    },
  );

  test.concurrent(
    "a bank that asks is answered there",
    { tags: "long" },
    async ({ arrive }) => {
      const { page } = await atOffer(arrive);
      await buy(page, cards.asksBank);
      await sheetOf(page).getByRole("button", { name: "Yes, confirm" }).click();
      await page.waitForURL(THANKS);
      expect(await productsOf(page)).toHaveLength(1);
    },
  );

  test.concurrent("Back and a second tab lead to the same payment, which is paid once", async ({
    arrive,
  }) => {
    const { page, context, origin, open, orders } = await atOffer(arrive, {
      own: {},
    });
    await withoutSheets(context);
    await open(`${MIRROR}?utm_source=x`);
    await screenAfter(page, null);
    const tab = await context.newPage();
    await tab.goto(origin + MIRROR);
    await screenAfter(tab, null);
    await page.locator(BUY).first().click();
    await page.waitForURL(PAYMENT_PAGE);
    await page.goBack({ waitUntil: "commit" });
    await screenAfter(page, null);
    await page.locator(`${BUY}:not([aria-busy])`).first().click();
    await payOnPage(page, cards.good, page);
    await page.waitForURL(THANKS);
    expect(orders).toHaveLength(2);
    expect(new Set(orders).size).toBe(1);
    await tab.locator(ONWARD).click();
    await tab.waitForURL(THANKS);
    expect(await productsOf(tab)).toHaveLength(1);
  });

  test.concurrent(
    "ten fast clicks send one form",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, forms, orders } = await atOffer(arrive);
      await clickTenTimes(page.locator(BUY).first());
      await payOnPage(page);
      await page.waitForURL(THANKS);
      expect(forms).toHaveLength(1);
      expect(orders).toHaveLength(1);
    },
  );

  test.concurrent("whoever changes their mind between the two ways pays once", async ({
    arrive,
  }) => {
    const { page, open, forms } = await atOffer(arrive);
    await page.locator(BUY).first().click();
    await atPaymentPage(page);
    await open("/quiz/oto");
    await screenAfter(page, null);
    await buy(page);
    await page.waitForURL(/\/quiz\/thank-you/);
    await open(MIRROR);
    await page.locator(ONWARD).click();
    await page.waitForURL(THANKS);
    expect(await productsOf(page)).toHaveLength(1);
    expect(forms).toHaveLength(1);
  });
});

/** At the offer; notes the forms that are asked for, and which payments they are sent for. */
async function atOffer(arrive: Arrive, options: Arriving = {}) {
  const stored = await storedOf("face-care");
  const visitor = await arrive("face-care", { stored, ...options });
  const { page, open } = visitor;
  const forms: string[] = [];
  const orders: (string | null)[] = [];
  page.on("request", (request) => {
    if (FORM.test(request.url())) forms.push(request.url());
    if (START.test(request.url()))
      orders.push(new URLSearchParams(request.postData() ?? "").get("order"));
  });
  await open(`${MIRROR}?utm_source=x`);
  await screenAfter(page, null);
  await sideKnown(page);
  return { ...visitor, forms, orders };
}
