import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { href } from "../../generated/address.ts";
import { brands, funnelsOf } from "../testing/content.ts";
import { buy, minorOf, purchasesOf } from "../testing/pay.ts";
import { calmStored, datingStored, storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { walk } from "../testing/walk.ts";
import { someOf } from "../testing/long.ts";

const THANKS = /thank-you/;

// Every other way is walked in memory: tests/walk.test.ts and tests/ways.test.ts. What is taken on a whole one is paid in
// walks.test.ts.
describe("the way through the offers", () => {
  test.concurrent("whoever has declined the first pays what they take on a payment page, and the next by one tap", async ({
    arrive,
  }) => {
    const offers = ["oto", "downsell-oto", "oto-gift"];
    const { page, open } = await arrive("dating", { stored: datingStored() });
    await open("/quiz-exback/oto");
    const { screens, taken } = await walk(page, {
      takes: (path) => path !== "oto",
    });
    expect(screens.map(({ path }) => path)).toEqual(
      [...offers, "thank-you-page"].map((path) => `/quiz-exback/${path}`),
    );
    expect(await purchasesOf(page)).toMatchObject(
      taken.map(({ product, price }) => ({ product, amount: minorOf(price) })),
    );
    expect(taken.map(({ product }) => product)).toEqual([
      "first-week",
      "gift-weeks-4",
    ]);
  });
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

/** A sum on a page: how large it is written, and where. */
interface Figure {
  readonly text: string;
  readonly size: number;
  readonly top: number;
  readonly isCharged: boolean;
}

/** The sums of each plan on screen, once its options stand in this form. */
function figuresOf(page: Page, form: "a" | "b"): Promise<Figure[][]> {
  return page.evaluate((wanted) => {
    const options = document.querySelectorAll<HTMLElement>(
      "fieldset[data-form]",
    );
    for (const fieldset of options) fieldset.dataset["form"] = wanted;
    const plans = document.querySelectorAll("fieldset[data-form] label");
    return [...plans].map((plan) =>
      [...plan.querySelectorAll<HTMLElement>("*")]
        .filter(({ children }) =>
          [...children].every(({ className }) => className === "sr-only"),
        )
        .filter(({ innerText }) => /[$€£¥]\s?\d/.test(innerText))
        .map((element) => ({
          text: element.innerText,
          size: Number.parseFloat(getComputedStyle(element).fontSize),
          top: element.getBoundingClientRect().top,
          isCharged: element.matches("[data-price]"),
        })),
    );
  }, form);
}

describe("of the sums of a plan", () => {
  someOf(test.concurrent, brands)(
    "the one that is charged is the largest, and what that is a day stands below: %s",
    async (brand, { arrive }) => {
      const { page, open } = await arrive(brand, {
        stored: await storedOf(brand),
      });
      const funnels = await funnelsOf(brand);
      const paths = funnels.flatMap(({ mounts: [mount = ""], steps }) =>
        steps
          .filter((step) => step.page === "offer")
          .map(({ path }) => href(mount, path)),
      );
      expect(paths.length).toBeGreaterThan(0);
      for (const path of paths) {
        await open(path);
        await page
          .locator("fieldset[data-form] [data-price]")
          .first()
          .waitFor();
        for (const form of ["a", "b"] as const)
          for (const figures of await figuresOf(page, form)) {
            const where = `${path} in form ${form}: ${JSON.stringify(figures)}`;
            const [charged, ...more] = figures.filter((one) => one.isCharged);
            expect([charged === undefined, more.length], where).toEqual([
              false,
              0,
            ]);
            if (charged === undefined) continue;
            for (const other of figures.filter((one) => one !== charged)) {
              expect(other.size, where).toBeLessThan(charged.size);
              if (other.text.includes("a\u00a0day"))
                expect(other.top, where).toBeGreaterThan(charged.top);
            }
          }
      }
    },
  );
});

describe("the price that is shown is the price that is charged", () => {
  const places = [
    { country: "CA", plan: 0, currency: "CAD", price: "CA$9.49" },
    { country: "DE", plan: 1, currency: "EUR", price: "€18.49" },
  ] as const;

  someOf(test.concurrent, places)(
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
    await other.getByRole("button", { name: "I need more time" }).focus();
    await other.clock.fastForward("20:01");
    for (const tab of [page, other]) {
      await tab.getByText("The quiz price has ended.").waitFor();
      await tab.locator("dd[data-price]", { hasText: "$29.99" }).waitFor();
      expect(await tab.locator("[data-countdown]").count()).toBe(0);
    }
    // Whoever was on the button stays where it was.
    await other.getByRole("status").and(other.locator(":focus")).waitFor();
    await buy(page);
    await page.waitForURL(THANKS);
    await page.locator("li", { hasText: "$29.99" }).waitFor();
    expect(await purchasesOf(page)).toMatchObject([
      { product: "focus-4-weeks.regular", amount: 2999 },
    ]);
  });

  test.concurrent(
    "with more time for whoever asks for it: the lower one, in every tab",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, context, open, origin } = await arrive("calm", {
        stored: calmStored(),
        clock: true,
        expected: /(failed|geo info) (Fetch|Abort)Error/,
      });
      await open("/quiz-adhd/oto");
      const clock = page.getByRole("timer", {
        name: "Your quiz price is held",
      });
      await clock.getByText(/^(30:00|29:5\d)$/).waitFor();
      const other = await context.newPage();
      await other.goto(`${origin}/quiz-adhd/oto`);
      await page.clock.fastForward("28:30");
      const status = page.getByRole("status");
      await status.getByText("Less than two minutes are left").waitFor();
      await page
        .getByRole("button", { name: "I need more time" })
        .press("Enter");
      await status.getByText("Time was added to the clock.").waitFor();
      await clock.getByText(/^31:\d\d$/).waitFor();
      await page.clock.fastForward("05:00");
      await page.reload();
      for (const tab of [page, other]) {
        await tab.locator("dd[data-price]", { hasText: "$19.99" }).waitFor();
        await tab.getByRole("timer").waitFor();
      }
      await clock.getByText(/^2[56]:\d\d$/).waitFor();
      await buy(page);
      await page.waitForURL(THANKS);
      expect(await purchasesOf(page)).toMatchObject([
        { product: "focus-4-weeks", amount: 1999 },
      ]);
    },
  );
});
