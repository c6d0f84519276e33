import { describe, expect } from "vitest";
import { launchWithBackCache } from "../testing/browser.ts";
import {
  ONWARD,
  BUY,
  buy,
  cards,
  clickTenTimes,
  PAYMENT_PAGE,
  payOnPage,
  productsOf,
  purchasesOf,
  sheetOf,
  withoutSheets,
} from "../testing/pay.ts";
import { screenAfter, soon } from "../testing/screen.ts";
import { calmStored, storedOf } from "../testing/stored.ts";
import {
  type Arrive,
  type Arriving,
  originOf,
  test,
} from "../testing/visitor.ts";
import { CHECKOUT_KEY } from "../../runtime/core/storage-keys.ts";

const CALM_OFFER = "/quiz-adhd/oto";
const THANKS = /thank-you/;

describe("the payment page", () => {
  test.concurrent("a declined card is said so, and another one pays", async ({
    arrive,
  }) => {
    const { page } = await atOffer(arrive);
    await buy(page, cards.declined);
    const outcome = page.locator("[data-outcome=declined]");
    await outcome.getByText("nothing was charged").waitFor();
    expect(page.url()).not.toContain("checkout=");
    expect(await purchasesOf(page)).toEqual([]);
    await outcome.getByRole("button", { name: "Try again" }).click();
    await payOnPage(page);
    await page.waitForURL(THANKS);
    expect(await purchasesOf(page)).toHaveLength(1);
  });

  test.concurrent(
    "leaving it is said so, and the way back to it stays",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, context, open } = await atOffer(arrive, { own: {} });
      await withoutSheets(context);
      await open(CALM_OFFER);
      await screenAfter(page, null);
      await page.locator(BUY).first().click();
      await page.getByRole("button", { name: /^Cancel and return/ }).click();
      const outcome = page.locator("[data-outcome=cancelled]");
      await outcome.getByText("Nothing was charged").waitFor();
      await outcome.getByRole("button").click();
      await payOnPage(page, cards.good, page);
      await page.waitForURL(THANKS);
      expect(await purchasesOf(page)).toHaveLength(1);
    },
  );

  test.concurrent(
    "a bank that asks is answered there; a refusal charges nothing",
    { tags: "long" },
    async ({ arrive }) => {
      const { page } = await atOffer(arrive);
      await buy(page, cards.asksBank);
      const bank = sheetOf(page);
      await bank.getByRole("button", { name: "No, refuse it" }).click();
      await page.locator("[data-outcome=declined]").waitFor();
      expect(await purchasesOf(page)).toEqual([]);
      await buy(page, cards.asksBank);
      await bank.getByRole("button", { name: "Yes, confirm" }).click();
      await page.waitForURL(THANKS);
      expect(await purchasesOf(page)).toHaveLength(1);
    },
  );

  test.concurrent("ten fast clicks open one checkout", async ({ arrive }) => {
    const { page } = await atOffer(arrive);
    const opened: string[] = [];
    page.on("request", (request) => {
      if (/make-stripe/.test(request.url())) opened.push(request.url());
    });
    await clickTenTimes(page.locator(BUY).first());
    await payOnPage(page);
    await page.waitForURL(THANKS);
    expect(opened).toHaveLength(1);
    expect(await purchasesOf(page)).toHaveLength(1);
  });

  test.concurrent("the way back after paying leads on, and never pays twice", async ({
    arrive,
  }) => {
    const { page, open } = await atOffer(arrive);
    const opened = page.waitForRequest(PAYMENT_PAGE);
    await buy(page);
    await page.waitForURL(THANKS);
    const payment = new URL((await opened).url()).pathname.split("/").at(-1);
    await open(`${CALM_OFFER}?utm_source=x&checkout=${payment}`);
    await page.waitForURL(THANKS);
    await page.reload();
    await page.locator("main li").first().waitFor();
    await open(CALM_OFFER);
    await page.getByText("You have bought this").waitFor();
    // It renews: another plan would be paid for the same time.
    expect(await page.locator(BUY).count()).toBe(0);
    await page.locator(ONWARD).click();
    await page.waitForURL(THANKS);
    expect(await purchasesOf(page)).toHaveLength(1);
  });

  test.concurrent("a second tab is told what the first one has paid", async ({
    arrive,
  }) => {
    const { page, context, origin } = await atOffer(arrive);
    const tab = await context.newPage();
    await tab.goto(`${origin}${CALM_OFFER}`);
    await screenAfter(tab, null);
    await buy(page);
    await page.waitForURL(THANKS);
    await tab.getByText("You have bought this").waitFor();
    await tab.locator(ONWARD).click();
    await tab.waitForURL(THANKS);
  });

  test.concurrent("a second tab that cannot be told pays nothing either", async ({
    arrive,
  }) => {
    const { page, context, origin } = await atOffer(arrive);
    const tab = await context.newPage();
    await tab.route("**/pay/purchases", () => undefined);
    await tab.goto(`${origin}${CALM_OFFER}`);
    await screenAfter(tab, null);
    await buy(page);
    await page.waitForURL(THANKS);
    await tab.locator(BUY).first().click();
    await tab.waitForURL(THANKS);
    expect(await purchasesOf(page)).toHaveLength(1);
  });

  test.concurrent(
    "an address that claims a payment proves nothing",
    { tags: "long" },
    async ({ arrive }) => {
      const stranger = await atOffer(arrive);
      await buy(stranger.page);
      await stranger.page.waitForURL(THANKS);
      const foreign = await stranger.page.evaluate(
        (key) => JSON.parse(localStorage.getItem(key) ?? "")?.attempts,
        CHECKOUT_KEY,
      );
      expect(foreign[0].payment).toMatch(/^[\w-]{20,}$/);

      const { page, open } = await arrive("calm", {
        stored: calmStored(),
        expected: /status of 404|asking about a payment failed/,
      });
      for (const id of ["xyz", foreign[0].payment, "%3Cb%3E", ""]) {
        await open(`${CALM_OFFER}?checkout=${id}&utm_source=x`);
        await screenAfter(page, null);
        await page.waitForURL(`**${CALM_OFFER}?utm_source=x`);
        await page.locator(`${BUY}:not([aria-busy])`).first().waitFor();
      }
      expect(await page.locator("[data-outcome=paid]").count()).toBe(0);
      expect(await purchasesOf(page)).toEqual([]);
    },
  );
});

test.concurrent(
  "back by the browser's cache, the offer is unlocked and asks again, at the payment page of a form as well",
  { tags: "long" },
  async () => {
    const browser = await launchWithBackCache();
    for (const [brand, offer, stored] of [
      ["calm", CALM_OFFER, calmStored()],
      ["face-care", "/quiz-mp/oto", await storedOf("face-care")],
    ] as const) {
      const context = await browser.newContext({
        storageState: stateOf(originOf(brand), stored),
      });
      await withoutSheets(context);
      const page = await context.newPage();
      await page.goto(originOf(brand) + offer);
      await screenAfter(page, null);
      await page.evaluate(() =>
        addEventListener("pageshow", ({ persisted }) => {
          document.title = `persisted ${persisted}`;
        }),
      );
      await page.locator(BUY).first().click();
      await page.waitForURL(PAYMENT_PAGE);
      await page.goBack({ waitUntil: "commit" });
      await soon(async () => expect(await page.title()).toBe("persisted true"));
      await page.locator(`${BUY}:not([aria-busy])`).first().click();
      await payOnPage(page, cards.good, page);
      await page.waitForURL(THANKS);
      expect(await productsOf(page)).toHaveLength(1);
      await context.close();
    }
    await browser.close();
  },
);

async function atOffer(arrive: Arrive, options: Arriving = {}) {
  const visitor = await arrive("calm", { stored: calmStored(), ...options });
  await visitor.open(`${CALM_OFFER}?utm_source=x`);
  await screenAfter(visitor.page, null);
  return visitor;
}

function stateOf(origin: string, stored: Readonly<Record<string, unknown>>) {
  const localStorage = Object.entries(stored).map(([name, value]) => ({
    name,
    value: JSON.stringify(value),
  }));
  return { cookies: [], origins: [{ origin, localStorage }] };
}
