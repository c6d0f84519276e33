import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { BARE, complaintsAbout } from "../testing/axe.ts";
import { cards, payOnPage } from "../testing/pay.ts";
import { alive, screenAfter } from "../testing/screen.ts";
import {
  calmStored,
  datingStored,
  spiritualStored,
} from "../testing/stored.ts";
import { test, type Visitor } from "../testing/visitor.ts";
import { card } from "../testing/walk.ts";

const WIDTHS = [375, 1440] as const;

/** One address of every kind of page. */
const kinds = [
  {
    brand: "calm",
    stored: calmStored({ sleep: 5.5, pull: ["my-phone"], feelings: 4 }),
    paths:
      "/quiz-adhd/start /quiz-adhd/4-mind /quiz-adhd/11-time-sense /quiz-adhd/12-pull /quiz-adhd/13-tugs /quiz-adhd/14-name /quiz-adhd/25-sleep /quiz-adhd/34-summary /quiz-adhd/35-analyzing /quiz-adhd/36-email /quiz-adhd/37-chart /quiz-adhd/oto /quiz-adhd/thank-you /terms /contact / /mp /nowhere",
  },
  {
    brand: "dating",
    stored: datingStored(),
    paths:
      "/quiz-exback/2-gender /quiz-exback/12-missed /quiz-exback/14-reply /quiz-exback/15-nights /quiz-exback/24-ex-name /quiz-exback/9-stay-safe /quiz-exback/26-email /quiz-exback/27-plan /quiz-exback/28-promo-code /quiz-exback/oto?abtest=a /quiz-exback/oto?abtest=b /quiz-exback/offer3 /quiz-exback/downsell /quiz-exback/oto-gift /quiz-exback/thank-you-page /policy /",
  },
  {
    brand: "spiritual",
    stored: spiritualStored({ weight: ["loss"], longing: ["honest-prayer"] }),
    paths:
      "/quiz/start /quiz/4-name /quiz/6-longing /quiz/8-plain-words /quiz/13-grief /quiz/17-quiet-hours /quiz/22-growth-profile /quiz/24-registration /quiz/25-chart /quiz/oto?abtest=a /quiz/oto?abtest=b /quiz/oto-gift /quiz/thank-you /terms /contact",
  },
] as const;

describe("axe finds nothing to complain about", () => {
  test.concurrent.for(kinds)(
    "$brand: every kind of page",
    async ({ brand, stored, paths }, { arrive }) => {
      const { page, open } = await arrive(brand, {
        stored,
        own: BARE,
        expected: /status of 404/,
      });
      const found: string[] = [];
      for (const path of paths.split(" ")) {
        await open(path);
        await alive(page);
        await page.locator("main:not([data-guarding])").waitFor();
        found.push(...(await complaintsAtBothWidths(page, path)));
      }
      expect(found).toEqual([]);
    },
  );

  test.concurrent("states that come and go", async ({ arrive }) => {
    const visitor = await arrive("dating", {
      stored: datingStored(),
      own: BARE,
      expected: /status of 422/,
    });
    const { page } = visitor;
    const found: string[] = [];
    for (const [state, enter] of Object.entries(states)) {
      await enter(visitor);
      found.push(...(await complaintsAtBothWidths(page, state)));
    }
    expect(found).toEqual([]);
  });
});

test.concurrent(
  "nothing moves where the visitor asked for it",
  async ({ arrive }) => {
    const { page, open } = await arrive("calm", { stored: calmStored() });
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const path of ["start", "35-analyzing", "37-chart", "oto"]) {
      await open(`/quiz-adhd/${path}`);
      await alive(page);
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ effect }) => {
            const { duration = 0, iterations = 1 } =
              effect?.getComputedTiming() ?? {};
            return Number(duration) > 50 || iterations > 1;
          })
          .map(({ effect }) =>
            effect instanceof KeyframeEffect
              ? effect.target?.className.toString()
              : "",
          ),
      );
      expect(moving, path).toEqual([]);
    }
  },
);

const states: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>> =
  {
    "a wrong address": async ({ page, open }) => {
      await open("/quiz-exback/26-email");
      await alive(page);
      await page.getByRole("textbox").first().fill("robin@");
      await page.locator('[data-action="submit"]').click();
      await page.locator("[aria-invalid=true]").waitFor();
    },
    "more ticks than allowed": async ({ page, open }) => {
      await open("/quiz-exback/12-missed");
      await alive(page);
      for (const value of ["them", "closeness", "routines", "home"])
        await card(page, value).click();
      await page.getByText("That is 3 already.").waitFor();
    },
    "the payment page": async ({ page, open }) => {
      await open("/quiz-exback/oto");
      await screenAfter(page, null);
      await page.locator('[data-action="buy"]').first().click();
      await page.getByLabel("Card number").waitFor();
    },
    "a payment page that was filled in badly": async ({ page }) => {
      await payOnPage(page, "1");
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
    "a declined payment": async ({ page }) => {
      await payOnPage(page, cards.declined);
      await page.locator("[data-outcome=declined]").waitFor();
    },
    "a receipt": async ({ page }) => {
      await page.locator("[data-outcome] button").click();
      await payOnPage(page);
      await page.waitForURL(/offer2/);
      await screenAfter(page, null);
      await page.locator('[data-action="decline"]').first().click();
      await page.waitForURL(/upsell/);
      await page.locator('[data-action="decline"]').click();
      await page.waitForURL(/thank-you/);
      await page.locator("main li strong").first().waitFor();
    },
  };

/** What axe says at both widths, one line each. */
async function complaintsAtBothWidths(
  page: Page,
  at: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 375 ? 812 : 900 });
    const lines = await complaintsAbout(page);
    found.push(...lines.map((line) => `${at} at ${width}: ${line}`));
  }
  return found;
}
