import { describe, expect } from "vitest";
import { CALLS } from "../testing/faults.ts";
import { BUY, minorOf, purchasesOf } from "../testing/pay.ts";
import { hydrated, soon } from "../testing/screen.ts";
import { calmStored } from "../testing/stored.ts";
import { type Arriving, test } from "../testing/visitor.ts";
import { card, walk } from "../testing/walk.ts";

const CONTINUE = '[data-action="continue"]';

// Words that were there before React came are not those that it hydrates; it then renders them anew.
const translating: Arriving = {
  own: {},
  clock: true,
  // Whoever leaves for the payment page leaves a call behind.
  expected: /hydration was not clean|sending the contact failed/,
};

describe("a browser that translates", () => {
  test.concurrent(
    "the whole funnel: every page comes, with the right words and prices",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("woo", translating);
      await page.addInitScript(translate);
      await open("/quiz/start");
      await hydrated(page);
      const { screens, taken } = await walk(page, {
        answers: { theme: "work" },
        name: "Robin",
        takes: () => true,
      });
      expect(screens.at(-1)).toMatchObject({ page: "thank-you" });
      expect(screens.at(-1)?.heading).toContain("Robin");
      const [bought] = await purchasesOf(page);
      expect(bought?.amount).toBe(minorOf(taken[0]?.price ?? ""));
    },
  );

  test.concurrent("a label that comes and goes", async ({ arrive }) => {
    const { page, open } = await arrive("calm", translating);
    await page.addInitScript(translate);
    await open("/quiz-adhd/12-pull");
    await hydrated(page);
    const button = page.locator(CONTINUE);
    const before = await button.innerText();
    for (let times = 0; times < 2; times += 1) {
      await card(page, "my-phone").click();
      await soon(async () => expect(await button.innerText()).not.toBe(before));
      await card(page, "my-phone").click();
      await soon(async () => expect(await button.innerText()).toBe(before));
    }
  });

  test.concurrent(
    "a message that comes and goes",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", {
        ...translating,
        expected: /hydration was not clean|failed|Failed/,
      });
      await page.addInitScript(translate);
      await page.route(CALLS, (route) => route.abort());
      await open("/contact");
      await hydrated(page);
      await page.locator("[name=name]").fill("Robin");
      await page.locator("[name=email]").fill("robin@example.com");
      await page.locator("[name=message]").fill("Where is my plan?");
      const lost = page.getByText("has not arrived");
      for (let times = 0; times < 2; times += 1) {
        await page.locator('[data-action="submit"]').click();
        await lost.waitFor();
      }
      await page.unroute(CALLS);
      await page.locator('[data-action="submit"]').click();
      await page.locator("[name=message]").waitFor({ state: "detached" });
      expect(await lost.count()).toBe(0);
    },
  );

  test.concurrent("the terms beside the button", async ({ arrive }) => {
    const stored = calmStored();
    const { page, open } = await arrive("calm", { ...translating, stored });
    await page.addInitScript(translate);
    await open("/quiz-adhd/oto");
    await hydrated(page);
    const buy = page.locator(BUY).first();
    const plans = page.locator("main label:has(input[type=radio])");
    const seen = new Set<string>();
    for (const plan of await plans.all()) {
      await plan.click();
      const price = page.locator("dd[data-price]").first();
      const terms = page.locator(
        `[id="${await buy.getAttribute("aria-describedby")}"]`,
      );
      await soon(async () =>
        expect(await terms.innerText()).toContain(
          `${await price.innerText()}\u00a0today`,
        ),
      );
      seen.add(await price.innerText());
    }
    expect(seen.size).toBeGreaterThan(1);
    expect(await page.locator("font font").count()).toBeGreaterThan(20);
  });
});

/** As browsers do it: words are replaced by others in elements of their own, again and again. */
function translate(): void {
  const translated = (text: Text) => {
    const parent = text.parentElement;
    if (
      text.data.trim() === "" ||
      parent === null ||
      parent.closest("font, script, style, template, textarea, title") !== null
    )
      return;
    const outer = document.createElement("font");
    const inner = outer.appendChild(document.createElement("font"));
    inner.append(text.data);
    text.replaceWith(outer);
  };
  const all = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node instanceof Text) texts.push(node);
    texts.forEach(translated);
  };
  addEventListener("load", () => {
    const start = () => {
      all(document.body);
      new MutationObserver(() => all(document.body)).observe(document.body, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    };
    setTimeout(start, 0);
  });
}
