import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { byPreloader } from "../testing/content.ts";
import { LATER_SCRIPT, SCRIPTS } from "../testing/faults.ts";
import { alive, hydrated, screenAfter } from "../testing/screen.ts";
import { answersOf, calmStored } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { card } from "../testing/walk.ts";
import { someOf } from "../testing/long.ts";

const MISSING = /404|could not|Failed to fetch/;

/** A brand that starts up behind a preloader, and one that is answered at once. */
const brands = [
  ...(await byPreloader("start-up")).slice(0, 1),
  ...(await byPreloader("none")).slice(0, 1),
];

describe("a deploy that takes scripts away", () => {
  test.concurrent("in the middle of a visit: one reload, answers kept", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm", {
      stored: calmStored(),
      expected: MISSING,
    });
    const documents = await losing(page, 2, LATER_SCRIPT);
    await open("/quiz-adhd/33-minutes");
    await alive(page);
    await page.waitForLoadState("networkidle");
    await card(page, "15-min").click();
    await screenAfter(page, "/quiz-adhd/33-minutes");
    await page.locator('[data-action="continue"]').click();
    expect(await screenAfter(page, "/quiz-adhd/34-summary")).toMatchObject({
      path: "/quiz-adhd/35-analyzing",
    });
    expect(documents()).toBe(2);
    expect(await answersOf(page, "calm/adhd")).toMatchObject({
      name: "Robin",
      minutes: "15-min",
    });
  });

  someOf(test.concurrent, brands)(
    "before %s came alive: one reload brings it",
    async ([brand, mount], { arrive }) => {
      const { page, open } = await arrive(brand, { expected: MISSING });
      const documents = await losing(page, 2);
      await open(`${mount}/start`);
      await hydrated(page);
      expect(documents()).toBe(2);
    },
  );

  someOf(test.concurrent, brands)(
    "for good: %s says so, does not reload for ever, and offers another try",
    async ([brand, mount], { arrive }) => {
      const { page, open } = await arrive(brand, { expected: MISSING });
      const documents = await losing(page, Infinity);
      await open(`${mount}/start`);
      const notice = page.locator("[data-boot-failure]");
      await notice.getByText("Your answers are kept.").waitFor();
      expect(await page.locator("[data-preloader]").count()).toBe(0);
      expect(documents()).toBe(2);
      await page.unroute(SCRIPTS);
      await notice.getByRole("button", { name: "Try again" }).click();
      await hydrated(page);
      expect(await notice.count()).toBe(0);
    },
  );
});

/** None of these scripts is found before so many documents have been asked for; yields how many that were. */
async function losing(
  page: Page,
  enough: number,
  scripts = SCRIPTS,
): Promise<() => number> {
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route(scripts, (route) =>
    documents < enough ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  return () => documents;
}
