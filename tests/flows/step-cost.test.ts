import type { CDPSession } from "playwright";
import { expect } from "vitest";
import { hydrated } from "../testing/screen.ts";
import { test } from "../testing/visitor.ts";

/** Layouts of one step: the step itself, and what it is without motion when it has come to rest. */
const LAYOUTS_MAX = 2;

test.concurrent("a tap has its step laid out once, and once more when it is at rest", async ({
  arrive,
}) => {
  const { page, open } = await arrive("calm", { own: {} });
  await open("/quiz-adhd/7-page-again");
  await hydrated(page);
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  // The first tap brings what is there once, such as the way back.
  await page.evaluate(tapThrough);
  for (let step = 0; step < 4; step += 1) {
    const before = await layoutsOf(client);
    const path = await page.evaluate(tapThrough);
    const layouts = (await layoutsOf(client)) - before;
    expect(layouts, path).toBeGreaterThan(0);
    expect(layouts, path).toBeLessThanOrEqual(LAYOUTS_MAX);
  }
});

/** How often the page has been laid out since it was opened. */
async function layoutsOf(client: CDPSession): Promise<number> {
  const { metrics } = await client.send("Performance.getMetrics");
  return (
    metrics.find(({ name }) => name === "LayoutCount")?.value ?? Number.NaN
  );
}

/** Runs in the browser: taps the first choice and waits for the next step at rest, without looking at any place. */
async function tapThrough(): Promise<string> {
  const { pathname } = location;
  document.querySelector<HTMLElement>("main fieldset label")?.click();
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (location.pathname === pathname) await frame();
  await frame();
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  for (let frames = 0; frames < 5; frames += 1) await frame();
  return location.pathname;
}
