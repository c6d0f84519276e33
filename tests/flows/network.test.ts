import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { FAULTS, LATER_SCRIPT, NOISE } from "../testing/faults.ts";
import { alive, hydrated, screenAfter, soon } from "../testing/screen.ts";
import { answersOf, calmStored, storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { card, walk } from "../testing/walk.ts";
import { CONTACT_KEY } from "../../runtime/core/storage-keys.ts";

/** Words of which some blocker takes offence. */
const OFFENSIVE =
  /analytics|ga\b|gtm|pixel|posthog|replay|rrweb|sentry|tag-?manager|track/i;

const LATE = "the tag manager was not there in time";

describe("a network that", () => {
  test.concurrent("goes in the middle: the questions go on, then it is said", async ({
    arrive,
  }) => {
    const { page, context, open } = await arrive("calm", {
      clock: true,
      expected: NOISE,
      // Nobody has fetched anything in this browser before.
      own: {},
    });
    const cut = FAULTS["is cut off"];
    await page.route(LATER_SCRIPT, cut);
    const fetched = allFetched(page);
    await open("/quiz-adhd/32-goal");
    await alive(page);
    await fetched;
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
    await page.unroute(LATER_SCRIPT, cut);
    await retry.click();
    expect(await screenAfter(page, null)).toMatchObject({
      path: "/quiz-adhd/34-summary",
      page: "report",
    });
    expect(await answersOf(page, "calm/adhd")).toEqual({
      goal: "remembering-what-matters",
      minutes: "5-min",
    });
  });

  test.concurrent("is lost in a lift, where the phone says it is online: the page stays and says so", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm", {
      clock: true,
      stored: calmStored(),
      expected: NOISE,
      own: {},
    });
    const cut = FAULTS["is cut off"];
    await page.route(LATER_SCRIPT, cut);
    const fetched = allFetched(page);
    await open("/quiz-adhd/33-minutes");
    await alive(page);
    await fetched;
    await page.waitForLoadState("networkidle");
    await page.route("**", cut);
    await card(page, "5-min").click();
    await page.clock.fastForward(300);
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    await page.unroute("**", cut);
    await page.unroute(LATER_SCRIPT, cut);
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await screenAfter(page, null)).toMatchObject({
      path: "/quiz-adhd/34-summary",
      page: "report",
    });
    expect(await answersOf(page, "calm/adhd")).toMatchObject({
      minutes: "5-min",
    });
  });

  test.concurrent("is lost before the page came alive: the page stays, with a word and another try", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm", { expected: NOISE, own: {} });
    let documents = 0;
    const cut = FAULTS["is cut off"];
    await page.route("**", (route) => {
      if (!route.request().isNavigationRequest()) return cut(route);
      documents += 1;
      return documents > 1 ? cut(route) : route.fallback();
    });
    await open("/quiz-adhd/start");
    const notice = page.locator("[data-boot-failure]");
    await notice.getByText("Your answers are kept.").waitFor();
    expect(documents).toBe(1);
    await page.unrouteAll();
    await notice.getByRole("button", { name: "Try again" }).click();
    await hydrated(page);
  });

  test.concurrent("is gone when the contact is given: it is sent once there is one", async ({
    arrive,
  }) => {
    const { page, context, open } = await arrive("calm", {
      stored: { ...calmStored(), [CONTACT_KEY]: { name: "Robin" } },
      clock: true,
      expected: NOISE,
    });
    const fetched = allFetched(page);
    await open("/quiz-adhd/36-email");
    await hydrated(page);
    await fetched;
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.getByLabel(/email/i).fill("robin@example.com");
    await page.locator('[data-action="submit"]').click();
    await screenAfter(page, "/quiz-adhd/36-email");
    for (let waits = 0; waits < 3; waits += 1)
      await page.clock.fastForward(61_000);
    const stored = page.waitForResponse(/\/store-contact-info/);
    await context.setOffline(false);
    // At once, and not when the minute before the next try is over.
    const answer = await stored;
    expect(JSON.parse(await answer.text()).visitor_info).toMatchObject({
      contact_info: { email: "robin@example.com" },
    });
  });

  test.concurrent(
    "lets nothing of others through, and nothing that sounds like it",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, origin, open } = await arrive("dating", {
        // Of somebody in danger, third parties would hear nothing.
        stored: await storedOf("dating", { safety: ["none"] }),
        consent: "accepted",
        clock: true,
        expected: new RegExp(`${NOISE.source}|^${LATE}`),
      });
      let blocked = 0;
      await page.route(
        ({ href, pathname }) =>
          !href.startsWith(origin) || OFFENSIVE.test(pathname),
        (route) => {
          blocked += 1;
          return route.abort("blockedbyclient");
        },
      );
      let documents = 0;
      page.on("request", (request) => {
        if (request.isNavigationRequest()) documents += 1;
      });
      await open("/quiz-exback-new/40-email");
      await hydrated(page);
      // Third parties begin; the tag manager is waited for in vain, and that is said.
      const said = page.waitForEvent("console", {
        predicate: (message) => message.text() === LATE,
      });
      await page.clock.fastForward(2_000);
      for (let polls = 0; polls < 100; polls += 1) await page.clock.runFor(20);
      await said;
      const { screens } = await walk(page, { takes: () => false });
      await soon(async () => expect(blocked).toBeGreaterThan(0));
      expect(documents, "nothing is loaded anew for it").toBe(1);
      expect(screens.map(({ page: kind }) => kind)).toEqual([
        "registration",
        "report",
        "promo-code",
        "offer",
        "downsell",
        "thank-you",
      ]);
    },
  );
});

/** What is fetched last, when the browser has nothing else to do, has arrived as well: a script and its style. */
function allFetched(page: Page): Promise<unknown> {
  const arrived = (name: RegExp) =>
    page.waitForEvent("requestfinished", {
      predicate: (request) => name.test(request.url()),
    });
  return Promise.all([
    arrived(/\/assets\/deferred-\w+\.js$/),
    arrived(/\/assets\/deferred-\w+\.css$/),
  ]);
}
