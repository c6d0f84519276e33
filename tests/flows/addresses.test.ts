import { describe, expect } from "vitest";
import { BUY, buy, productsOf } from "../testing/pay.ts";
import { alive, hydrated, screenAfter } from "../testing/screen.ts";
import { calmStored, spiritualStored } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";

const MISSING = /404|400/;

/** What is typed, where it leads when that is another address, and the page that is there. */
const addresses = [
  ["/quiz-adhd/start?a=%E0%A4%A&utm_source=%ZZ&device_id=%", null, "single"],
  ["/quiz-adhd/start#%E0%A4%A", null, "single"],
  ["/quiz-adhd/start#\"'><img src=x>", null, "single"],
  ["/quiz-adhd/start?__proto__=1&constructor=2#constructor", null, "single"],
  ["/quiz-adhd/start;x=1", "/quiz-adhd/start", "single"],
  ["/quiz-adhd/START?x=1", "/quiz-adhd/start?x=1", "single"],
  ["/quiz-adhd/%252e%252e", "/quiz-adhd/start", "single"],
  ["//quiz-adhd//start?x=1", "/quiz-adhd/start?x=1", "single"],
  ["/quiz-adhd/start?email=%0D%0Aa%00%40b.co", "/quiz-adhd/start", "single"],
  ["//evil.example/quiz?email=a%40b.co", "//evil.example/quiz", "not-found"],
  ["//x", null, "not-found"],
  ["/\\\\x", null, "not-found"],
  ["/quiz-adhd/start?utm_source=16kB", null, "single"],
  ["/quiz-adhd/x?fbclid=16kB", "/quiz-adhd/start?fbclid=16kB", "single"],
] as const;

describe("an odd address", () => {
  test.concurrent.for(addresses)(
    "%s: a page of ours, alive, and nowhere else",
    async ([typed, shown, kind], { arrive }) => {
      const { page, origin, open } = await arrive("calm", {
        expected: MISSING,
      });
      await open(long(typed));
      await alive(page);
      const main = page.locator(`main[data-page="${kind}"]`);
      await main.getByRole("heading").first().waitFor();
      expect(page.url()).toBe(new URL(origin + long(shown ?? typed)).href);
    },
  );

  test.concurrent(
    "that cannot be read is said so, with a way on",
    async ({ arrive }) => {
      const { page, open } = await arrive("calm", { expected: MISSING });
      for (const typed of ["/%", "/quiz-adhd/%E0%A4%A", "/..%2f..%2fetc"]) {
        const answer = await open(typed);
        expect(answer?.status()).toBe(400);
        await page.getByRole("heading", { name: "cannot be read" }).waitFor();
        await page.getByRole("link").first().click();
        await hydrated(page);
      }
    },
  );

  test.concurrent("of 16 kB keeps nobody from paying", async ({ arrive }) => {
    const { page, open } = await arrive("calm", { stored: calmStored() });
    await open(long("/quiz-adhd/oto?utm_source=16kB"));
    await screenAfter(page, null);
    await page.locator(BUY).first().waitFor();
    await buy(page);
    await page.waitForURL(/thank-you/);
    expect(await productsOf(page)).toHaveLength(1);
  });
});

describe("a side of an experiment in the address", () => {
  const words = {
    A: "10 quiet minutes a day, Robin",
    B: "How long would you like company, Robin?",
  };

  test.concurrent.for([
    ["abtest=b&abtest=a", "B"],
    ["abtest=a&abtest=B", "A"],
    ["abtest=A&abtest=b", null],
    ["abtest=B", null],
    ["ABTEST=b", null],
  ] as const)(
    "?%s: the same before and after the scripts",
    async ([query, forced], { arrive }) => {
      // Of both sides a visitor has seen one, which only a lower-case letter changes.
      const seen = { name: "abbib1_oto_2", value: "A" };
      const { page, open } = await arrive("spiritual", {
        stored: {
          ...spiritualStored(),
          experiments: {
            variants: { [seen.name]: { value: seen.value } },
            lastUsedExperiment: seen,
          },
        },
      });
      await open(`/quiz/oto?${query}`);
      const early = await page.locator("html").getAttribute("data-side");
      expect(early).toBe(forced ?? "A");
      expect(await hydrated(page)).toMatchObject({
        heading: words[forced ?? "A"],
      });
    },
  );
});

/** With so many letters as advertisements put into addresses. */
function long(address: string): string {
  return address.replace("16kB", "x".repeat(16_000));
}
