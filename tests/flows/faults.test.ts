import type { Page, Route } from "playwright";
import { describe, expect } from "vitest";
import { CALLS, SCRIPTS } from "./gate.ts";
import { BUY, PAYMENT_PAGE, payOnPage } from "./pay.ts";
import { alive, hydrated, screenAfter } from "./screen.ts";
import { soon } from "./soon.ts";
import { answersOf, calmStored } from "./stored.ts";
import { type Arrive, test } from "./visitor.ts";
import { card, walk } from "./walk.ts";

/** What the console says of calls that fail. */
const NOISE =
  /failed|Failed|no visitor session|nonsense|ERR_|could not be fetched/;

const FAULTS: readonly ((route: Route) => Promise<void>)[] = [
  (route) => route.abort(),
  (route) => route.fulfill({ status: 500, body: "oh" }),
  (route) => route.fulfill({ contentType: "text/html", body: "<p>hello" }),
  (route) => route.fulfill({ json: { visitor_id: 7, is_new_visitor: "no" } }),
];

let calls = 0;
const apis = {
  "fails each time in another way": (route: Route) =>
    FAULTS[(calls += 1) % FAULTS.length]?.(route),
  "never answers": () => undefined,
} as const;

describe("an API that", () => {
  test.concurrent.for(Object.entries(apis))(
    "%s: the whole way to the offer stays open, and nothing is lost",
    async ([, answer], { arrive }) => {
      const { page, open } = await arrive("spiritual", {
        clock: true,
        expected: NOISE,
      });
      await page.route(CALLS, answer);
      await open("/quiz/start?utm_source=x");
      await giveUp(page);
      await page.locator("[data-preloader]").waitFor({ state: "detached" });
      const { screens } = await walk(page, {
        answers: { season: "growing", weight: "none" },
        name: "Robin",
        email: "robin@example.com",
        takes: () => false,
      });
      expect(screens.map(({ path }) => path).slice(-3)).toEqual([
        "/quiz/25-chart",
        "/quiz/oto",
        "/quiz/thank-you",
      ]);
      expect(screens.every(({ heading }) => heading.length > 3)).toBe(true);
      expect(await answersOf(page, "spiritual/growth")).toMatchObject({
        season: "growing",
        name: "Robin",
      });
      await giveUp(page);
      await page.getByText("Your order could not be loaded.").waitFor();

      await page.unroute(CALLS);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("nothing was charged").waitFor();
      await page.reload();
      await soon(async () =>
        expect(await contactAtServer(page)).toMatchObject({
          name: "Robin",
          email: "robin@example.com",
        }),
      );
    },
  );

  test.concurrent(
    "is down while somebody pays: said so, nothing lost, and it works later",
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", {
        stored: calmStored(),
        clock: true,
        expected: NOISE,
      });
      await open("/quiz-adhd/oto");
      await screenAfter(page, null);
      await page.route(CALLS, (route) => route.abort());
      await page.locator('[data-action="buy"]').first().click();
      await page.clock.runFor(5_000);
      const outcome = page.locator("[data-outcome=unknown]");
      await outcome.getByText("no need to pay again").waitFor();
      await page.unroute(CALLS);
      await outcome.getByRole("button").click();
      await page.waitForURL(/\/api\/pay\/sandbox\//);
    },
  );
});

describe("a browser that", () => {
  test.concurrent(
    "blocks storage and cookies: the quiz works within the page",
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", {
        own: {},
        expected: /storage|writing|reading|cookie|no visitor session|failed/i,
      });
      await block(page, { cookies: true });
      await open("/quiz-adhd/12-pull");
      await alive(page);
      await card(page, "my-phone").click();
      await page.locator('[data-action="continue"]').click();
      await page.getByText("You named: My phone.").waitFor();
      await page.locator('[data-action="continue"]').click();
      await screenAfter(page, "/quiz-adhd/13-tugs");
      await page.getByRole("textbox").fill("Robin");
      await page.locator('[data-action="continue"]').click();
      expect(await screenAfter(page, "/quiz-adhd/14-name")).toMatchObject({
        heading: expect.stringContaining("Robin"),
      });
      await page.goBack();
      await screenAfter(page, "/quiz-adhd/15-words-first");
      expect(await page.getByRole("textbox").inputValue()).toBe("Robin");
    },
  );

  test.concurrent(
    "blocks storage: the way back from the payment page leads on",
    async ({ arrive }) => {
      const page = await paid(arrive, { cookies: false });
      await page.waitForURL(/thank-you/);
      await page.locator("main li").first().waitFor();
    },
  );

  test.concurrent(
    "blocks storage and cookies: back from the payment page, it is said that nobody can know",
    async ({ arrive }) => {
      const page = await paid(arrive, { cookies: true });
      const outcome = page.locator("[data-outcome=unknown]");
      await outcome.getByText("no need to pay again").waitFor();
      await outcome.getByRole("button", { name: "Check again" }).click();
      await outcome.getByText("no need to pay again").waitFor();
      expect(await screenAfter(page, null)).toMatchObject({
        path: "/quiz-adhd/oto",
      });
    },
  );

  test.concurrent(
    "holds damaged entries: they are dropped, never shown",
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", {
        stored: {
          "funnel:calm/adhd": {
            v: 1,
            answers: { age: "nobody", area: 7, pull: ["x"], __proto__: 1 },
            done: "no",
            deadline: "soon",
            promo: { evil: true },
          },
          "visitor-contact-info": ["x"],
          checkout: "{{",
          experiments: 4,
        },
        expected: /is dropped|is not JSON|does not fit/,
      });
      await open("/quiz-adhd/start");
      expect(await hydrated(page)).toMatchObject({ page: "single" });
      expect(await page.locator("input:checked").count()).toBe(0);
      await page.getByRole("radio").first().press("Space");
      expect(await screenAfter(page, "/quiz-adhd/start")).toMatchObject({
        path: "/quiz-adhd/2-area",
      });
    },
  );

  test.concurrent(
    "goes offline in the middle: the questions go on, then it is said",
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
    "asks for a script that a deploy has taken away: one reload, answers kept",
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", {
        stored: calmStored(),
        expected: /404|could not be fetched|Failed to fetch/,
      });
      await open("/quiz-adhd/33-minutes");
      await alive(page);
      await page.waitForLoadState("networkidle");
      let documents = 0;
      await page.route(SCRIPTS, (route) =>
        documents > 0 ? route.fallback() : route.fulfill({ status: 404 }),
      );
      page.on("request", (request) => {
        if (request.isNavigationRequest()) documents += 1;
      });
      await card(page, "15-min").click();
      await screenAfter(page, "/quiz-adhd/33-minutes");
      await page.locator('[data-action="continue"]').click();
      expect(await screenAfter(page, "/quiz-adhd/34-summary")).toMatchObject({
        path: "/quiz-adhd/35-analyzing",
      });
      expect(documents).toBe(1);
      expect(await answersOf(page, "calm/adhd")).toMatchObject({
        name: "Robin",
        minutes: "15-min",
      });
    },
  );
});

/** What the browser refuses from the next document on. */
async function block(
  page: Page,
  { cookies }: { readonly cookies: boolean },
): Promise<void> {
  await page.addInitScript((all) => {
    const refuse = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse });
    if (all)
      Object.defineProperty(document, "cookie", { get: refuse, set: refuse });
  }, cookies);
}

/** Somebody whose browser keeps nothing any more once the payment page is on the screen, and who pays there. */
async function paid(
  arrive: Arrive,
  blocked: { readonly cookies: boolean },
): Promise<Page> {
  const { page, open } = await arrive("calm", {
    stored: calmStored(),
    own: {},
    expected: /storage|writing|reading|cookie|no visitor session|404|failed/i,
  });
  await open("/quiz-adhd/oto");
  await screenAfter(page, null);
  await page.locator(BUY).first().click();
  await page.waitForURL(PAYMENT_PAGE);
  await block(page, blocked);
  await payOnPage(page);
  return page;
}

/** Lets so much time pass that calls are given up, those that waited for others as well. */
async function giveUp(page: Page): Promise<void> {
  for (let waits = 0; waits < 4; waits += 1)
    await page.clock.fastForward(11_000);
}

async function contactAtServer(page: Page): Promise<unknown> {
  const answer = await page.evaluate(async () => {
    const session = /visitor_session_id=([^;]+)/.exec(document.cookie)?.[1];
    const response = await fetch("/api/visitor/visitor-info", {
      headers: { "x-visitor-session-id": decodeURIComponent(session ?? "") },
    });
    return response.text();
  });
  return JSON.parse(answer).contact_info;
}
