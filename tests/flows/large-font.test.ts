import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Browser } from "playwright";
import { href } from "../../generated/address.ts";
import { brokenWords } from "../testing/broken-words.ts";
import { launchBrowser, launchWithFontSize } from "../testing/browser.ts";
import { type BrandId, brands, funnelsOf } from "../testing/content.ts";
import { answeredContext } from "../testing/context.ts";
import { spaceText } from "../testing/manners.ts";
import { hydrated } from "../testing/screen.ts";
import { someOf } from "../testing/long.ts";

const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 640 };

/** Pages with a field and the button that sends it. */
const FORMS = ["text", "number", "date", "slider", "registration"];

let browser: Browser;
let usual: Browser;
beforeAll(async () => {
  [browser, usual] = await Promise.all([
    launchWithFontSize(32),
    launchBrowser(),
  ]);
});
afterAll(() => Promise.all([browser.close(), usual.close()]));

describe("in letters of twice the size, the button lies on no field, and the narrowest phone has room", () => {
  someOf(test, brands)("in %s", async (brand) => {
    const context = await answeredContext(browser, brand, { viewport: PHONE });
    const page = await context.newPage();
    const origin = `http://${brand}.localhost:${inject("port")}`;
    for (const path of await formsOf(brand)) {
      await page.goto(origin + path, { waitUntil: "domcontentloaded" });
      await hydrated(page);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      expect(await page.evaluate(overlap), path).toBeLessThanOrEqual(0);
      await page.setViewportSize(NARROWEST);
      expect(await page.evaluate(widthOf), path).toBe(NARROWEST.width);
      await page.setViewportSize(PHONE);
    }
    await context.close();
  });
});

/** Pages with words beside something else: a price, a mark, the edge of an arch. */
const NARROW: readonly (readonly [BrandId, string])[] = [
  ["dating", "/quiz-exback/oto"],
  ["spiritual", "/quiz/start"],
  ["body", "/quiz-boost/13-aches"],
  ["transform", "/quiz/8-surface"],
  ["body", "/quiz-postpartum-recovery/oto"],
  ["transform", "/quiz/upload"],
];

someOf(test, NARROW)(
  "on the narrowest phone, the words of %s%s are in one piece",
  async ([brand, path]) => {
    const context = await answeredContext(usual, brand, {
      viewport: NARROWEST,
      bypassCSP: true,
    });
    const page = await context.newPage();
    await page.goto(`http://${brand}.localhost:${inject("port")}${path}`);
    await hydrated(page);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect(await page.evaluate(brokenWords)).toEqual([]);
    await spaceText(page);
    const plans = page.locator("[data-section=plans]");
    for (const word of await page.evaluate(brokenWords))
      expect(await plans.getByText(word).count(), word).toBe(0);
    await context.close();
  },
);

/** Headlines with words that are tied, or in a column that grows no more. */
const HEADLINES: readonly (readonly [BrandId, string, number])[] = [
  ["transform", "/quiz/landing", 1920],
  ["transform", "/onepage", 1280],
  ["skill-building", "/quiz/2-situation", 375],
];

someOf(test, HEADLINES)(
  "the headline of %s%s is made of whole words at %i px",
  async ([brand, path, width]) => {
    const viewport = { width, height: 800 };
    const context = await answeredContext(usual, brand, { viewport });
    const page = await context.newPage();
    await page.goto(`http://${brand}.localhost:${inject("port")}${path}`);
    await hydrated(page);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const headline = page.getByRole("heading", { level: 1 });
    expect(await headline.evaluate(partedWords)).toEqual([]);
    await context.close();
  },
);

/** Offers with their plans side by side, and a country with short signs for its money and one with long ones. */
const BESIDE: readonly (readonly [BrandId, string, string, string])[] = [
  ["woo", "/quiz/offer1", "CA", "CA$"],
  ["woo", "/quiz/offer1", "US", "$"],
  ["body", "/quiz-postpartum-recovery/oto", "CA", "CA$"],
  ["body", "/quiz-postpartum-recovery/oto", "US", "$"],
];

someOf(test, BESIDE)(
  "plans side by side on %s%s are sums and words in one piece, in %s",
  async ([brand, path, country, currency]) => {
    const context = await answeredContext(usual, brand, {
      viewport: NARROWEST,
      extraHTTPHeaders: { "x-test-country": country },
    });
    const page = await context.newPage();
    await page.goto(`http://${brand}.localhost:${inject("port")}${path}`);
    await hydrated(page);
    const plans = page.locator("fieldset[data-form]");
    const sums = plans.locator("[data-price]");
    await sums.filter({ hasText: currency }).first().waitFor();
    for (const width of [320, 360, 375, 412, 768, 1024]) {
      await page.setViewportSize({ width, height: 740 });
      const parted = await plans.evaluate(partedWords);
      expect(parted, `${width} px`).toEqual([]);
    }
    await context.close();
  },
);

/** One page of each kind that a brand has. */
async function formsOf(brand: BrandId): Promise<readonly string[]> {
  const steps = (await funnelsOf(brand)).flatMap(
    ({ mounts: [mount = ""], steps: all }) =>
      all.map(({ page, path }) => ({ kind: page, path: href(mount, path) })),
  );
  return FORMS.flatMap(
    (kind) => steps.find((step) => step.kind === kind)?.path ?? [],
  );
}

/** Runs in the browser: by how many px the button stands above the end of the last field. */
function overlap(): number {
  const fields = document.querySelectorAll(
    "main form input:not([type=hidden], [type=radio], [type=checkbox])",
  );
  const button = document.querySelector("main form [type=submit]");
  const ends = [...fields].map((field) => field.getBoundingClientRect().bottom);
  return Math.max(...ends) - (button?.getBoundingClientRect().top ?? 0);
}

/** Runs in the browser: how wide the page is, with what stands out of the screen. */
function widthOf(): number {
  return document.documentElement.scrollWidth;
}

/** Runs in the browser: words and sums of an element that stand in two lines. */
function partedWords(root: Element): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const parted: string[] = [];
  while (walker.nextNode() !== null) {
    const text = walker.currentNode;
    if (text.parentElement?.closest(".sr-only") !== null) continue;
    for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 8) parted.push(word);
    }
  }
  return parted;
}
