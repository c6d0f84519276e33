import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type FakeStripe,
  startFakeStripe,
  STRIPE_KEY,
} from "../../server/payments/stripe/stand-in.fixture.ts";
import { launchBrowser } from "../testing/browser.ts";
import { LEAVE_WAIT_MS } from "../../runtime/core/leave-wait.ts";
import { BUY, purchasesOf, sheetOf } from "../testing/pay.ts";
import { screenAfter } from "../testing/screen.ts";
import { type RunningServer, startServer } from "../testing/server.ts";
import { calmStored } from "../testing/stored.ts";

const OFFER = "/quiz-adhd/oto";
const THANKS = /thank-you/;
const KEY = "pk_test_stand_in";

const browser = await launchBrowser();
let stripe: FakeStripe;
let server: RunningServer;
beforeAll(async () => {
  stripe = await startFakeStripe();
  server = await startServer(undefined, {
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_PUBLISHABLE_KEY: KEY,
    STRIPE_API: stripe.url.href,
  });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await stripe.stop();
});

describe("Stripe's elements in the sheet", () => {
  test("take a payment in place, after a card that is declined", async () => {
    const { page, asked } = await atOffer();
    expect(asked).toEqual([]);
    await page.locator(BUY).first().click();
    const sheet = sheetOf(page);
    await sheet.getByText("fields of Stripe").waitFor();
    await sheet.getByText("wallets of Stripe").waitFor();
    expect(asked).toHaveLength(1);
    const pay = sheet.getByRole("button", { name: "Pay $19.99" });
    await pay.click();
    await sheet
      .getByRole("alert")
      .getByText("Your card was declined")
      .waitFor();
    await pay.click();
    await page.waitForURL(THANKS);
    expect(await purchasesOf(page)).toHaveLength(1);
    expect(stripe.bank.charges).toHaveLength(1);
    await page.context().close();
  });

  test(
    "that never come are shown as that by their page, in a sheet that stays",
    { tags: "long" },
    async () => {
      const { page } = await atOffer({ stripe: "silent" });
      await page.locator(BUY).first().click();
      const sheet = sheetOf(page);
      await sheet
        .getByRole("button", { name: "Pay on Stripe's page" })
        .waitFor();
      await page.locator("[data-sheet=ready]").waitFor();
      // As long as the sheet waits for its page, and the page for the script.
      await page.clock.fastForward(LEAVE_WAIT_MS);
      await sheet.getByText("could not be loaded").waitFor();
      expect(await page.locator("[data-sheet=ready]").count()).toBe(1);
      await page.context().close();
    },
  );

  test(
    "that cannot be loaded say so, and the page that Stripe hosts is the way",
    { tags: "long" },
    async () => {
      const { page } = await atOffer({ stripe: "blocked" });
      await page.locator(BUY).first().click();
      const sheet = sheetOf(page);
      await sheet.getByText("could not be loaded").waitFor();
      expect(await sheet.locator("#pay").isVisible()).toBe(false);
      // Asked for and not answered: not every browser lets a driver answer where a form was led on to.
      const hosted = page.waitForRequest(
        "https://checkout.stripe.example/cs_*",
      );
      await sheet.getByRole("button", { name: "Pay on Stripe's page" }).click();
      expect((await hosted).isNavigationRequest()).toBe(true);
      expect((await hosted).redirectedFrom()?.method()).toBe("POST");
      await page.context().close();
    },
  );
});

/** How a host of Stripe's answers: with a stand-in for its script, not at all, or it refuses. */
type Answering = "well" | "silent" | "blocked";

/** At an offer; with what is asked of Stripe's hosts. */
async function atOffer({
  stripe: answering = "well",
}: { stripe?: Answering } = {}) {
  const origin = `http://calm.localhost:${server.port}`;
  const localStorage = Object.entries(calmStored()).map(([name, value]) => ({
    name,
    value: JSON.stringify(value),
  }));
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  const asked: string[] = [];
  await context.exposeFunction("paysAtBank", (secret: string) => {
    stripe.bank.pay(secret.replace("_secret", ""));
  });
  await context.route("https://js.stripe.com/**", async (route) => {
    asked.push(route.request().url());
    if (answering === "silent") return;
    await (answering === "blocked"
      ? route.abort()
      : route.fulfill({
          contentType: "text/javascript",
          body: `(${standIn.toString()})(${JSON.stringify(KEY)})`,
        }));
  });
  const page: Page = await context.newPage();
  if (answering === "silent") await page.clock.install();
  await page.goto(origin + OFFER);
  await screenAfter(page, null);
  return { page, asked };
}

/** Runs in the browser, in the place of Stripe's script: the first card is declined, the second one pays. */
function standIn(expected: string): void {
  let tries = 0;
  const element = (name: string) => ({
    on: (event: string, hear: () => void) => {
      if (event === "ready") setTimeout(hear);
    },
    mount: (selector: string) => {
      const place = document.querySelector(selector);
      if (place !== null) place.textContent = `${name} of Stripe`;
    },
  });
  Reflect.set(globalThis, "Stripe", (key: string) => ({
    initCheckoutElementsSdk: (options: { clientSecret: string }) => ({
      loadActions: async () => ({
        type: key === expected ? "success" : "error",
        actions: {
          confirm: async () => {
            tries += 1;
            if (tries === 1)
              return {
                type: "error",
                error: { message: "Your card was declined." },
              };
            const pays: (secret: string) => Promise<void> = Reflect.get(
              globalThis,
              "paysAtBank",
            );
            await pays(options.clientSecret);
            return { type: "success" };
          },
        },
      }),
      createExpressCheckoutElement: () => element("wallets"),
      createPaymentElement: () => element("fields"),
    }),
  }));
}
