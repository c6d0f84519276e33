import { describe, expect } from "vitest";
import { ask } from "../testing/ask.ts";
import { BUY, buy, productsOf } from "../testing/pay.ts";
import { alive, hydrated, screenAfter } from "../testing/screen.ts";
import { calmStored } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";

const MISSING = /404|400/;

/** What is typed, and the page that is there. */
const addresses = [
  ["/quiz-adhd/start?a=%E0%A4%A&utm_source=%ZZ&device_id=%", "single"],
  ["/quiz-adhd/start#%E0%A4%A", "single"],
  ["/quiz-adhd/start#\"'><img src=x>", "single"],
  ["/quiz-adhd/start?__proto__=1&constructor=2#constructor", "single"],
  ["/quiz-adhd/start?utm_source=16kB", "single"],
  ["//x", "not-found"],
  ["/\\\\x", "not-found"],
] as const;

/** What is typed, and where it leads before any page is shown. */
const redirects = [
  ["/quiz-adhd/start;x=1", "/quiz-adhd/start"],
  ["/quiz-adhd/START?x=1", "/quiz-adhd/start?x=1"],
  ["/quiz-adhd/%252e%252e", "/quiz-adhd/start"],
  ["//quiz-adhd//start?x=1", "/quiz-adhd/start?x=1"],
  ["/quiz-adhd/x?fbclid=16kB", "/quiz-adhd/start?fbclid=16kB"],
] as const;

describe("an odd address", () => {
  test.concurrent("shows a page of ours, alive, and leads nowhere else", async ({
    arrive,
  }) => {
    const { page, origin, open } = await arrive("calm", {
      expected: MISSING,
    });
    for (const [typed, kind] of addresses) {
      const served = await open(long(typed));
      // What was prerendered is what React shows; another fragment is no other document.
      if (served !== null)
        expect(await served.text()).toContain(`data-page="${kind}"`);
      await alive(page);
      const main = page.locator(`main[data-page="${kind}"]`);
      await main.getByRole("heading").first().waitFor();
      expect(page.url()).toBe(new URL(origin + long(typed)).href);
    }
  });

  test.concurrent.for([
    ["/quiz-adhd/start?email=%0D%0Aa%00%40b.co", "/quiz-adhd/start", "single"],
    ["//evil.example/quiz?email=a%40b.co", "//evil.example/quiz", "not-found"],
  ] as const)(
    "%s keeps no address of a person",
    async ([typed, shown, kind], { arrive }) => {
      const { page, origin, open } = await arrive("calm", {
        expected: MISSING,
      });
      await open(typed);
      await alive(page);
      await page.locator(`main[data-page="${kind}"]`).waitFor();
      expect(page.url()).toBe(new URL(origin + shown).href);
    },
  );

  test.concurrent.for(redirects)("%s leads to %s", async ([typed, to]) => {
    const { status, location } = await ask("calm", long(typed));
    expect([301, 302]).toContain(status);
    expect(location).toBe(long(to));
  });

  test.concurrent("that cannot be read is said so, with a way on", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm", { expected: MISSING });
    for (const typed of ["/%", "/quiz-adhd/%E0%A4%A", "/..%2f..%2fetc"]) {
      const answer = await open(typed);
      expect(answer?.status()).toBe(400);
      await page.getByRole("heading", { name: "cannot be read" }).waitFor();
      await page.getByRole("link").first().click();
      await hydrated(page);
    }
  });

  test.concurrent(
    "of 16 kB keeps nobody from paying",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", { stored: calmStored() });
      await open(long("/quiz-adhd/oto?utm_source=16kB"));
      await screenAfter(page, null);
      await page.locator(BUY).first().waitFor();
      await buy(page);
      await page.waitForURL(/thank-you/);
      expect(await productsOf(page)).toHaveLength(1);
    },
  );
});

/** With so many letters as advertisements put into addresses. */
function long(address: string): string {
  return address.replace("16kB", "x".repeat(16_000));
}
