import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { contrast } from "../../compiler/link/color.ts";
import {
  alive,
  describedBy,
  firstShownAtNext,
  screenAfter,
  soon,
} from "../testing/screen.ts";
import { answersOf, chosen, spiritualStored } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { card } from "../testing/walk.ts";

/** `#rrggbb` of `rgb(r, g, b)`. */
const hexOf = (color = ""): string =>
  `#${(color.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;

const CONTINUE = '[data-action="continue"]';

describe("a question with one answer", () => {
  test.concurrent("a step on its way in makes a narrow screen no wider", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("dating", { own: { bypassCSP: true } });
    await open("/quiz-exback/start");
    await alive(page);
    const content =
      "main[data-way] > * > * { animation-play-state: paused !important }";
    await page.addStyleTag({ content });
    await card(page, "talk").click();
    await screenAfter(page, "/quiz-exback/start");
    const { reaches, width } = await page.evaluate(() => ({
      reaches: Math.max(
        ...[...document.querySelectorAll("main > * > *")].map(
          (part) => part.getBoundingClientRect().right,
        ),
      ),
      width: document.documentElement.scrollWidth,
    }));
    expect(reaches).toBeGreaterThan(375);
    expect(width).toBe(375);
  });

  test.concurrent("one tap shows the choice, then goes on; Back shows it again and waits", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("dating", { clock: true });
    await open("/quiz-exback/start");
    await alive(page);
    await stopTime(page);
    await card(page, "talk").click();
    expect(await chosen(page)).toBe("talk");
    expect(new URL(page.url()).pathname).toBe("/quiz-exback/start");
    await page.clock.fastForward(300);
    const second = await screenAfter(page, "/quiz-exback/start");
    expect(second).toMatchObject({
      path: "/quiz-exback/2-gender",
      focused: true,
    });

    await page.goBack();
    await screenAfter(page, second.path);
    expect(await chosen(page)).toBe("talk");
    await soon(async () =>
      expect(
        await page.evaluate(() =>
          document.activeElement?.getAttribute("value"),
        ),
      ).toBe("talk"),
    );
    await page.locator(CONTINUE).waitFor();
    await page.clock.fastForward(5_000);
    expect(new URL(page.url()).pathname).toBe("/quiz-exback/start");

    await card(page, "clarity").click();
    await page.clock.fastForward(300);
    await screenAfter(page, "/quiz-exback/start");
    expect(await answersOf(page, "dating/ex-back")).toEqual({
      hope: "clarity",
    });
    await page.locator('[data-action="back"]').click();
    await screenAfter(page, second.path);
    expect(await chosen(page)).toBe("clarity");
    // What comes up under a finger hears no tap meanwhile.
    await page.clock.fastForward(300);
    await page.locator(CONTINUE).click();
    expect(await screenAfter(page, "/quiz-exback/start")).toMatchObject({
      path: second.path,
    });
  });

  test.concurrent(
    "a second tap cancels the first and picks anew",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("dating", { clock: true });
      await open("/quiz-exback/2-gender");
      await alive(page);
      await stopTime(page);
      await card(page, "female").click();
      await page.clock.fastForward(200);
      await card(page, "male").click();
      await page.clock.fastForward(200);
      // The delay has begun anew.
      expect(new URL(page.url()).pathname).toBe("/quiz-exback/2-gender");
      await page.clock.fastForward(100);
      await screenAfter(page, "/quiz-exback/2-gender");
      expect(await answersOf(page, "dating/ex-back")).toEqual({
        gender: "male",
      });
    },
  );

  test.concurrent(
    "the address and the question change in one task",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("dating", { clock: true });
      await open("/quiz-exback/start");
      await alive(page);
      const shown = page.evaluate(firstShownAtNext);
      await card(page, "talk").click();
      await page.clock.fastForward(300);
      expect(await shown).toBe("gender");
    },
  );

  test.concurrent("arrow keys only move; Space, Enter and digits answer", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("dating", { clock: true });
    await open("/quiz-exback/5-together");
    await alive(page);
    await page.getByRole("radio").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.clock.fastForward(5_000);
    expect(await chosen(page)).toBe("4-to-9-years");
    expect(new URL(page.url()).pathname).toBe("/quiz-exback/5-together");
    await page.keyboard.press("Enter");
    await page.clock.fastForward(300);
    expect(await screenAfter(page, "/quiz-exback/5-together")).toMatchObject({
      path: "/quiz-exback/6-apart",
    });

    await page.getByRole("radio").first().focus();
    await page.keyboard.press("Space");
    await page.clock.fastForward(300);
    await screenAfter(page, "/quiz-exback/6-apart");

    // A key alone does nothing; with the focus in the group, it answers.
    await page.keyboard.press("3");
    await page.clock.fastForward(5_000);
    expect(await chosen(page)).toBe(null);
    await page.getByRole("radio").first().focus();
    await page.keyboard.press("3");
    await page.clock.fastForward(300);
    await screenAfter(page, "/quiz-exback/7-ended");
    expect(await answersOf(page, "dating/ex-back")).toEqual({
      together: "4-to-9-years",
      apart: "days",
      ended: "we-both-did",
    });
  });

  test.concurrent("a scale is answered by one tap, and both its ends have words", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm", { clock: true });
    await open("/quiz-adhd/11-time-sense");
    await alive(page);
    const marks = page.getByRole("radio");
    const ends = [marks.first(), marks.last()];
    const words = await Promise.all(ends.map((end) => describedBy(end)));
    expect(words).toEqual(["Not at all", "Very well"]);
    // What was picked is shown for 300 ms, in which a busy machine may not come to look.
    await stopTime(page);
    await card(page, "4").click();
    const [picked, ground] = await card(page, "4").evaluate((mark) =>
      [mark, document.documentElement].map(
        (part) => getComputedStyle(part).backgroundColor,
      ),
    );
    // WCAG 1.4.11 asks for as much of what tells a state.
    expect(contrast(hexOf(picked), hexOf(ground))).toBeGreaterThan(3);
    await page.clock.fastForward(300);
    expect(await screenAfter(page, "/quiz-adhd/11-time-sense")).toMatchObject({
      path: "/quiz-adhd/12-pull",
    });
    expect(await answersOf(page, "calm/adhd")).toEqual({
      "time-sense": 4,
    });
  });
});

describe("a question with several answers", () => {
  test.concurrent(
    "counts, has a maximum, and 'none' stands alone",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("calm");
      await open("/quiz-adhd/12-pull");
      await alive(page);
      const button = page.locator(CONTINUE);
      const ticked = () =>
        page
          .locator("input:checked")
          .evaluateAll((all) => all.map((each) => each.getAttribute("value")));
      // Nothing chosen: the button says why it does nothing.
      expect(await button.getAttribute("aria-disabled")).toBe("true");
      const why = await button.innerText();
      await button.click({ force: true });
      expect(new URL(page.url()).pathname).toBe("/quiz-adhd/12-pull");

      const boxes = page.getByRole("checkbox");
      for (const at of [0, 1, 2]) await boxes.nth(at).press("Space");
      await button.locator('[data-count="3"]').waitFor();
      expect(await button.innerText()).not.toBe(why);
      await boxes.nth(3).press("Space");
      expect((await ticked()).length).toBe(3);
      await page.getByText("That is 3 already.").waitFor();

      await card(page, "none").click();
      expect(await ticked()).toEqual(["none"]);
      await boxes.nth(4).press("Space");
      expect(await ticked()).toEqual(["a-quick-chore"]);
      await page.keyboard.press("6");
      await button.locator('[data-count="2"]').waitFor();
      await button.click();
      await screenAfter(page, "/quiz-adhd/12-pull");
      expect(await answersOf(page, "calm/adhd")).toEqual({
        pull: ["a-quick-chore", "hunger-or-tiredness"],
      });
      // Used at once in the next text.
      await page.getByText(/You named: .*quick chore.*unger/).waitFor();
      await page.goBack();
      await screenAfter(page, "/quiz-adhd/13-tugs");
      expect(await ticked()).toEqual(["a-quick-chore", "hunger-or-tiredness"]);
    },
  );
});

describe("what lasts", () => {
  test.concurrent("answers survive a reload, a second tab and the way back", async ({
    arrive,
  }) => {
    const { page, context, open, origin } = await arrive("spiritual", {
      stored: spiritualStored({
        minutes: "15",
        longing: ["forgiveness-given-or-received"],
      }),
    });
    await open("/quiz/20-minutes?utm_source=x");
    await alive(page);
    expect(await chosen(page)).toBe("15");
    await page.reload();
    await alive(page);
    expect(await chosen(page)).toBe("15");
    expect(await page.locator(CONTINUE).count()).toBe(1);

    const tab = await context.newPage();
    await tab.goto(`${origin}/quiz/20-minutes`);
    await alive(tab);
    expect(await chosen(tab)).toBe("15");
    await card(tab, "5").click();
    await screenAfter(tab, "/quiz/20-minutes");
    // The first tab has heard of it.
    await soon(async () => expect(await chosen(page)).toBe("5"));
    expect(await answersOf(page, "spiritual/growth")).toMatchObject({
      minutes: "5",
      longing: ["forgiveness-given-or-received"],
    });
  });
});

/**
 * From now on time passes only when it is moved on. It leaps a minute first, in which a call under way would be given
 * up.
 */
async function stopTime(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}
