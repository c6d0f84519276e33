import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { block, gate, NO_STORAGE, SCRIPTS } from "../testing/faults.ts";
import { alive, hydrated, screenAfter } from "../testing/screen.ts";
import { test } from "../testing/visitor.ts";
import { card } from "../testing/walk.ts";
import {
  CHECKOUT_KEY,
  CONTACT_KEY,
  EXPERIMENTS_KEY,
  JOURNEY_VERSION,
} from "../../runtime/core/storage-keys.ts";
import { answersOf, chosen, keyOf } from "../testing/stored.ts";

const CONTINUE = '[data-action="continue"]';

describe("storage that", () => {
  test.concurrent("is blocked, and cookies with it: the quiz works within the page", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm", {
      own: {},
      expected: NO_STORAGE,
    });
    await block(page, "storage and cookies");
    await open("/quiz-adhd/12-pull");
    await alive(page);
    await card(page, "my-phone").click();
    await page.locator(CONTINUE).click();
    await page.getByText("You named: My phone.").waitFor();
    await page.locator(CONTINUE).click();
    await screenAfter(page, "/quiz-adhd/13-tugs");
    await page.getByRole("textbox").fill("Robin");
    await page.locator(CONTINUE).click();
    expect(await screenAfter(page, "/quiz-adhd/14-name")).toMatchObject({
      heading: expect.stringContaining("Robin"),
    });
    await page.goBack();
    await screenAfter(page, "/quiz-adhd/15-words-first");
    expect(await page.getByRole("textbox").inputValue()).toBe("Robin");
  });

  test.concurrent("is full: answers are kept for the tab, and survive a reload", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm", {
      own: {},
      expected: /^writing|handover/,
    });
    await open("/quiz-adhd/14-name");
    await hydrated(page);
    await fillUp(page);
    await page.getByRole("textbox").fill("Robin");
    await page.locator(CONTINUE).click();
    await screenAfter(page, "/quiz-adhd/14-name");
    await page.reload();
    expect(await hydrated(page)).toMatchObject({
      heading: expect.stringContaining("Robin"),
    });
    await page.goBack();
    await screenAfter(page, "/quiz-adhd/15-words-first");
    expect(await page.getByRole("textbox").inputValue()).toBe("Robin");
  });

  test.concurrent(
    "is full: a tap before the scripts are there survives a reload, too",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open, origin } = await arrive("calm", {
        own: {},
        expected: /^writing|handover/,
      });
      await open("/quiz-adhd/start");
      await hydrated(page);
      await fillUp(page);
      const scripts = await gate(page, SCRIPTS);
      await page.goto(`${origin}/quiz-adhd/start`, { waitUntil: "commit" });
      await card(page, "25-34").click();
      await screenAfter(page, "/quiz-adhd/start");
      await page.reload({ waitUntil: "commit" });
      scripts.open();
      await hydrated(page);
      await page.goBack();
      await screenAfter(page, "/quiz-adhd/2-area");
      expect(await chosen(page)).toBe("25-34");
    },
  );

  test.concurrent("holds what another version has stored: a tap before the scripts are there takes its place", async ({
    arrive,
  }) => {
    const { page, origin } = await arrive("calm", {
      stored: {
        [keyOf("calm/adhd")]: { v: 0, answers: { area: "at-work" } },
      },
      expected: /is dropped|does not fit/,
    });
    const scripts = await gate(page, SCRIPTS);
    await page.goto(`${origin}/quiz-adhd/start`, { waitUntil: "commit" });
    await card(page, "25-34").click();
    await screenAfter(page, "/quiz-adhd/start");
    scripts.open();
    await hydrated(page);
    expect(await answersOf(page, "calm/adhd")).toEqual({ age: "25-34" });
    await page.goBack();
    await screenAfter(page, "/quiz-adhd/2-area");
    expect(await chosen(page)).toBe("25-34");
  });

  test.concurrent(
    "holds damaged entries: they are dropped, never shown",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", {
        stored: {
          [keyOf("calm/adhd")]: {
            v: JOURNEY_VERSION,
            answers: { age: "nobody", area: 7, pull: ["x"], __proto__: 1 },
            done: "no",
            deadline: "soon",
            promo: { evil: true },
          },
          [CONTACT_KEY]: ["x"],
          [CHECKOUT_KEY]: "{{",
          [EXPERIMENTS_KEY]: 4,
        },
        expected: /is dropped|is not JSON|does not fit/,
      });
      await open("/quiz-adhd/start");
      expect(await hydrated(page)).toMatchObject({ page: "single" });
      expect(await page.locator("input:checked").count()).toBe(0);
      await page.getByRole("radio").first().press("Space");
      expect(await screenAfter(page, "/quiz-adhd/start")).toMatchObject({
        path: "/quiz-adhd/2-area",
      });
    },
  );
});

/** Leaves no room for another letter. */
async function fillUp(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let size = 1 << 22; size > 0;) {
      try {
        localStorage.setItem(
          `filling-${size}-${localStorage.length}`,
          "x".repeat(size),
        );
      } catch {
        size >>= 1;
      }
    }
  });
}
