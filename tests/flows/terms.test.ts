import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { CONTACT_KEY } from "../../runtime/core/storage-keys.ts";
import { SESSION_HEADER } from "../../generated/call.ts";
import { ask } from "../testing/ask.ts";
import { BUY, buy, minorOf, payOnPage, purchasesOf } from "../testing/pay.ts";
import { calmStored, someEmail, storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";

const THANKS = /thank-you/;

/** Another device of somebody, on which their countdown has ended; waits until its price is refused there. */
async function endElsewhere(funnel: string, email: string): Promise<void> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "x-device-id": randomUUID(),
  };
  const post = async (path: string, body: object) => {
    const text = JSON.stringify(body);
    const { status, headers: told } = await ask("calm", path, {
      headers,
      body: text,
    });
    headers[SESSION_HEADER] = String(told[SESSION_HEADER]);
    return status;
  };
  const event_id = randomUUID();
  await post("/api/visitor/store-contact-info", { email, event_id });
  expect(await post("/api/visitor/offer-terms", { funnel, left_ms: 0 })).toBe(
    200,
  );
  const order = { product: "focus-4-weeks", price: 1999, currency: "USD" };
  await expect
    .poll(() => post("/api/visitor/initiate-checkout", { ...order, event_id }))
    .toBe(409);
}

describe("a countdown that has ended on another device of the same person", () => {
  test.concurrent(
    "ends here when they pay: the regular price is told, and is what they pay",
    { tags: "long" },
    async ({ arrive }) => {
      const email = someEmail();
      const { page, open } = await arrive("calm", {
        stored: { ...calmStored(), [CONTACT_KEY]: { name: "Robin", email } },
        expected: /409|price has changed/,
      });
      await open("/quiz-adhd/oto");
      const clock = page.locator("[data-countdown]");
      await clock.getByText(/^(30:00|29:\d\d)$/).waitFor();
      await page.locator("dd[data-price]", { hasText: "$19.99" }).waitFor();
      await endElsewhere("adhd", email);
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
      const email = someEmail();
      const { page, open } = await arrive("calm", {
        stored: { ...calmStored(), [CONTACT_KEY]: { name: "Robin", email } },
        expected: /409|price has changed/,
      });
      await open("/quiz-adhd/oto");
      await page.locator("[data-countdown]").waitFor();
      await endElsewhere("adhd", email);
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
