import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { site } from "../../generated/server.ts";
import type { BrandId } from "../testing/content.ts";
import { eventually, inTurn, NOISE } from "../testing/faults.ts";
import { paidBefore } from "../testing/paid.ts";
import { BUY, buy, payOnPage, productsOf } from "../testing/pay.ts";
import { hydrated } from "../testing/screen.ts";
import {
  calmStored,
  datingStored,
  sideStored,
  storedOf,
} from "../testing/stored.ts";
import { type Arrive, type Arriving, test } from "../testing/visitor.ts";
import { GEO_KEY } from "../../runtime/core/storage-keys.ts";

const SUBMIT = '[data-action="submit"]';
const THANKS = /thank-you/;
const STATUS = /\/checkout-status/;
const PURCHASES = /\/purchases/;
const CHARGE = /\/make-charge/;
const AT_ONCE = /\/pay-pro-make-immediate-charge/;
const FORM = /\/max-pay\/form/;
const UNKNOWN = "[data-outcome=unknown]";
const UNREACHABLE = "[data-outcome=unreachable]";
const GONE = { state: "detached" } as const;

describe("whatever becomes of the call, it is said, and works once the call does:", () => {
  test.concurrent(
    "asking for a token",
    { tags: "long" },
    async ({ arrive }) => {
      const { page } = await at(arrive, "face-care", "/mp");
      const product = site.brands["face-care"].homepageLink;
      await page.route(`${product}/**`, (route) =>
        route.fulfill({
          contentType: "text/html",
          body: '<link rel="icon" href="data:,">The product',
        }),
      );
      await page.getByRole("textbox").fill("nobody@example.com");
      await inTurn(page, /\/tokens\/create/, async () => {
        await page.locator(SUBMIT).click();
        await eventually(page, page.getByText("We could not ask just now"));
      });
      await page.locator(SUBMIT).click();
      await page.getByText("The product").waitFor();
      expect(new URL(page.url()).searchParams.has("token")).toBe(true);
    },
  );

  test.concurrent("writing a message", async ({ arrive }) => {
    const { page } = await at(arrive, "calm", "/contact");
    await page.getByLabel("Name").fill("Robin");
    await page.getByLabel(/email/i).fill("robin@example.com");
    await page.getByLabel("Message").fill("Where is my plan?");
    await inTurn(page, /\/store-contact-info/, async () => {
      await page.locator(SUBMIT).click();
      await eventually(page, page.getByText("has not arrived"));
    });
    expect(await page.getByLabel("Message").inputValue()).toContain("my plan");
    await page.locator(SUBMIT).click();
    await page.locator(SUBMIT).waitFor(GONE);
  });

  test.concurrent(
    "opening the payment page",
    { tags: "long" },
    async ({ arrive }) => {
      const { page } = await at(arrive, "calm", "/quiz-adhd/oto", {
        stored: calmStored(),
      });
      const unreachable = page.locator(UNREACHABLE);
      await page.route(/\/initiate-checkout/, (route) => route.abort());
      await page.locator(BUY).first().click();
      await eventually(page, unreachable);
      await page.unroute(/\/initiate-checkout/);
      for (const calls of [/\/initiate-checkout/, /\/make-stripe/])
        await inTurn(page, calls, () => again(page, calls, UNREACHABLE));
      await unreachable.getByRole("button").click();
      await payOnPage(page);
      await page.waitForURL(THANKS);
      expect(await productsOf(page)).toHaveLength(1);
    },
  );

  test.concurrent(
    "asking for MaxPay's form",
    { tags: "long" },
    async ({ arrive }) => {
      const stored = await storedOf("face-care");
      const { page } = await at(arrive, "face-care", "/quiz-mp/oto", {
        stored,
      });
      const unreachable = page.locator(UNREACHABLE);
      await page.route(FORM, (route) => route.abort());
      await page.locator(BUY).first().click();
      await eventually(page, unreachable);
      await page.unroute(FORM);
      await inTurn(page, FORM, () => again(page, FORM, UNREACHABLE));
      await unreachable.getByRole("button").click();
      await payOnPage(page);
      await page.waitForURL(THANKS);
      expect(await productsOf(page)).toHaveLength(1);
    },
  );

  test.concurrent(
    "asking what became of a payment",
    { tags: "long" },
    async ({ arrive }) => {
      const { page } = await at(arrive, "calm", "/quiz-adhd/oto", {
        stored: calmStored(),
      });
      const unknown = page.locator(UNKNOWN);
      await page.route(STATUS, (route) => route.abort());
      await buy(page);
      await page.waitForURL(/\/oto/);
      await eventually(page, unknown);
      await page.unroute(STATUS);
      await inTurn(page, STATUS, () => again(page, STATUS));
      await unknown.getByRole("button").click();
      await page.waitForURL(THANKS);
      expect(await productsOf(page)).toHaveLength(1);
    },
  );

  test.concurrent("charging the saved card", async ({ arrive }) => {
    const { page } = await at(arrive, "dating", "/quiz-exback/upsell/journal", {
      stored: { ...datingStored(), ...sideStored() },
      session: await paidBefore("dating", "weeks-4"),
    });
    const unknown = page.locator(UNKNOWN);
    await page.route(CHARGE, (route) => route.abort());
    const asked = page.waitForRequest(CHARGE);
    await page.locator('[data-action="accept"]').click();
    // Until then nothing was charged, and it is not said to be unknown.
    await asked;
    await eventually(page, unknown);
    await page.unroute(CHARGE);
    await findUncharged(page);
    await page.waitForURL(/upsell-ai-companion/);
    expect(await productsOf(page)).toEqual(["weeks-4", "journal"]);
  });

  test.concurrent("charging at once", { tags: "long" }, async ({ arrive }) => {
    const { page } = await at(arrive, "transform", "/quiz/framed", {
      stored: await storedOf("transform"),
      session: await paidBefore("transform", "pack-1"),
    });
    const unknown = page.locator(UNKNOWN);
    await page.route(AT_ONCE, (route) => route.abort());
    const asked = page.waitForRequest(AT_ONCE);
    await page.locator('[data-action="accept"]').click();
    // Until then nothing was charged, and it is not said to be unknown.
    await asked;
    await eventually(page, unknown);
    await page.unroute(AT_ONCE);
    await findUncharged(page);
    await page.waitForURL(/thank-you-up/);
    expect(await productsOf(page)).toHaveLength(2);
  });

  test.concurrent("loading the order", { tags: "long" }, async ({ arrive }) => {
    const { page, open } = await arrive("calm", {
      clock: true,
      stored: calmStored(),
      expected: NOISE,
    });
    await page.route(PURCHASES, (route) => route.abort());
    await open("/quiz-adhd/thank-you");
    const lost = page.getByText("Your order could not be loaded.");
    await eventually(page, lost);
    const retry = page.getByRole("button", { name: "Try again" });
    await page.unroute(PURCHASES);
    await inTurn(page, PURCHASES, async () => {
      await retry.click();
      await eventually(page, lost);
    });
    await retry.click();
    await page.getByText("nothing was charged").waitFor();
  });

  test.concurrent("looking up the place", async ({ arrive }) => {
    const { page, open } = await arrive("face-care", {
      clock: true,
      country: "DE",
      expected: NOISE,
    });
    await inTurn(page, /\/visitor-ip/, async () => {
      await open("/quiz/start");
      await hydrated(page);
      const start = page.locator("[data-preloader]");
      for (let waits = 0; waits < 2; waits += 1)
        await page.clock.fastForward(11_000);
      await start.waitFor(GONE);
    });
    await open("/quiz/start");
    await page.waitForFunction((key) => localStorage.getItem(key), GEO_KEY);
  });
});

/** On a page, with a clock that can be moved. */
async function at(
  arrive: Arrive,
  brand: BrandId,
  path: string,
  options: Pick<Arriving, "stored" | "session"> = {},
) {
  const visitor = await arrive(brand, {
    clock: true,
    expected: NOISE,
    ...options,
  });
  await visitor.open(path);
  await hydrated(visitor.page);
  const { page } = visitor;
  await page.locator("[data-preloader]").waitFor(GONE);
  return visitor;
}

/** The button of what is unknown only asks; what was not charged is paid by the offer's own. */
async function findUncharged(page: Page): Promise<void> {
  await inTurn(page, PURCHASES, () => again(page, PURCHASES));
  const unknown = page.locator(UNKNOWN);
  await unknown.getByRole("button").click();
  await unknown.waitFor(GONE);
  await page.locator('[data-action="accept"]').click();
}

/** Asks once more, and is told the same once more. */
async function again(
  page: Page,
  calls: RegExp,
  outcome = UNKNOWN,
): Promise<void> {
  const told = page.locator(outcome);
  const asked = page.waitForRequest(calls);
  await told.getByRole("button").click();
  await asked;
  // What was said stays until the answer, with a button that is busy.
  await eventually(page, told.locator("button:not([aria-busy])"));
}
