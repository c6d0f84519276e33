import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { SCRIPTS } from "./gate.ts";
import { NOISE } from "./manners.ts";
import { alive, hydrated, screenAfter } from "./screen.ts";
import { soon } from "./soon.ts";
import { answersOf, calmStored, storedOf } from "./stored.ts";
import { test } from "./visitor.ts";
import { card, walk } from "./walk.ts";

const MISSING = /404|could not|Failed to fetch/;
/** Words of which some blocker takes offence. */
const OFFENSIVE =
  /analytics|ga\b|gtm|pixel|posthog|replay|rrweb|sentry|tag-?manager|track/i;

describe("a network that", () => {
  test.concurrent(
    "goes in the middle: the questions go on, then it is said",
    async ({ arrive }) => {
      const { page, context, open } = await arrive("calm", {
        clock: true,
        expected: NOISE,
      });
      await open("/quiz-adhd/32-goal");
      await alive(page);
      await page.waitForLoadState("networkidle");
      await context.setOffline(true);
      await card(page, "remembering-what-matters").click();
      await page.clock.fastForward(300);
      await screenAfter(page, "/quiz-adhd/32-goal");
      await card(page, "5-min").click();
      await page.clock.fastForward(300);
      // What comes behind the questions was not fetched in time.
      const retry = page.getByRole("button", { name: "Try again" });
      await retry.waitFor();
      await retry.click();
      await retry.waitFor();
      await context.setOffline(false);
      await retry.click();
      expect(await screenAfter(page, null)).toMatchObject({
        path: "/quiz-adhd/34-summary",
        page: "report",
      });
      expect(await answersOf(page, "calm/adhd")).toEqual({
        goal: "remembering-what-matters",
        minutes: "5-min",
      });
    },
  );

  test.concurrent(
    "is gone when the contact is given: it is sent once there is one",
    async ({ arrive }) => {
      const { page, context, open } = await arrive("calm", {
        stored: { ...calmStored(), "visitor-contact-info": { name: "Robin" } },
        clock: true,
        expected: NOISE,
      });
      await open("/quiz-adhd/36-email");
      await hydrated(page);
      await page.waitForLoadState("networkidle");
      await context.setOffline(true);
      await page.getByLabel(/email/i).fill("robin@example.com");
      await page.locator('[data-action="submit"]').click();
      await screenAfter(page, "/quiz-adhd/36-email");
      for (let waits = 0; waits < 3; waits += 1)
        await page.clock.fastForward(61_000);
      const stored = page.waitForResponse(/\/store-contact-info/);
      await context.setOffline(false);
      let arrived = false;
      void stored.then(() => (arrived = true));
      await soon(async () => {
        await page.clock.fastForward(61_000);
        expect(arrived).toBe(true);
      });
      const answer = await stored;
      expect(JSON.parse(await answer.text()).visitor_info).toMatchObject({
        contact_info: { email: "robin@example.com" },
      });
    },
  );

  test.concurrent(
    "lets nothing of others through, and nothing that sounds like it",
    async ({ arrive }) => {
      const { page, origin, open } = await arrive("woo", {
        stored: await storedOf("woo"),
        clock: true,
        expected: NOISE,
      });
      await page.route(
        ({ href, pathname }) =>
          !href.startsWith(origin) || OFFENSIVE.test(pathname),
        (route) => route.abort("blockedbyclient"),
      );
      await open("/quiz/17-analyzing");
      await hydrated(page);
      await page.clock.fastForward(3_000);
      const { screens } = await walk(page, { takes: () => true });
      expect(screens.map(({ page: kind }) => kind)).toEqual([
        "analyzing",
        "registration",
        "offer",
        "thank-you",
      ]);
    },
  );
});

describe("a deploy that takes scripts away", () => {
  test.concurrent(
    "in the middle of a visit: one reload, answers kept",
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", {
        stored: calmStored(),
        expected: MISSING,
      });
      await open("/quiz-adhd/33-minutes");
      await alive(page);
      await page.waitForLoadState("networkidle");
      const documents = await losing(page, 1);
      await card(page, "15-min").click();
      await screenAfter(page, "/quiz-adhd/33-minutes");
      await page.locator('[data-action="continue"]').click();
      expect(await screenAfter(page, "/quiz-adhd/34-summary")).toMatchObject({
        path: "/quiz-adhd/35-analyzing",
      });
      expect(documents()).toBe(1);
      expect(await answersOf(page, "calm/adhd")).toMatchObject({
        name: "Robin",
        minutes: "15-min",
      });
    },
  );

  const brands = [
    ["spiritual", "/quiz/start"],
    ["calm", "/quiz-adhd/start"],
  ] as const;

  test.concurrent.for(brands)(
    "before %s came alive: one reload brings it",
    async ([brand, path], { arrive }) => {
      const { page, open } = await arrive(brand, { expected: MISSING });
      const documents = await losing(page, 2);
      await open(path);
      await hydrated(page);
      expect(documents()).toBe(2);
    },
  );

  test.concurrent.for(brands)(
    "for good: %s says so, does not reload for ever, and offers another try",
    async ([brand, path], { arrive }) => {
      const { page, open } = await arrive(brand, { expected: MISSING });
      const documents = await losing(page, Infinity);
      await open(path);
      const notice = page.locator("[data-stranded]");
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

/** No script is found before so many documents have been asked for; yields how many that were. */
async function losing(page: Page, enough: number): Promise<() => number> {
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route(SCRIPTS, (route) =>
    documents < enough ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  return () => documents;
}
