import { describe, expect } from "vitest";
import { buy, minorOf, purchasesOf } from "../testing/pay.ts";
import { calmStored, datingStored, storedOf } from "../testing/stored.ts";
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

// Every other way is walked in memory: tests/ways.test.ts.
const ways: readonly Way[] = [
  {
    brand: "dating",
    mount: "/quiz-exback",
    stored: datingStored({ gender: "male" }),
    offers:
      "oto+ offer2_v2_m upsell/journal+ upsell-ai-companion+ offer4+ oto-gift downsell-gift+",
    bought: "weeks-4 journal companion next-chapter gift-journal",
    end: "thank-you-page",
  },
  {
    brand: "dating",
    mount: "/quiz-exback",
    stored: datingStored(),
    offers: "oto downsell-oto+ oto-gift+",
    bought: "first-week gift-weeks-4",
    end: "thank-you-page",
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

describe("a page behind an offer", () => {
  test.concurrent("says that it is paid once it is, and not because its address was opened", async ({
    arrive,
  }) => {
    const behind = "/quiz/offer2-and-thank-you-page-of-oto";
    const { page, open } = await arrive("skill-building", {
      stored: await storedOf("skill-building"),
    });
    await open(behind);
    await page.getByText("You have bought nothing so far").waitFor();
    expect(await page.getByText("is paid").count()).toBe(0);
    await open("/quiz/oto");
    await buy(page);
    await page.waitForURL(new RegExp(behind));
    await page.getByText("The course is paid").waitFor();
    expect(await page.getByText("bought nothing").count()).toBe(0);
  });
});

describe("the price that is shown is the price that is charged", () => {
  const places = [
    { country: "CA", plan: 0, currency: "CAD", price: "CA$9.49" },
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

  test.concurrent("after the countdown: the regular one, in every tab", async ({
    arrive,
  }) => {
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
  });
});
