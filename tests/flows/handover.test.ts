import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { NO_JOURNEY } from "../../runtime/core/journey.ts";
import { gate, SCRIPTS } from "../testing/faults.ts";
import {
  alive,
  firstShownAtNext,
  screenAfter,
  soon,
} from "../testing/screen.ts";
import { answersOf, chosen } from "../testing/stored.ts";
import { answerVendors } from "../testing/vendors.ts";
import { type Arrive, type Arriving, test } from "../testing/visitor.ts";
import { card } from "../testing/walk.ts";

const M = "/quiz-adhd";

describe("before the scripts are there", () => {
  test.concurrent("taps are answered, Back works, and React takes over what it finds", async ({
    arrive,
  }) => {
    const { page, scripts } = await begin(arrive, `${M}/start?utm_source=x`);
    await tapOn(page, "25-34");
    await tapOn(page, "at-home");
    const welcome = await screenAfter(page, null);
    expect(welcome).toMatchObject({
      path: `${M}/3-welcome`,
      page: "info",
      search: "?utm_source=x",
      focused: true,
    });
    // The visitor's own word, told by the tap before.
    await page.getByText("You chose: At home.").waitFor();

    await goBack(page);
    await screenAfter(page, welcome.path);
    expect(await chosen(page)).toBe("at-home");
    await goBack(page);
    await screenAfter(page, `${M}/2-area`);
    expect(await chosen(page)).toBe("25-34");
    expect(await page.title()).toBe("A kind look at your attention");
    await page.evaluate(() => history.forward());
    expect(await screenAfter(page, `${M}/start`)).toMatchObject({
      path: `${M}/2-area`,
    });
    expect(await answersOf(page, "calm/adhd")).toEqual({
      age: "25-34",
      area: "at-home",
    });

    scripts.open();
    await alive(page);
    expect(await screenAfter(page, null)).toMatchObject({
      path: `${M}/2-area`,
      search: "?utm_source=x",
    });
    expect(await chosen(page)).toBe("at-home");
    await tapOn(page, "at-work");
    await page.getByText("You chose: At work.").waitFor();
    expect(await answersOf(page, "calm/adhd")).toEqual({
      age: "25-34",
      area: "at-work",
    });
    await goBack(page);
    await screenAfter(page, `${M}/3-welcome`);
    await goBack(page);
    await screenAfter(page, `${M}/2-area`);
    expect(await chosen(page)).toBe("25-34");
  });

  test.concurrent("pages that were left are told as seen, in their order, before the one that React finds", async ({
    arrive,
  }) => {
    const { page, context, scripts } = await begin(arrive, `${M}/start`, {
      consent: "accepted",
    });
    await answerVendors(context);
    await tapOn(page, "25-34");
    await tapOn(page, "at-home");
    await screenAfter(page, `${M}/2-area`);
    await goBack(page);
    await screenAfter(page, `${M}/3-welcome`);
    scripts.open();
    await alive(page);
    const area = {
      event: "page_view",
      page_path: `${M}/2-area`,
      page_title: await page.title(),
    };
    await soon(async () =>
      expect(await pageViews(page)).toMatchObject([
        {
          page_path: `${M}/start`,
          page_title: "A kind look at your attention",
        },
        area,
        {
          page_path: `${M}/3-welcome`,
          page_title: "A good place to begin · Stillmere",
        },
        area,
      ]),
    );
  });

  test.concurrent("Back that is tapped twice goes back once, then as now", async ({
    arrive,
  }) => {
    const { page, scripts } = await begin(arrive, `${M}/start`);
    const twice = () =>
      page.locator('[data-action="back"]').evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await tapOn(page, "25-34");
    await tapOn(page, "at-home");
    await twice();
    await screenAfter(page, `${M}/3-welcome`);
    expect(await chosen(page)).toBe("at-home");
    await goBack(page);
    await screenAfter(page, `${M}/2-area`);
    expect(await chosen(page)).toBe("25-34");

    scripts.open();
    await alive(page);
    await tapOn(page, "25-34");
    await tapOn(page, "at-home");
    await twice();
    expect(await screenAfter(page, `${M}/3-welcome`)).toMatchObject({
      path: `${M}/2-area`,
    });
  });

  test.concurrent("words of the visitor stand when React takes over", async ({
    arrive,
  }) => {
    const { page, scripts } = await begin(arrive, `${M}/2-area`);
    await tapOn(page, "inside-my-own-head");
    await page.getByText("You chose: Inside my own head.").waitFor();
    scripts.open();
    await alive(page);
    await page.getByText("You chose: Inside my own head.").waitFor();
    await page.locator('[data-action="continue"]').click();
    expect(await screenAfter(page, `${M}/3-welcome`)).toMatchObject({
      path: `${M}/4-mind`,
    });
  });

  test.concurrent(
    "a tap on a question that has no next one yet is kept",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, scripts } = await begin(arrive, `${M}/2-area`);
      const answers = {
        area: "at-home",
        mind: "morning-fog",
        since: "as-long-as-i-can-remember",
        "page-again": "often",
      };
      // As many steps as a document brings.
      for (const [id, value] of Object.entries(answers)) {
        await tapOn(page, value);
        if (id !== "area") continue;
        await page.locator('[data-action="continue"]').click();
        await screenAfter(page, `${M}/3-welcome`);
      }
      await card(page, "never").click();
      await soon(async () =>
        expect(await answersOf(page, "calm/adhd")).toEqual({
          ...answers,
          begin: "never",
        }),
      );
      expect(await chosen(page)).toBe("never");
      expect(await pathOf(page)).toBe(`${M}/8-begin`);
      const shown = page.evaluate(firstShownAtNext);
      scripts.open();
      expect(await shown).toBe("last-mile");
      expect(await screenAfter(page, `${M}/8-begin`)).toMatchObject({
        path: `${M}/9-last-mile`,
        focused: true,
      });
      await goBack(page);
      await screenAfter(page, `${M}/9-last-mile`);
      expect(await chosen(page)).toBe("never");
    },
  );

  test.concurrent(
    "a tap whose next page is still to be fetched leads to a whole step",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, scripts } = await begin(arrive, `${M}/4-mind`);
      for (const value of [
        "morning-fog",
        "as-long-as-i-can-remember",
        "often",
        "rarely",
        "never",
      ])
        await tapOn(page, value);
      await card(page, "never").click();
      const shown = page.evaluate(firstShownAtNext);
      scripts.open();
      expect(await shown).toBe("time-sense");
      expect(await screenAfter(page, `${M}/10-lost-things`)).toMatchObject({
        path: `${M}/11-time-sense`,
        page: "scale",
      });
    },
  );

  test.concurrent("a tap at the moment of the hand-over counts once", async ({
    arrive,
  }) => {
    const { page, scripts } = await begin(arrive, `${M}/7-page-again`);
    await card(page, "often").click();
    scripts.open();
    expect(await screenAfter(page, `${M}/7-page-again`)).toMatchObject({
      path: `${M}/8-begin`,
    });
    await alive(page);
    expect(await pathOf(page)).toBe(`${M}/8-begin`);
    // One entry further than the first.
    expect(await page.evaluate(() => history.state.idx)).toBe(1);
    expect(await answersOf(page, "calm/adhd")).toEqual({
      "page-again": "often",
    });
  });

  test.concurrent("a page between two questions goes on", async ({
    arrive,
  }) => {
    const { page } = await begin(arrive, `${M}/31-step`);
    await page.locator('[data-action="continue"]').click();
    expect(await screenAfter(page, `${M}/31-step`)).toMatchObject({
      path: `${M}/32-goal`,
    });
  });

  test.concurrent("a question that has an answer stays where it is when its button comes", async ({
    arrive,
  }) => {
    const { page, scripts } = await begin(arrive, `${M}/start`, {
      stored: {
        "funnel:calm/adhd": { ...NO_JOURNEY, answers: { age: "25-34" } },
      },
    });
    const tops = () =>
      page.evaluate(() =>
        ["fieldset", "footer"].map((name) =>
          document.querySelector(name)?.getBoundingClientRect().y.toFixed(0),
        ),
      );
    await page.evaluate(() => document.fonts.ready);
    const before = await tops();
    scripts.open();
    await alive(page);
    await page.locator("[data-action=continue]").waitFor();
    expect(await tops()).toEqual(before);
    expect(
      await page.evaluate(() => ({ ...document.documentElement.dataset })),
    ).not.toHaveProperty("standing");
  });

  test.concurrent("what is typed, ticked or reached by arrow keys is kept", async ({
    arrive,
  }) => {
    const { page, scripts } = await begin(arrive, `${M}/14-name`);
    await page.getByRole("textbox").fill("Robin");
    await page.getByRole("textbox").press("Enter");
    expect(await pathOf(page)).toBe(`${M}/14-name`);
    scripts.open();
    await alive(page);
    expect(await page.getByRole("textbox").inputValue()).toBe("Robin");
    await page.locator('[data-action="continue"]').click();
    expect(await screenAfter(page, `${M}/14-name`)).toMatchObject({
      heading: expect.stringContaining("Robin"),
    });
  });

  test.concurrent("ticks on a question with several answers are kept", async ({
    arrive,
  }) => {
    const { page, scripts } = await begin(arrive, `${M}/12-pull`);
    await page.getByRole("checkbox").nth(1).press("Space");
    await page.getByRole("checkbox").nth(2).press("Space");
    scripts.open();
    await alive(page);
    const button = page.locator('[data-action="continue"]');
    await button.locator('[data-count="2"]').waitFor();
    await button.click();
    await screenAfter(page, `${M}/12-pull`);
    expect(await answersOf(page, "calm/adhd")).toEqual({
      pull: ["noise-around-me", "a-new-idea"],
    });
  });

  test.concurrent(
    "several answers are taken, shown on the button and brought back",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, scripts } = await begin(arrive, "/quiz-anxiety/5-about");
      const button = page.locator('[data-action="continue"]');
      const boxes = page.getByRole("checkbox");
      expect(await button.getAttribute("aria-disabled")).toBe("true");
      await boxes.nth(0).press("Space");
      await boxes.nth(2).press("Space");
      await button.locator('[data-count="2"]').waitFor();
      expect(await button.getAttribute("aria-disabled")).toBeNull();
      const before = await button.innerText();
      await button.click();
      expect(await screenAfter(page, "/quiz-anxiety/5-about")).toMatchObject({
        path: "/quiz-anxiety/6-circles",
      });
      await goBack(page);
      await screenAfter(page, "/quiz-anxiety/6-circles");
      expect(await boxes.nth(0).isChecked()).toBe(true);
      expect(await boxes.nth(1).isChecked()).toBe(false);
      await button.locator('[data-count="2"]').waitFor();

      scripts.open();
      await alive(page);
      expect(await boxes.nth(2).isChecked()).toBe(true);
      // What a screen reader hears comes with React; nothing that is seen changes.
      await button.getByText("(2 chosen)").waitFor();
      expect((await button.innerText()).startsWith(before)).toBe(true);
      await button.click();
      await screenAfter(page, "/quiz-anxiety/5-about");
      expect(await answersOf(page, "calm/anxiety")).toMatchObject({
        about: [expect.any(String), expect.any(String)],
      });
    },
  );

  test.concurrent(
    "no more than the most, and none of these alone",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, scripts } = await begin(arrive, `${M}/12-pull`);
      const boxes = page.getByRole("checkbox");
      const tickedNow = () =>
        boxes.evaluateAll((all) =>
          all.flatMap((box, at) =>
            box instanceof HTMLInputElement && box.checked ? [at] : [],
          ),
        );
      for (const at of [0, 1, 2, 3]) await boxes.nth(at).press("Space");
      expect(await tickedNow()).toEqual([0, 1, 2]);
      await boxes.last().press("Space");
      expect(await tickedNow()).toEqual([6]);
      await boxes.nth(4).press("Space");
      expect(await tickedNow()).toEqual([4]);
      scripts.open();
      await alive(page);
      expect(await tickedNow()).toEqual([4]);
    },
  );

  test.concurrent(
    "an arrow key chooses without answering, then as now",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, scripts } = await begin(arrive, `${M}/8-begin`);
      await page.getByRole("radio").first().focus();
      await page.keyboard.press("ArrowDown");
      scripts.open();
      await alive(page);
      expect(await chosen(page)).toBe("rarely");
      expect(await pathOf(page)).toBe(`${M}/8-begin`);
      await page.locator('[data-action="continue"]').click();
      await screenAfter(page, `${M}/8-begin`);
      expect(await answersOf(page, "calm/adhd")).toEqual({ begin: "rarely" });
    },
  );

  test.concurrent(
    "a page in the background, which no frame comes to, gets ready",
    { tags: "long" },
    async ({ arrive }) => {
      // Their window is theirs alone: no frame would come to the next visitor either.
      const { page, origin } = await arrive("calm", { own: {} });
      await page.addInitScript(() => {
        globalThis.requestAnimationFrame = () => 0;
      });
      await page.goto(`${origin}${M}/start`);
      await alive(page);
    },
  );
});

/** Somebody at an address, whose scripts are still on their way. */
async function begin(arrive: Arrive, path: string, arriving: Arriving = {}) {
  const { page, context, origin } = await arrive("calm", arriving);
  const scripts = await gate(page, SCRIPTS);
  await page.goto(origin + path, { waitUntil: "commit" });
  await page.locator("main[data-page]").waitFor();
  return { page, context, scripts };
}

/** What the tag manager was told of pages. */
function pageViews(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const layer: unknown = Reflect.get(globalThis, "dataLayer");
    return Array.isArray(layer)
      ? layer.filter(({ event }) => event === "page_view")
      : null;
  });
}

/** The page is not loaded, so there is no load to wait for. */
function goBack(page: Page): Promise<void> {
  return page.evaluate(() => history.back());
}

/** Taps a choice, which is marked at once, and waits for the next screen. */
async function tapOn(page: Page, value: string): Promise<void> {
  const pathname = await pathOf(page);
  const tap = await page.evaluateHandle(watchTap);
  await card(page, value).click();
  await screenAfter(page, pathname);
  expect(await tap.evaluate(({ marked }) => marked)).toBe(value);
}

/** Runs in the browser: what the next click marks in its own task. */
function watchTap() {
  const marked = new Promise<string | null>((resolve) =>
    addEventListener(
      "click",
      () =>
        setTimeout(() => {
          const input = document.querySelector("fieldset input:checked");
          resolve(input?.getAttribute("value") ?? null);
        }),
      { once: true },
    ),
  );
  return { marked };
}

/** Asked of the page itself: the driver learns of a new address later. */
function pathOf(page: Page): Promise<string> {
  return page.evaluate(() => location.pathname);
}
