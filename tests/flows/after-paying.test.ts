import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { href } from "../../generated/address.ts";
import { type BrandId, brands, funnelsOf } from "../testing/content.ts";
import { someOf } from "../testing/long.ts";
import { paidBefore } from "../testing/paid.ts";
import { screenAfter, soon } from "../testing/screen.ts";
import { paidStored, storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";

const UPSELL = "/quiz-boost/offer2";
const PLAN = "groundwork-12-weeks";
const ACCEPT = '[data-action="accept"]';
const RECEIVED = /^Payment of.\$\d+\.\d\d received: Groundwork, 12 weeks$/;

describe("the page behind a payment", () => {
  test.concurrent("says what was paid, and by what the next tap pays, also after a reload; nothing moves", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("body", {
      stored: { ...(await storedOf("body")), ...paidStored(PLAN) },
      session: await paidBefore("body", PLAN),
    });
    await open(UPSELL);
    for (const _ of ["opened", "loaded again"]) {
      await page.getByText(RECEIVED).waitFor();
      expect(await termsOf(page)).toMatch(
        /^One payment of.[^,]+, with the card or account you used here\. It/,
      );
      expect(await page.evaluate(shiftsInMain)).toEqual([]);
      await page.reload();
    }
    await page.getByText(RECEIVED).waitFor();
    expect(await page.locator(ACCEPT).textContent()).toMatch(
      /^Add a trainer for.\$\d+\.\d\d$/,
    );
  });

  test.concurrent("claims no payment, and names no card, for those who paid nothing", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("body", {
      stored: await storedOf("body"),
    });
    const asked = page.waitForResponse(/pay\/purchases/);
    await open(UPSELL);
    await (await asked).finished();
    await screenAfter(page, null);
    await soon(async () =>
      expect(await termsOf(page)).toMatch(/^One payment of[^,]+\. It does not/),
    );
    // The words of the answer come with the frame behind it.
    await page.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(done)),
        ),
    );
    expect(await page.getByText(/Payment of.*received/).count()).toBe(0);
    const room = page.locator("[data-paid-room]");
    expect(await room.count()).toBe(1);
    expect(await room.boundingBox()).toBeNull();
    expect(await termsOf(page)).toMatch(/^One payment of[^,]+\. It does not/);
  });
});

test.concurrent("a sum says what it takes from, however low the window is", async ({
  arrive,
}) => {
  const { page, open } = await arrive("spiritual", {
    stored: await storedOf("spiritual"),
  });
  for (const height of [812, 900, 1100]) {
    await page.setViewportSize({ width: height === 812 ? 375 : 1440, height });
    await open("/quiz/oto");
    await screenAfter(page, null);
    const rows = page.locator("dl dt").filter({ visible: true });
    expect(await rows.allTextContents(), `${height} px`).toEqual([
      "Regular price",
      "You save",
      "Total today",
    ]);
  }
});

const gifts = (await Promise.all(brands.map(giftPagesOf))).flat();

describe("on the smallest phone a gift is not paid before its price is on the button", () => {
  someOf(test.concurrent, gifts)(
    "at %s%s",
    async ([brand, path], { arrive }) => {
      const { page, open } = await arrive(brand, {
        stored: await storedOf(brand),
      });
      await page.setViewportSize({ width: 320, height: 640 });
      await open(path);
      await screenAfter(page, null);
      const accept = page.locator(ACCEPT);
      expect(await accept.getAttribute("aria-disabled")).toBe("true");
      await page.getByRole("radio").first().check({ force: true });
      expect(await accept.textContent()).toMatch(/ for.[^\d]*\d/);
      expect(await accept.getAttribute("aria-disabled")).toBeNull();
      expect(await accept.evaluate(isWhole)).toBe(true);
    },
  );
});

async function giftPagesOf(
  brand: BrandId,
): Promise<(readonly [BrandId, string])[]> {
  return (await funnelsOf(brand)).flatMap(({ mounts: [mount = ""], steps }) =>
    steps.flatMap(({ path, props }) =>
      "gifts" in props ? [[brand, href(mount, path)] as const] : [],
    ),
  );
}

async function termsOf(page: Page): Promise<string> {
  const id = await page.locator(ACCEPT).getAttribute("aria-describedby");
  return (await page.locator(`[id="${id}"]`).textContent()) ?? "";
}

/** Runs in the browser: what has moved by itself on the page since it was opened; buffered entries come a task later. */
function shiftsInMain(): Promise<readonly string[]> {
  const main = document.querySelector("main");
  return new Promise((resolve) => {
    const found: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const isByVisitor = "hadRecentInput" in entry && entry.hadRecentInput;
        const sources: readonly unknown[] =
          "sources" in entry && Array.isArray(entry.sources)
            ? entry.sources
            : [];
        // Letters that come late make a line longer; nothing may go up or down.
        const isInMain = sources.some(
          (source) =>
            typeof source === "object" &&
            source !== null &&
            "node" in source &&
            source.node instanceof Node &&
            main?.contains(source.node) === true &&
            "previousRect" in source &&
            source.previousRect instanceof DOMRectReadOnly &&
            "currentRect" in source &&
            source.currentRect instanceof DOMRectReadOnly &&
            source.previousRect.top !== source.currentRect.top,
        );
        if (isByVisitor !== true && isInMain) found.push(JSON.stringify(entry));
      }
    });
    observer.observe({ type: "layout-shift", buffered: true });
    setTimeout(() => {
      observer.disconnect();
      resolve(found);
    }, 100);
  });
}

/** Runs in the browser: whether all words of a button are on it and on the screen. */
function isWhole(button: Element): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return (
    button.scrollWidth <= button.clientWidth &&
    left >= 0 &&
    right <= innerWidth &&
    top >= 0 &&
    bottom <= innerHeight
  );
}
