import { expect } from "vitest";
import { someOf } from "../testing/long.ts";
import { test } from "../testing/visitor.ts";

/** Pages that only a script could go on with; a guarded one, and one that is made of answers, show nothing else. */
const PAGES = [
  ["woo", "/quiz/start", true],
  ["dating", "/quiz/oto", false],
  ["calm", "/quiz-adhd/2-area", true],
  ["calm", "/quiz/3-not-lazy", false],
  ["spiritual", "/quiz/24-registration", true],
] as const;

someOf(
  test,
  PAGES,
  2,
)(
  "without JavaScript, %s%s says so and whom to write to, and nothing waits",
  async ([brand, path, isPublic], { arrive }) => {
    const { page, open } = await arrive(brand, {
      own: { javaScriptEnabled: false },
    });
    const answer = await open(path);
    expect(answer?.status()).toBe(200);
    const words = page.locator("[data-no-script]");
    await words.waitFor();
    expect(await words.innerText()).toContain("This page needs JavaScript");
    const link = words.getByRole("link");
    const address = (await link.getAttribute("href")) ?? "";
    expect(address).toMatch(/^mailto:\w+@/);
    expect(address).toContain(`mailto:${await link.innerText()}?subject=`);
    // Above all else, and wholly on the screen.
    const box = await words.boundingBox();
    expect(box?.y).toBe(0);
    expect(box?.height).toBeLessThan(300);
    expect(await page.locator("[data-preloader]").isVisible()).toBe(false);
    expect(await page.locator("main h1").first().isVisible()).toBe(isPublic);
    expect(await page.locator("footer").isVisible()).toBe(true);
  },
);
