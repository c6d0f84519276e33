import { describe, expect } from "vitest";
import {
  atPaymentPage,
  BUY,
  cards,
  ONWARD,
  PAYMENT_PAGE,
  payOnPage,
  purchasesOf,
  sheetOf,
} from "../testing/pay.ts";
import { screenAfter } from "../testing/screen.ts";
import { calmStored } from "../testing/stored.ts";
import { type Arrive, test } from "../testing/visitor.ts";

const OFFER = "/quiz-adhd/oto";
const BEFORE = "/quiz-adhd/37-chart";
const THANKS = /thank-you/;
const SHEET = "[data-sheet]";
const GONE = { state: "detached" } as const;

describe("the sheet in which is paid", () => {
  test.concurrent("stands over the offer, which is there when it is closed, and opens at the same payment again", async ({
    arrive,
  }) => {
    const { page, open } = await atOffer(arrive);
    // By the step before: whoever is back from a sheet has not arrived.
    await open(BEFORE);
    await screenAfter(page, null);
    await page.locator('main [data-action="continue"]').first().click();
    await page.waitForURL(`**${OFFER}`);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (PAYMENT_PAGE.test(request.url())) asked.push(request.url());
    });
    const buy = page.locator(`${BUY}:not([aria-busy])`).first();
    for (const close of [
      () => page.getByRole("button", { name: "Back to the offer" }).click(),
      () => page.keyboard.press("Escape"),
      // In the page in the frame, which hears it in place of the one around it.
      () => sheetOf(page).getByLabel("Expires").press("Escape"),
      () => page.goBack(),
    ]) {
      await buy.press("Enter");
      await atPaymentPage(page);
      expect(await page.evaluate(isRingWhole)).toBe(true);
      await close();
      await page.locator(SHEET).waitFor(GONE);
      expect(new URL(page.url()).pathname).toBe(OFFER);
      // Where they were before: nobody starts at the top again.
      await page.waitForFunction(
        (selector) => document.activeElement?.matches(selector) === true,
        BUY,
      );
    }
    expect(new Set(asked).size).toBe(1);
    expect(asked).toHaveLength(4);
    await buy.click();
    await payOnPage(page);
    await page.waitForURL(THANKS);
    await page.waitForFunction(
      () => document.activeElement?.matches("h1") === true,
    );
    expect(await purchasesOf(page)).toHaveLength(1);
  });

  test.concurrent("pays one plan of an offer, though another tab has opened the sheet of another one, and closes it", async ({
    arrive,
  }) => {
    const { page, context, origin } = await atOffer(arrive);
    const other = await context.newPage();
    await other.goto(origin + OFFER);
    const plans = "main [data-section=plans] input[type=radio]";
    for (const [tab, plan] of [
      [other, 1],
      [page, 0],
    ] as const) {
      await tab.locator(plans).nth(plan).check({ force: true });
      await tab.locator(`${BUY}:not([aria-busy])`).first().click();
      await atPaymentPage(tab);
    }
    await other.keyboard.press("Escape");
    await other.locator("[data-outcome=cancelled]").waitFor();
    await payOnPage(page);
    await page.waitForURL(THANKS);
    expect(await purchasesOf(page)).toHaveLength(1);
    await other.locator(ONWARD).first().waitFor();
    expect(await other.locator(BUY).count()).toBe(0);
  });

  test.concurrent(
    "leaves nothing in the history, however it is closed",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await atOffer(arrive, /status of 422/);
      await open(BEFORE);
      await screenAfter(page, null);
      await page.locator('main [data-action="continue"]').first().click();
      await page.waitForURL(`**${OFFER}`);
      await page.locator(`${BUY}:not([aria-busy])`).first().click();
      await payOnPage(page, "1");
      await sheetOf(page).locator("[aria-invalid=true]").first().waitFor();
      await payOnPage(page, "2");
      await sheetOf(page).getByLabel("Expires").press("Escape");
      await page.locator(SHEET).waitFor(GONE);
      await page.goBack();
      await page.waitForURL(`**${BEFORE}`);
      await page.goForward();
      await page.waitForURL(`**${OFFER}`);
      await page.locator(`${BUY}:not([aria-busy])`).first().click();
      await atPaymentPage(page);
      await page.goBack();
      await page.locator(SHEET).waitFor(GONE);
      expect(new URL(page.url()).pathname).toBe(OFFER);
      await page.locator(`${BUY}:not([aria-busy])`).first().click();
      await atPaymentPage(page);
      await page.reload();
      await page.waitForFunction(() => !("sheet" in history.state));
      // Left for another page with the sheet open, and back.
      await page.locator(`${BUY}:not([aria-busy])`).first().click();
      await atPaymentPage(page);
      await page.goto(`${new URL(page.url()).origin}/terms`);
      await page.goBack();
      await page.waitForURL(`**${OFFER}`);
      await page.waitForFunction(() => !("sheet" in history.state));
      await page.goBack();
      await page.waitForURL(`**${BEFORE}`);
    },
  );

  test.concurrent(
    "goes with whoever goes back further",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await atOffer(arrive);
      await open(BEFORE);
      await screenAfter(page, null);
      await page.locator('main [data-action="continue"]').first().click();
      await page.waitForURL(`**${OFFER}`);
      await page.locator(`${BUY}:not([aria-busy])`).first().click();
      await atPaymentPage(page);
      await page.evaluate(() => history.go(-2));
      await page.waitForURL(`**${BEFORE}`);
      await page.locator(SHEET).waitFor(GONE);
      await page.locator('main [data-action="continue"]').first().waitFor();
    },
  );

  test.concurrent(
    "groups the digits of a card and names its brand",
    { tags: "long" },
    async ({ arrive }) => {
      const { page } = await atOffer(arrive);
      await page.locator(BUY).first().click();
      const sheet = sheetOf(page);
      const number = sheet.getByLabel("Card number");
      for (const [typed, grouped, brand] of [
        ["4242424242424242", "4242 4242 4242 4242", "Visa"],
        ["5555555555554444", "5555 5555 5555 4444", "Mastercard"],
        ["378282246310005", "3782 822463 10005", "American Express"],
      ] as const) {
        await number.fill("");
        await number.pressSequentially(typed);
        expect(await number.inputValue()).toBe(grouped);
        expect(await sheet.locator("#brand").textContent()).toBe(brand);
      }
      await number.fill(cards.good);
      // One in the middle is corrected: the caret stays behind it.
      for (let step = 0; step < 7; step += 1) await number.press("ArrowLeft");
      await number.press("Backspace");
      await number.press("1");
      const caret = await number.evaluate(
        (field) => field instanceof HTMLInputElement && field.selectionStart,
      );
      expect([await number.inputValue(), caret]).toEqual([
        "4242 4242 4142 4242",
        12,
      ]);
      await sheet.getByLabel("Expires").pressSequentially("1234");
      expect(await sheet.getByLabel("Expires").inputValue()).toBe("12/34");
    },
  );

  test.concurrent("that cannot be reached is said so, and can be tried again", async ({
    arrive,
  }) => {
    const { page } = await atOffer(arrive, /net::ERR|Failed to load/);
    await page.route(PAYMENT_PAGE, (route) => route.abort());
    await page.locator(BUY).first().click();
    const outcome = page.locator("[data-outcome=unreachable]");
    await outcome.getByText("Nothing was charged").waitFor();
    expect(await page.locator(SHEET).count()).toBe(0);
    await page.unroute(PAYMENT_PAGE);
    // As a proxy says it.
    await page.route(PAYMENT_PAGE, (route) =>
      route.fulfill({ status: 504, contentType: "text/html", body: "504" }),
    );
    const again = outcome.getByRole("button", { name: "Try again" });
    const told = page.waitForResponse(PAYMENT_PAGE);
    await again.click();
    expect((await told).status()).toBe(504);
    await page.locator(SHEET).waitFor(GONE);
    await outcome.getByText("Nothing was charged").waitFor();
    await page.unroute(PAYMENT_PAGE);
    await again.click();
    await payOnPage(page);
    await page.waitForURL(THANKS);
    expect(await purchasesOf(page)).toHaveLength(1);
  });
});

async function atOffer(arrive: Arrive, expected?: RegExp) {
  const visitor = await arrive("calm", {
    stored: calmStored(),
    ...(expected && { expected }),
  });
  await visitor.open(OFFER);
  await screenAfter(visitor.page, null);
  return visitor;
}

/** Runs in the browser: nothing of the ring around what has the focus is cut off by the sheet. */
function isRingWhole(): boolean {
  const focused = document.activeElement;
  const sheet = document.querySelector("[data-sheet]");
  if (focused === null || sheet === null) return false;
  const { outlineStyle, outlineWidth, outlineOffset } =
    getComputedStyle(focused);
  const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
  const inner = focused.getBoundingClientRect();
  const outer = sheet.getBoundingClientRect();
  return (
    outlineStyle !== "none" &&
    inner.left - ring >= outer.left &&
    inner.top - ring >= outer.top
  );
}
