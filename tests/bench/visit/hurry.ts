import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright";
import { heard, openDevice } from "./device.ts";
import { type Doing, NEXT } from "./page-scripts.ts";

/** How many questions are answered as soon as each is on the screen. */
const TAPS = 4;

/** How long a page is given to become what it will be, and a step to come to its place, in milliseconds. */
const SETTLED_MS = 3_000;
const PLACED_MS = 800;

/** Milliseconds from the start of the navigation. */
export interface Hurry {
  readonly firstPaint: number;
  /** Until the question after the first tap, made at the first paint, is painted. */
  readonly firstTap: number;
  /** Until the question after the last of four taps is. */
  readonly fourTaps: number;
}

/** Where the first questions are tapped: looked for in a visit of its own, because asking a page costs it more than painting. */
export async function findTaps(
  browser: Browser,
  url: string,
): Promise<readonly Doing[]> {
  const { page } = await openDevice(browser);
  await page.goto(url, { waitUntil: "load" });
  await pause(SETTLED_MS);
  const taps: Doing[] = [];
  for (let tap = 0; tap < TAPS; tap += 1) {
    const doing = await page.evaluate<Doing | null>(NEXT);
    if (doing?.leaves !== true)
      throw new Error(`question ${tap + 1} takes more than a tap`);
    taps.push(doing);
    const shown = heard(page, "next question");
    await page.touchscreen.tap(doing.x, doing.y);
    await shown;
    await pause(PLACED_MS);
  }
  await page.context().close();
  return taps;
}

/** A visitor who taps as soon as something can be tapped. */
export async function hurry(
  browser: Browser,
  url: string,
  taps: readonly Doing[],
): Promise<Hurry> {
  const { page, client } = await openDevice(browser);
  const painted = heard(page, "first paint");
  await client.send("Page.navigate", { url });
  await painted;
  for (const { x, y } of taps) {
    const shown = heard(page, "next question");
    await page.touchscreen.tap(x, y);
    await shown;
  }
  const seen = await page.evaluate(() => ({
    firstPaint:
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    questions: globalThis.questions,
  }));
  await page.context().close();
  return {
    firstPaint: seen.firstPaint,
    firstTap: seen.questions[0] ?? Number.NaN,
    fourTaps: seen.questions[TAPS - 1] ?? Number.NaN,
  };
}

declare global {
  var taps: number[];
  var questions: number[];
  var pictures: number[];
}
