import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { href } from "../generated/address.ts";
import { launchBrowser } from "./testing/browser.ts";
import { type BrandId, brands, funnelsOf } from "./testing/content.ts";
import { answeredContext } from "./testing/context.ts";
import { BUY } from "./testing/pay.ts";
import { hydrated } from "./testing/screen.ts";
import { type RunningServer, startServer } from "./testing/server.ts";

/**
 * With the question about consent open, in five windows: nothing that is read or tapped lies below something that stays
 * where it is, unless it can be scrolled free; and what matters most is there before anything is scrolled.
 */
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 375, height: 667 },
  { width: 812, height: 375 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const;

/** Pages with a button to buy. */
const ACCEPT = '[data-action="accept"]';
const SELLS = new Set(["offer", "upsell", "downsell", "gift"]);

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe.each(WINDOWS)("in $width x $height", (viewport) => {
  test.each(brands)("nothing of %s stays covered", async (brand) => {
    const context = await answeredContext(browser, brand, {
      viewport,
      isAsked: true,
    });
    const page = await context.newPage();
    const found: string[] = [];
    let asked = 0;
    for (const { path, kind, isFirst } of await pagesOf(brand)) {
      await page.goto(`http://${brand}.localhost:${server.port}${path}`);
      await hydrated(page);
      // What stands over a page until the visitor is known covers nothing for good.
      await page.locator("[data-preloader]").waitFor({ state: "detached" });
      asked += await page.locator("[data-consent]").count();
      const note = (one: string) => found.push(`${path}: ${one}`);
      // An answer is seen at once, and on wide screens the button as well.
      if (isFirst && !(await page.evaluate(isAnswerSeen)))
        note("no answer is seen");
      if (SELLS.has(kind) && viewport.width >= 1024)
        if (!(await isSeen(page, `${BUY}, ${ACCEPT}`)))
          note("no button is seen");
      for (const one of await page.evaluate(coveredForGood)) note(one);
    }
    await context.close();
    expect(asked).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
});

interface Seen {
  readonly path: string;
  readonly kind: string;
  readonly isFirst: boolean;
}

/** Each kind of page of a brand, every start and whatever sells. */
async function pagesOf(brand: BrandId): Promise<Iterable<Seen>> {
  const pages = new Map<string, Seen>();
  for (const { mounts, steps } of await funnelsOf(brand))
    for (const [i, { page: kind, path: own }] of steps.entries()) {
      const path = encodeURI(href(mounts[0] ?? "", own));
      const key = i === 0 || SELLS.has(kind) ? path : kind;
      if (!pages.has(key))
        pages.set(key, { path, kind, isFirst: kind === "single" && i === 0 });
    }
  return pages.values();
}

/** Above the question, where that is open. */
async function isSeen(page: Page, selector: string): Promise<boolean> {
  const height = await page.evaluate(() => {
    const { style } = document.documentElement;
    return (
      innerHeight - Number.parseFloat(style.getPropertyValue("--notice") || "0")
    );
  });
  for (const one of await page.locator(selector).all()) {
    const box = await one.boundingBox();
    if (box !== null && box.height > 0 && box.y + box.height <= height)
      return true;
  }
  return false;
}

/** Runs in the browser. */
function isAnswerSeen(): boolean {
  const answers = document.querySelectorAll("main label, main button");
  return [...answers].some((answer) => {
    const { left, top, width, height } = answer.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return at !== null && answer.contains(at);
  });
}

/** Runs in the browser: texts and controls that something lies over wherever they are scrolled to. */
function coveredForGood(): string[] {
  const ownText = (element: Element) =>
    [...element.childNodes].some(
      ({ nodeType, textContent }) =>
        nodeType === Node.TEXT_NODE && textContent?.trim() !== "",
    );
  const isLaidOut = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 2 &&
      height > 2 &&
      getComputedStyle(element).clipPath === "none" &&
      // Not the answers of closed questions.
      element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
      }) &&
      // What is read by screen readers alone.
      element.closest(".sr-only") === null
    );
  };
  /** What stays at its place over the page. */
  const staysOver = (element: Element | null): boolean =>
    element !== null &&
    (["fixed", "sticky"].includes(getComputedStyle(element).position) ||
      staysOver(element.parentElement));
  const coverOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [line = element.getBoundingClientRect()] = range.getClientRects();
    const x = line.left + line.width / 2;
    const y = line.top + line.height / 2;
    if (x < 0 || x > innerWidth || y < 0 || y > innerHeight)
      return document.documentElement;
    const at = document.elementFromPoint(x, y);
    if (at === null || at.contains(element) || element.contains(at))
      return null;
    return staysOver(at) ? at : null;
  };
  const found: string[] = [];
  const controls = "button, a[href], input, select, textarea";
  for (const element of document.querySelectorAll("body *")) {
    if (!ownText(element) && !element.matches(controls)) continue;
    if (element.matches("input[type=file], script, style")) continue;
    if (!isLaidOut(element) || staysOver(element)) continue;
    const cover = (["center", "start", "end"] as const)
      .map((block) => {
        element.scrollIntoView({ block, behavior: "instant" });
        return coverOf(element);
      })
      .reduce((all, one) => (all === null || one === null ? null : one));
    if (cover === null) continue;
    const words = (element.textContent ?? "").trim().slice(0, 40);
    found.push(
      `${element.tagName.toLowerCase()} "${words}" below ${cover.tagName.toLowerCase()} "${(cover.textContent ?? "").trim().slice(0, 30)}"`,
    );
  }
  return found;
}
