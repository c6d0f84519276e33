import type { Page } from "playwright";
import { expect } from "vitest";
import { ask } from "../testing/ask.ts";
import { gate, SCRIPTS } from "../testing/faults.ts";
import { screenAfter, soon } from "../testing/screen.ts";
import { test } from "../testing/visitor.ts";
import { card } from "../testing/walk.ts";

test.concurrent("React waits for a pause of who taps on without it", async ({
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
