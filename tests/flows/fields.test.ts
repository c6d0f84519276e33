import type { Locator } from "playwright";
import { describe, expect } from "vitest";
import { RUN_MS } from "../../runtime/core/run-of-taps.ts";
import { alive, describedBy, screenAfter, soon } from "../testing/screen.ts";
import { datingStored } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { keyOf } from "../testing/stored.ts";

const CONTINUE = '[data-action="continue"]';

describe("a field", () => {
  test.concurrent(
    "a slider has none until it is moved",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("calm");
      await open("/quiz-adhd/25-sleep");
      await alive(page);
      const slider = page.getByRole("slider");
      expect(await slider.getAttribute("aria-valuetext")).toBe("No answer yet");
      await page.locator(CONTINUE).click({ force: true });
      expect(new URL(page.url()).pathname).toBe("/quiz-adhd/25-sleep");
      await slider.press("ArrowLeft");
      expect(await slider.getAttribute("aria-valuetext")).toBe("6.5 hours");
      await slider.fill("5.5");
      await page.locator(CONTINUE).click();
      await screenAfter(page, "/quiz-adhd/25-sleep");
      await page.getByText("You said 5.5 hours.").waitFor();
      await page.goBack();
      await screenAfter(page, "/quiz-adhd/26-short-nights");
      expect(await page.getByRole("slider").inputValue()).toBe("5.5");
    },
  );

  test.concurrent("a text is trimmed, asked for in words, and used in the next ones", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm");
    await open("/quiz-adhd/14-name");
    await alive(page);
    const field = page.getByRole("textbox");
    expect(await field.getAttribute("autocomplete")).toBe("given-name");
    await page.locator(CONTINUE).click();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await describedBy(field)).toBe("Please fill this in.");
    expect(await isFocused(field)).toBe(true);
    await field.fill("  <b>Ro  bin</b>\t ");
    await field.press("Enter");
    const next = await screenAfter(page, "/quiz-adhd/14-name");
    expect(next.heading).toBe(
      "<b>Ro bin</b>, how often are your words out before the other person has finished?",
    );
    // What the visitor typed is in no title.
    await soon(async () =>
      expect(await page.title()).toBe("A kind look at your attention"),
    );
    // Digits are for choices where there are choices, and text where there is a field.
    await page.goBack();
    await screenAfter(page, next.path);
    await page.getByRole("textbox").press("End");
    await page.keyboard.type("2");
    expect(await page.getByRole("textbox").inputValue()).toBe("<b>Ro bin</b>2");
  });

  test.concurrent(
    "a name in another direction turns round no word of the sentence",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("calm");
      // The last one turns round what follows, and nothing in it ends that.
      for (const name of ["مريم", "مريم (2)", "\u202eadA"]) {
        await open("/quiz-adhd/14-name");
        await alive(page);
        await page.getByRole("textbox").fill(name);
        await page.locator(CONTINUE).click();
        await screenAfter(page, "/quiz-adhd/14-name");
        expect(await page.evaluate(gapBehindName), name).toBeGreaterThan(-2);
      }
    },
  );

  test.concurrent("an address with a slip is asked about once, a wrong one never passes", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("dating", {
      clock: true,
      stored: {
        [keyOf("dating/ex-back")]: {
          ...datingStored()[keyOf("dating/ex-back")],
        },
      },
    });
    await open("/quiz-exback/26-email");
    await alive(page);
    const field = page.getByRole("textbox", { name: "Email" });
    const submit = page.locator('[data-action="submit"]');
    await field.fill("robin@");
    await submit.click();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await soon(async () =>
      expect((await describedBy(field)).length).toBeGreaterThan(10),
    );
    await field.fill("robin@gmial.com");
    await submit.click();
    const better = page.getByRole("button", { name: "robin@gmail.com" });
    await better.waitFor();
    // Time enough to read it.
    await page.clock.fastForward(RUN_MS);
    await better.click();
    expect(await field.inputValue()).toBe("robin@gmail.com");
    await submit.click();
    expect(await screenAfter(page, "/quiz-exback/26-email")).toMatchObject({
      path: "/quiz-exback/27-plan",
    });
    expect(page.url()).not.toContain("robin");
  });
});

function isFocused(field: Locator): Promise<boolean> {
  return field.evaluate((element) => document.activeElement === element);
}

/** Runs in the browser: how far to the right of the name the next character stands, in px. */
function gapBehindName(): number {
  const name = document.querySelector('h1 [data-personal="name"]');
  const rest = name?.nextSibling;
  if (!name || !rest) return Number.NaN;
  const range = document.createRange();
  range.setStart(rest, 0);
  range.setEnd(rest, 1);
  return (
    range.getBoundingClientRect().left - name.getBoundingClientRect().right
  );
}
