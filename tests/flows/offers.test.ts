import { describe, expect } from "vitest";
import { buy, minorOf, purchasesOf } from "../testing/pay.ts";
import {
  calmStored,
  datingStored,
  spiritualStored,
} from "../testing/stored.ts";
import type { BrandId } from "../testing/content.ts";
import { type Arriving, test } from "../testing/visitor.ts";
import { walk } from "../testing/walk.ts";

const THANKS = /thank-you/;

interface Way {
  readonly brand: BrandId;
  readonly mount: string;
  readonly stored: Arriving["stored"];
  /** The offers on the way, in their order; those with a plus are taken. */
  readonly offers: string;
  readonly bought: string;
  readonly end: string;
}

const dating = (gender: string) =>
  ({
    brand: "dating",
    mount: "/quiz-exback",
    stored: datingStored({ gender }),
    end: "thank-you-page",
  }) as const;

const ways: readonly Way[] = [
  {
    ...dating("male"),
    offers:
      "oto+ offer2_v2_m upsell/journal+ upsell-ai-companion+ offer4+ oto-gift downsell-gift+",
    bought: "weeks-4 journal companion next-chapter gift-journal",
  },
  {
    ...dating("male"),
    offers:
      "oto+ offer2_v2_m+ offer3_v2_m+ upsell/coach downsell+ oto-gift downsell-gift",
    bought: "weeks-4 say-it second-reader one-session",
  },
  {
    ...dating("female"),
    offers: "oto+ offer2_v2_f+ offer3_v2_f upsell-ai-companion",
    bought: "weeks-4 say-it",
  },
  {
    ...dating("unsaid"),
    offers: "oto+ offer2+ offer3 upsell-ai-companion+ offer4",
    bought: "weeks-4 say-it companion",
  },
  {
    ...dating("unsaid"),
    offers: "oto downsell-oto+ oto-gift+",
    bought: "first-week gift-weeks-4",
  },
  {
    ...dating("unsaid"),
    offers: "oto+ offer2 upsell/journal",
    bought: "weeks-4",
  },
  {
    brand: "spiritual",
    mount: "/quiz",
    stored: spiritualStored(),
    offers: "oto+ oto-gift",
    bought: "companion-12-weeks",
    end: "thank-you",
  },
];

describe("the way through the offers", () => {
  test.concurrent.for(ways)(
    "$brand: $offers",
    async ({ brand, mount, stored, ...way }, { arrive }) => {
      const offers = way.offers.split(" ");
      const { page, open } = await arrive(brand, { ...(stored && { stored }) });
      await open(`${mount}/oto`);
      const { screens, taken } = await walk(page, {
        takes: (path) => offers.includes(`${path}+`),
      });
      expect(screens.map(({ path }) => path.slice(mount.length + 1))).toEqual([
        ...offers.map((offer) => offer.replace("+", "")),
        way.end,
      ]);
      expect(await purchasesOf(page)).toMatchObject(
        taken.map(({ product, price }) => ({
          product,
          amount: minorOf(price),
        })),
      );
      expect(taken.map(({ product }) => product)).toEqual(
        way.bought.split(" "),
      );
    },
  );
});

describe("the price that is shown is the price that is charged", () => {
  const places = [
    { country: "JP", plan: 1, currency: "USD", price: "$19.99" },
    { country: "CA", plan: 0, currency: "CAD", price: "CA$9.49" },
    { country: "GB", plan: 2, currency: "GBP", price: "£35.99" },
    { country: "DE", plan: 1, currency: "EUR", price: "€18.49" },
  ] as const;

  test.concurrent.for(places)(
    "in $country, plan $plan: $price",
    async ({ country, plan, currency, price }, { arrive }) => {
      const { page, open } = await arrive("calm", {
        stored: calmStored(),
        country,
      });
      await open("/quiz-adhd/oto");
      await page.locator("fieldset label:has(input)").nth(plan).click();
      await page.locator("dd[data-price]", { hasText: price }).waitFor();
      await buy(page);
      await page.waitForURL(THANKS);
      await page.locator("li", { hasText: price }).waitFor();
      expect(await purchasesOf(page)).toMatchObject([
        { amount: minorOf(price), currency },
      ]);
    },
  );

  test.concurrent(
    "after the countdown: the regular one, in every tab",
    async ({ arrive }) => {
      const { page, context, open, origin } = await arrive("calm", {
        stored: calmStored(),
        clock: true,
        // Calls that were under way when the clock jumped have taken too long.
        expected: /(failed|geo info) (Fetch|Abort)Error/,
      });
      await open("/quiz-adhd/oto");
      const clock = page.locator("[data-countdown]");
      await clock.getByText(/^(30:00|29:5\d)$/).waitFor();
      await page.clock.fastForward("10:00");
      await clock.getByText(/^(20:00|19:\d\d)$/).waitFor();
      await page.reload();
      await clock.getByText(/^(20:00|19:\d\d)$/).waitFor();
      const other = await context.newPage();
      await other.goto(`${origin}/quiz-adhd/oto`);
      await other.clock.fastForward("20:01");
      for (const tab of [page, other]) {
        await tab.getByText("The quiz price has ended.").waitFor();
        await tab.locator("dd[data-price]", { hasText: "$29.99" }).waitFor();
        expect(await tab.locator("[data-countdown]").count()).toBe(0);
      }
      await buy(page);
      await page.waitForURL(THANKS);
      await page.locator("li", { hasText: "$29.99" }).waitFor();
      expect(await purchasesOf(page)).toMatchObject([
        { product: "focus-4-weeks.regular", amount: 2999 },
      ]);
    },
  );
});
