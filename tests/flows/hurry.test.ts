import type { Page } from "playwright";
import { expect } from "vitest";
import { ask } from "../testing/ask.ts";
import { gate, SCRIPTS } from "../testing/faults.ts";
import { hydrated, screenAfter, soon } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { card } from "../testing/walk.ts";
import { someOf } from "../testing/long.ts";

test.concurrent("React waits for a pause of a visitor who taps on without it", async ({
  arrive,
}) => {
  const { page, origin } = await arrive("calm", { clock: true });
  let path = "/quiz-adhd/start";
  const scripts = await gate(page, SCRIPTS);
  const asked = await standInEntry(page, path);
  await page.goto(origin + path, { waitUntil: "commit" });
  await page.locator("main[data-page]").waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);
  const core = page.waitForResponse(/\/assets\/core-\w+\.js$/);
  scripts.open();
  await (await core).finished();
  for (const value of ["25-34", "at-home", null, "morning-fog"]) {
    await (
      value === null
        ? page.locator('[data-action="continue"]')
        : card(page, value)
    ).click();
    await page.clock.runFor(600);
    ({ path } = await screenAfter(page, path));
  }
  // What was asked for before is known when this is answered.
  await page.evaluate(() => fetch("/api/healthz"));
  expect(asked()).toBe(0);
  await page.clock.resume();
  await soon(async () => expect(asked()).toBe(1));
});

const BY_BUTTON = [
  ["calm", "/quiz-adhd/3-welcome"],
  ["face-care", "/quiz/4-name"],
] as const;

someOf(test.concurrent, BY_BUTTON)(
  "the second tap of a double tap at %s%s answers nothing",
  async ([brand, path], { arrive }) => {
    const { page, origin } = await arrive(brand, {
      stored: await storedOf(brand),
    });
    await page.goto(origin + path, { waitUntil: "commit" });
    await hydrated(page);
    const hit = page.evaluate(hitAtNextStep);
    await page.locator('[data-action="continue"]').click();
    expect(await hit).toBe(false);
    // The driver waits until the choice can be hit.
    const next = new URL(page.url()).pathname;
    await page.locator("fieldset label:has(input)").last().click();
    await page.waitForURL((url) => url.pathname !== next);
  },
);

test.concurrent("nor does it before React is there", async ({ arrive }) => {
  const { page, origin } = await arrive("calm", { clock: true });
  let path = "/quiz-adhd/start";
  await standInEntry(page, path);
  await page.goto(origin + path, { waitUntil: "commit" });
  await page.locator("main[data-page]").waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);
  for (const value of ["25-34", "at-home"]) {
    await card(page, value).click();
    await page.clock.runFor(600);
    ({ path } = await screenAfter(page, path));
  }
  const hit = page.evaluate(hitAtNextStep);
  await page.locator('[data-action="continue"]').click();
  await page.clock.runFor(10);
  expect(await hit).toBe(false);
  ({ path } = await screenAfter(page, path));
  await page.clock.runFor(300);
  await card(page, "morning-fog").click();
  await page.clock.runFor(600);
  await screenAfter(page, path);
});

/** Runs in the browser: whether a tap would hit a choice of the next step at the moment that it is there. */
function hitAtNextStep(): Promise<boolean> {
  const before = location.pathname;
  return new Promise((resolve) => {
    const look = () => {
      const choice = document.querySelector("main fieldset label");
      if (location.pathname === before || choice === null) return;
      watching.disconnect();
      const { x, y, width, height } = choice.getBoundingClientRect();
      const under = document.elementFromPoint(x + width / 2, y + height / 2);
      resolve(under?.closest("main") !== null);
    };
    const watching = new MutationObserver(look);
    watching.observe(document.body, { childList: true, subtree: true });
  });
}

/** A script that does nothing takes the place of what starts React; yields how often it was asked for. */
async function standInEntry(page: Page, path: string): Promise<() => number> {
  const entry = "/assets/entry-stand-in.js";
  let count = 0;
  const document = (await ask("calm", path)).body.toString();
  const body = document.replace(/data-entry="[^"]*"/, `data-entry="${entry}"`);
  await page.route(`**${path}`, (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body }),
  );
  await page.route(`**${entry}`, async (route) => {
    count += 1;
    await route.fulfill({ contentType: "text/javascript", body: "" });
  });
  return () => count;
}
