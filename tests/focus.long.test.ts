import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { href } from "../generated/address.ts";
import { launchBrowser } from "./testing/browser.ts";
import { type BrandId, brands, funnelsOf } from "./testing/content.ts";
import { answeredContext } from "./testing/context.ts";
import { hydrated } from "./testing/screen.ts";
import { type RunningServer, startServer } from "./testing/server.ts";

/** Pages with much to scroll, or with something that stays at the foot of the screen. */
const LONG_PAGES = new Set(["multi", "offer", "report", "registration"]);

const WINDOWS = [
  { width: 375, height: 667 },
  { width: 812, height: 375 },
  { width: 1024, height: 768 },
] as const;

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

// WCAG 2.4.11: whoever goes by Tab sees where they are.
describe.each(WINDOWS)(
  "in $width x $height, nothing covers what has the focus",
  (viewport) => {
    test.each(brands)("on long pages of %s", async (brand) => {
      const context = await answeredContext(browser, brand, { viewport });
      const page = await context.newPage();
      const covered: string[] = [];
      for (const path of await pathsOf(brand)) {
        await page.goto(`http://${brand}.localhost:${server.port}${path}`);
        await hydrated(page);
        for (const one of await tabThrough(page))
          covered.push(`${path}: ${one}`);
      }
      await context.close();
      expect(covered).toEqual([]);
    });
  },
);

/** One of each kind. */
async function pathsOf(brand: BrandId): Promise<Iterable<string>> {
  const paths = new Map<string, string>();
  for (const { mounts, steps } of await funnelsOf(brand))
    for (const { page, path } of steps)
      if (LONG_PAGES.has(page)) paths.set(page, href(mounts[0] ?? "", path));
  return paths.values();
}

/** What is covered where it is in focus, from the first Tab to the one that leaves the page. */
async function tabThrough(page: Page): Promise<readonly string[]> {
  const covered: string[] = [];
  let reached = 0;
  for (;;) {
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(look);
    if (seen === null) break;
    reached += 1;
    if (seen !== "") covered.push(seen);
  }
  expect(reached).toBeGreaterThan(3);
  return covered;
}

/** Runs in the browser: null where the focus has left the page, else what has it, when none of it is seen. */
function look(): string | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const whole = focused.closest("label") ?? focused;
  const { left, top, width, height } = whole.getBoundingClientRect();
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isSeen = parts.some((down) =>
    parts.some((along) => {
      const at = document.elementFromPoint(
        left + along * width,
        top + down * height,
      );
      return at !== null && whole.contains(at);
    }),
  );
  const words = whole.textContent.trim().slice(0, 40);
  return isSeen ? "" : `${whole.tagName.toLowerCase()} "${words}"`;
}
