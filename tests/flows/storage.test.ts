import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { buy, productsOf } from "./pay.ts";
import { alive, hydrated, screenAfter } from "./screen.ts";
import { storedOf } from "./stored.ts";
import { type Arrive, test } from "./visitor.ts";
import { card } from "./walk.ts";

const CONTINUE = '[data-action="continue"]';
const NO_STORAGE = /storage|writing|reading|cookie|no visitor session|failed/i;

describe("storage that", () => {
  test.concurrent(
    "is blocked, and cookies with it: the quiz works within the page",
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", {
        own: {},
        expected: NO_STORAGE,
      });
      await block(page, "storage and cookies");
      await open("/quiz-adhd/12-pull");
      await alive(page);
      await card(page, "my-phone").click();
      await page.locator(CONTINUE).click();
      await page.getByText("You named: My phone.").waitFor();
      await page.locator(CONTINUE).click();
      await screenAfter(page, "/quiz-adhd/13-tugs");
      await page.getByRole("textbox").fill("Robin");
      await page.locator(CONTINUE).click();
      expect(await screenAfter(page, "/quiz-adhd/14-name")).toMatchObject({
        heading: expect.stringContaining("Robin"),
      });
      await page.goBack();
      await screenAfter(page, "/quiz-adhd/15-words-first");
      expect(await page.getByRole("textbox").inputValue()).toBe("Robin");
    },
  );

  test.concurrent(
    "is blocked on the way back from paying: the server knows, and it goes on from there",
    async ({ arrive }) => {
      const { page } = await paidBy(arrive, "storage");
      // The page behind the offer asks for answers, too.
      expect(await screenAfter(page, "/quiz-ai/oto")).toMatchObject({
        path: "/quiz-ai/oto-gift",
        page: "gift",
      });
      expect(await productsOf(page)).toHaveLength(1);
    },
  );

  test.concurrent(
    "is blocked on the way back from paying, and cookies with it: nobody is told to pay again, or sent to the first question",
    async ({ arrive }) => {
      const { page } = await paidBy(arrive, "storage and cookies");
      const outcome = page.locator("[data-outcome=unknown]");
      await outcome.getByText("no need to pay again").waitFor();
      const asked = page.waitForResponse(/\/checkout-status/);
      await outcome.getByRole("button", { name: "Check again" }).click();
      await asked;
      await outcome.waitFor();
      expect(await screenAfter(page, null)).toMatchObject({
        path: "/quiz-ai/oto",
        page: "offer",
      });
    },
  );

  test.concurrent(
    "is full: answers are kept for the tab, and survive a reload",
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", {
        own: {},
        expected: /^writing|handover/,
      });
      await open("/quiz-adhd/14-name");
      await hydrated(page);
      await fillUp(page);
      await page.getByRole("textbox").fill("Robin");
      await page.locator(CONTINUE).click();
      await screenAfter(page, "/quiz-adhd/14-name");
      await page.reload();
      expect(await hydrated(page)).toMatchObject({
        heading: expect.stringContaining("Robin"),
      });
      await page.goBack();
      await screenAfter(page, "/quiz-adhd/15-words-first");
      expect(await page.getByRole("textbox").inputValue()).toBe("Robin");
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
});

type Blocked = "storage" | "storage and cookies";

/** Back from the payment page, in a browser that has forgotten everything meanwhile. */
async function paidBy(arrive: Arrive, what: Blocked) {
  const visitor = await arrive("skill-building", {
    own: {},
    stored: await storedOf("skill-building"),
    expected: /404|storage|reading|writing|cookie|no visitor session|failed/i,
  });
  await visitor.open("/quiz-ai/oto");
  await hydrated(visitor.page);
  await block(visitor.page, what, "checkout=");
  await buy(visitor.page);
  return visitor;
}

/** As browsers do: merely naming it throws. In documents whose address holds a text. */
function block(page: Page, what: Blocked, where = "") {
  const cookies = what === "storage and cookies";
  return page.addInitScript(
    (blocked) => {
      if (!location.href.includes(blocked.where)) return;
      const refuse = () => {
        throw new DOMException("blocked", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get: refuse });
      if (blocked.cookies)
        Object.defineProperty(document, "cookie", { get: refuse, set: refuse });
    },
    { cookies, where },
  );
}

/** Leaves no room for another letter. */
async function fillUp(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let size = 1 << 22; size > 0;) {
      try {
        localStorage.setItem(
          `filling-${size}-${localStorage.length}`,
          "x".repeat(size),
        );
      } catch {
        size >>= 1;
      }
    }
  });
}
