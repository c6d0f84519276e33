import { randomUUID } from "node:crypto";
import type { Response } from "playwright";
import { describe, expect } from "vitest";
import { SESSION_HEADER } from "../../generated/call.ts";
import { ask } from "../testing/ask.ts";
import { BUY, buy, minorOf, payOnPage, purchasesOf } from "../testing/pay.ts";
import { calmStored, storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";

const THANKS = /thank-you/;

/**
 * The countdown of a visitor's session has ended in another tab, as calls of that tab tell the server; waits until the
 * price of another plan is refused there.
 */
async function endInAnotherTab(terms: Response): Promise<void> {
  const [sent, answered] = await Promise.all([
    terms.request().allHeaders(),
    terms.allHeaders(),
  ]);
  const headers = {
    "content-type": "application/json",
    "x-device-id": String(sent["x-device-id"]),
    [SESSION_HEADER]: String(answered[SESSION_HEADER]),
  };
  const post = async (path: string, body: object) => {
    const text = JSON.stringify(body);
    return (await ask("calm", path, { headers, body: text })).status;
  };
  const ended = { funnel: "adhd", left_ms: 0 };
  expect(await post("/api/visitor/offer-terms", ended)).toBe(200);
  const order = { product: "focus-1-week", price: 699, currency: "USD" };
  const event_id = randomUUID();
  await expect
    .poll(() => post("/api/visitor/initiate-checkout", { ...order, event_id }))
    .toBe(409);
}

describe("a countdown that has ended in another tab", () => {
  test.concurrent(
    "ends here when they pay: the regular price is told, and is what they pay",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", {
        stored: calmStored(),
        expected: /409|price has changed/,
      });
      const terms = page.waitForResponse("**/visitor/offer-terms");
      await open("/quiz-adhd/oto");
      const clock = page.locator("[data-countdown]");
      await clock.getByText(/^(30:00|29:\d\d)$/).waitFor();
      await page.locator("dd[data-price]", { hasText: "$19.99" }).waitFor();
      await endInAnotherTab(await terms);
      await page.locator(BUY).first().click();
      const told = page.locator("[data-outcome=price-changed]");
      await told
        .getByText("Nothing was charged. It costs $29.99 now.")
        .waitFor();
      await page.locator("dd[data-price]", { hasText: "$29.99" }).waitFor();
      expect(await clock.count()).toBe(0);
      expect(await purchasesOf(page)).toEqual([]);
      await page.reload();
      await page.getByText("The quiz price has ended.").waitFor();
      await buy(page);
      await page.waitForURL(THANKS);
      expect(await purchasesOf(page)).toMatchObject([
        { product: "focus-4-weeks.regular", amount: 2999 },
      ]);
    },
  );

  test.concurrent(
    "goes on with the regular price from the message itself",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", {
        stored: calmStored(),
        expected: /409|price has changed/,
      });
      const terms = page.waitForResponse("**/visitor/offer-terms");
      await open("/quiz-adhd/oto");
      await page.locator("[data-countdown]").waitFor();
      await endInAnotherTab(await terms);
      await page.locator(BUY).first().click();
      await page.getByRole("button", { name: "Go on for $29.99" }).click();
      await payOnPage(page);
      await page.waitForURL(THANKS);
      expect(await purchasesOf(page)).toMatchObject([{ amount: 2999 }]);
    },
  );
});

test.concurrent("a promo code of the visitor's own: the price that it makes is shown, charged and told", async ({
  arrive,
}) => {
  const { page, open } = await arrive("calm", {
    stored: await storedOf("calm"),
  });
  await open("/quiz-spirituality/33-promo-code");
  await page.getByText("10% off your first payment").waitFor();
  const shown = await page.getByText(/QUIET-[A-Z0-9]{6}/).textContent();
  const [own = ""] = /QUIET-\w{6}/.exec(shown ?? "") ?? [];
  await page.locator('[data-action="continue"]').click();
  await page.getByText(`Code ${own}`).waitFor();
  const total = page.locator("dd[data-price]");
  // A tenth off 44.99, rounded for the visitor.
  await total.getByText("$40.49").waitFor();
  await page.getByText("$0.49 a day").waitFor();
  await page
    .getByText(/\$40\.49\stoday\. After 12\sweeks it renews at\s\$69\.99/)
    .first()
    .waitFor();
  await buy(page);
  await page.waitForURL(/oto-gift/);
  await page.locator('[data-action="decline"]').click();
  await page.waitForURL(THANKS);
  await page.locator("li", { hasText: "$40.49" }).waitFor();
  expect(await purchasesOf(page)).toMatchObject([
    { product: "within-12-weeks", amount: minorOf("$40.49") },
  ]);
});

test.concurrent("a page whose price is not the list's any more is loaded anew by its visitor, and sells at that of the list", async ({
  arrive,
}) => {
  const { page, open } = await arrive("calm", {
    stored: calmStored(),
    expected: /422|paying failed/,
  });
  await open("/quiz-adhd/oto");
  await page.locator("dd[data-price]", { hasText: "$19.99" }).waitFor();
  const confirming = "**/visitor/initiate-checkout";
  await page.route(confirming, (route) => {
    const body: unknown = route.request().postDataJSON();
    return route.continue({ postData: { ...Object(body), price: 1899 } });
  });
  await page.locator(BUY).first().click();
  const outcome = page.locator("[data-outcome=outdated]");
  await outcome.getByText("Nothing was charged.").waitFor();
  await page.unroute(confirming);
  const loaded = page.waitForEvent("load");
  await outcome.getByRole("button").click();
  await loaded;
  await buy(page);
  await page.waitForURL(THANKS);
  expect(await purchasesOf(page)).toMatchObject([{ amount: 1999 }]);
});
