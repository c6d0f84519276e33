import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { href } from "../generated/address.ts";
import { launchBrowser, launchWithFontSize } from "./testing/browser.ts";
import { type BrandId, brands, funnelsOf } from "./testing/content.ts";
import { brokenWords } from "./testing/broken-words.ts";
import { answeredContext } from "./testing/context.ts";
import { lengthenWords, type Manner, spaceText } from "./testing/manners.ts";
import { type RunningServer, startServer } from "./testing/server.ts";
import { hydrated } from "./testing/screen.ts";

/**
 * Every page of every brand in letters of twice the size, with the spacing of WCAG 1.4.12, and in words as long as
 * German ones: nothing is to be scrolled sideways for, and nothing is cut off. In some, no word is broken that is too
 * short to be hyphenated.
 */
const MANNERS: Readonly<Record<string, Manner & { readonly isWhole?: true }>> =
  {
    "letters of 200 % on 375 px": {
      isWhole: true,
      fontSize: 32,
      viewport: { width: 375, height: 812 },
    },
    "letters of 200 % on 320 px": {
      fontSize: 32,
      viewport: { width: 320, height: 640 },
    },
    "letters of 200 % on 1440 px": {
      fontSize: 32,
      viewport: { width: 1440, height: 900 },
    },
    "letters as they are on 1024 px": {
      isWhole: true,
      fontSize: 16,
      viewport: { width: 1024, height: 768 },
    },
    "spaced text on 320 px": {
      fontSize: 16,
      viewport: { width: 320, height: 640 },
      change: spaceText,
    },
    "long words on 320 px": {
      fontSize: 16,
      viewport: { width: 320, height: 640 },
      change: lengthenWords,
    },
  };

let server: RunningServer;
const open = new Map<number, Browser>();
beforeAll(async () => {
  server = await startServer();
  open.set(16, await launchBrowser());
  open.set(32, await launchWithFontSize(32));
});
afterAll(async () => {
  await Promise.all([...open.values()].map((browser) => browser.close()));
  await server.stop();
});

describe.each(Object.entries(MANNERS))("in %s", (_, manner) => {
  test.each(brands)("all pages of %s", async (brand) => {
    const browser = open.get(manner.fontSize);
    if (browser === undefined) throw new Error("there is no browser");
    const { viewport } = manner;
    const own = { viewport, bypassCSP: true };
    const context = await answeredContext(browser, brand, own);
    const page = await context.newPage();
    const wide: string[] = [];
    for (const path of await pathsOf(brand)) {
      await page.goto(`http://${brand}.localhost:${server.port}${path}`);
      await hydrated(page);
      await page.evaluate(() => document.fonts.ready.then(() => null));
      await manner.change?.(page);
      for (const one of await page.evaluate(tooWide))
        wide.push(`${path}: ${one}`);
      if (manner.isWhole === true)
        for (const word of await page.evaluate(brokenWords))
          wide.push(`${path}: ${word} is broken`);
    }
    await context.close();
    expect(wide).toEqual([]);
  });
});

async function pathsOf(brand: BrandId): Promise<readonly string[]> {
  const funnels = await funnelsOf(brand);
  return funnels.flatMap(({ mounts: [mount = ""], steps }) =>
    steps.map(({ path }) => encodeURI(href(mount, path))),
  );
}

/** Runs in the browser: what stands out of the screen to its right, the innermost of it; none where nothing does. */
function tooWide(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isOut = (element: Element) =>
    element.getBoundingClientRect().right > clientWidth + 1;
  const out = [...document.querySelectorAll("body *")].filter(
    (element) => isOut(element) && ![...element.children].some(isOut),
  );
  const names = out.map(
    (element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${(element.textContent ?? "").slice(0, 40)}"`,
  );
  return [
    `${scrollWidth} px of ${clientWidth}: ${names.slice(0, 3).join(", ")}`,
  ];
}
