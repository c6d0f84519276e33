import { describe, expect } from "vitest";
import { purchasesOf } from "../testing/pay.ts";
import { hydrated, screenAfter, soon } from "../testing/screen.ts";
import { answersOf, calmStored } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { card, walk } from "../testing/walk.ts";
import { CONTACT_KEY } from "../../runtime/core/storage-keys.ts";

const DAY_MS = 86_400_000;
const FRESH = /^(30:00|29:\d\d)$/;

describe("a page that throws", () => {
  test.concurrent("is said so, is tried again, and has lost nothing", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm", {
      clock: true,
      expected: /boom|a page failed/,
    });
    await open("/quiz-adhd/32-goal");
    await hydrated(page);
    await page.evaluate(() => {
      const { ResizeObserver } = window;
      window.ResizeObserver = class extends ResizeObserver {
        override observe() {
          window.ResizeObserver = ResizeObserver;
          throw new Error("boom");
        }
      };
    });
    await card(page, "remembering-what-matters").click();
    await page.clock.fastForward(300);
    await page.getByText("Your answers are kept on this device").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await screenAfter(page, "/quiz-adhd/32-goal")).toMatchObject({
      path: "/quiz-adhd/33-minutes",
    });
    expect(await answersOf(page, "calm/adhd")).toEqual({
      goal: "remembering-what-matters",
    });
  });
});

describe("a clock that", () => {
  test.concurrent.for([
    ["two days behind", -2 * DAY_MS],
    ["two days ahead", 2 * DAY_MS],
  ] as const)(
    "is %s: all is sold and told",
    { tags: "long" },
    async ([, off], { arrive }) => {
      const { page, open } = await arrive("calm", {
        own: {},
        clock: true,
        stored: { ...calmStored(), [CONTACT_KEY]: { name: "Robin" } },
        expected: /sending the contact failed/,
      });
      await page.clock.setSystemTime(Date.now() + off);
      await open("/quiz-adhd/36-email");
      await hydrated(page);
      const { screens } = await walk(page, { takes: () => true });
      expect(screens.at(-1)).toMatchObject({ page: "thank-you" });
      expect(await purchasesOf(page)).toHaveLength(1);
    },
  );

  test.concurrent("is put ahead ends the countdown; put back, it begins anew", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm", {
      own: {},
      clock: true,
      stored: calmStored(),
      expected: /sending the contact failed/,
    });
    await open("/quiz-adhd/oto");
    await hydrated(page);
    const countdown = page.locator("[data-countdown]").first();
    await soon(async () => expect(await countdown.innerText()).toMatch(FRESH));
    const price = page.locator("dd[data-price]").first();
    const before = await price.innerText();
    await page.clock.setSystemTime(Date.now() + 2 * DAY_MS);
    await soon(async () => expect(await price.innerText()).not.toBe(before));
    await page.clock.setSystemTime(Date.now() - 2 * DAY_MS);
    await page.reload();
    await hydrated(page);
    await soon(async () => expect(await countdown.innerText()).toMatch(FRESH));
    expect(await price.innerText()).toBe(before);
  });
});
