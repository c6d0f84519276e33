import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { someOf } from "../testing/long.ts";
import { alive, screenAfter, soon } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { card } from "../testing/walk.ts";

const SUBMIT = '[data-action="submit"]';
const CONTINUE = '[data-action="continue"]';
const SMALL = [
  { width: 375, height: 667 },
  { width: 320, height: 568 },
  { width: 667, height: 375 },
];
/** What a keyboard leaves of a phone, and of a small one. */
const TYPING = [
  { width: 375, height: 476 },
  { width: 320, height: 320 },
];

describe("a keyboard that comes up", () => {
  someOf(test.concurrent, [
    ["body", "/quiz-boost/28-enter-your-name-and-email"],
    ["skill-building", "/quiz-ai/30-registration"],
    ["calm", "/quiz-adhd/36-email"],
  ] as const)(
    "leaves the field of %s between the top and the button",
    async ([brand, path], { arrive }) => {
      const { page, open } = await arrive(brand, {
        stored: await storedOf(brand),
        own: { viewport: { width: 375, height: 812 } },
      });
      await open(path);
      await alive(page);
      const field = page.getByRole("textbox", { name: "Email" });
      for (const size of TYPING) {
        await page.setViewportSize({ width: size.width, height: 812 });
        await page.evaluate(() => window.scrollTo(0, 0));
        await field.focus();
        await page.setViewportSize(size);
        await soon(async () => {
          const { top, bottom, free } = await field.evaluate(placeOf, SUBMIT);
          expect(top).toBeGreaterThanOrEqual(0);
          expect(bottom).toBeLessThanOrEqual(free);
        });
      }
    },
  );
});

someOf(test.concurrent, [
  ["skill-building", "/quiz-ai/30-registration"],
  ["woo", "/quiz/18-email"],
  ["spiritual", "/quiz/24-registration"],
] as const)(
  "the button of %s lies on no field of a small phone, held either way",
  async ([brand, path], { arrive }) => {
    const { page, open } = await arrive(brand, {
      stored: await storedOf(brand),
      own: { viewport: { width: 375, height: 667 } },
    });
    await open(path);
    await alive(page);
    for (const size of SMALL) {
      await page.setViewportSize(size);
      const covered = () =>
        page.locator("main form").evaluate(coveredBy, SUBMIT);
      await soon(async () => expect(await covered()).toEqual([]));
    }
  },
);

someOf(test.concurrent, [
  ["calm", "/quiz-adhd/14-name"],
  ["woo", "/quiz/16-name"],
  ["dating", "/quiz-exback/24-ex-name"],
] as const)(
  "a wrong field of %s looks wrong while it has the focus",
  async ([brand, path], { arrive }) => {
    const { page, open } = await arrive(brand, {
      stored: await storedOf(brand),
    });
    await open(path);
    await alive(page);
    const field = page.locator("main").getByRole("textbox");
    await field.fill("");
    await page.locator(CONTINUE).click();
    await soon(async () =>
      expect(await field.getAttribute("aria-invalid")).toBe("true"),
    );
    const { focused, ...colours } = await field.evaluate(coloursOf);
    expect(focused).toBe(true);
    const { message } = colours;
    expect(colours).toEqual({ edge: message, ring: message, message });
  },
);

test.concurrent(
  "the button that goes on after Back stands below the choices",
  { tags: "long" },
  async ({ arrive }) => {
    const { page, open } = await arrive("dating", {
      own: { viewport: { width: 320, height: 480 } },
    });
    await open("/quiz-exback/start");
    await alive(page);
    await card(page, "talk").click();
    const next = await screenAfter(page, "/quiz-exback/start");
    await page.goBack();
    await screenAfter(page, next.path);
    await page.locator(CONTINUE).waitFor();
    expect(await page.evaluate(lastChoiceAndButton, CONTINUE)).toMatchObject({
      below: true,
    });
  },
);

test.concurrent("whoever is in danger reads at once whom to call, and nothing covers it", async ({
  arrive,
}) => {
  const { page, open } = await arrive("woo", {
    own: { viewport: { width: 320, height: 640 } },
  });
  await open("/quiz/8-step");
  await alive(page);
  await card(page, "heavy").click();
  const help = await screenAfter(page, "/quiz/8-step");
  const numbers = page.locator('main a[href^="tel:"]');
  expect(await numbers.count()).toBeGreaterThan(0);
  await soon(async () => expect(await seen(page)).toBe(await numbers.count()));
  await page.locator(CONTINUE).click();
  await screenAfter(page, help.path);
  await soon(async () => expect(await seen(page)).toBeGreaterThan(0));
  const words = await page.locator("main").innerText();
  expect(words).not.toMatch(/bought nothing|Loading your order/);
});

test.concurrent("a number to call is read in one line", async ({ arrive }) => {
  const { page, open } = await arrive("dating", {
    stored: await storedOf("dating"),
  });
  await open("/quiz-exback/9-step");
  await alive(page);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    const lines = await page
      .locator('main a[href^="tel:"]')
      .evaluateAll(linesOf);
    expect(new Set(lines), `${width} px wide`).toEqual(new Set([1]));
  }
});

someOf(
  test.concurrent,
  [
    ["body", "/quiz-boost/5-step"],
    ["dating", "/quiz-exback/25-analyzing"],
    ["body", "/quiz/19-analyzing"],
  ] as const,
  2,
)(
  "on a phone, a step of %s without a drawing begins below the header: %s",
  async ([brand, path], { arrive }) => {
    const { page, open } = await arrive(brand, {
      stored: await storedOf(brand),
    });
    await open(path);
    await alive(page);
    const { isFree, gap } = await page.evaluate(readHeader);
    expect(isFree).toBe(true);
    expect(gap).toBeGreaterThanOrEqual(0);
    if (brand === "dating") expect(gap, "ground joins ground").toBe(0);
  },
);

test.concurrent(
  "the next choice does not lie over the ring of one that has the focus",
  { tags: "long" },
  async ({ arrive }) => {
    const { page, open } = await arrive("skill-building");
    await open("/quiz/start");
    await alive(page);
    const choice = page.locator("main label").nth(1);
    await choice.locator("input").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    expect(await choice.evaluate(isOnTop)).toBe(true);
  },
);

/** Runs in the browser. */
function linesOf(links: readonly Element[]): number[] {
  return links.map((link) => link.getClientRects().length);
}

/** Runs in the browser: whether the progress can be seen, and how far below the header the headline's ground begins. */
function readHeader() {
  const line = document.querySelector("header progress");
  const { left, top, width, height } =
    line?.getBoundingClientRect() ?? new DOMRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const below = document.querySelector("main [data-head]")?.parentElement;
  const header = document.querySelector("header")?.getBoundingClientRect();
  const start = below?.getBoundingClientRect().top ?? 0;
  return {
    isFree: hit !== null && hit.closest("header") !== null,
    gap: Math.round(start - (header?.bottom ?? 0)),
  };
}

/** Runs in the browser: at its last line, which the next one begins with. */
function isOnTop(choice: Element): boolean {
  const { left, bottom } = choice.getBoundingClientRect();
  return choice.contains(document.elementFromPoint(left + 20, bottom - 0.5));
}

/** How many numbers to call can be tapped as the page stands. */
function seen(page: Page): Promise<number> {
  return page.locator('main a[href^="tel:"]').evaluateAll(
    (links) =>
      links.filter((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        const hit = document.elementFromPoint(
          left + width / 2,
          top + height / 2,
        );
        return hit?.closest("a") === link;
      }).length,
  );
}

/** Runs in the browser: where the field is, and up to where nothing lies over the page. */
function placeOf(field: Element, submit: string) {
  const box = (field.parentElement ?? field).getBoundingClientRect();
  const action = document.querySelector(submit)?.parentElement;
  const free = action?.getBoundingClientRect().top ?? 0;
  return { top: box.top, bottom: box.bottom, free };
}

/** Runs in the browser. The ring of the focus is an outline, or a line below where choices stand on rules. */
function coloursOf(field: Element) {
  const said = document.getElementById(
    field.getAttribute("aria-describedby")?.split(" ")[0] ?? "",
  );
  const box = getComputedStyle(field.parentElement ?? field);
  const isLine = box.outlineColor === "rgba(0, 0, 0, 0)";
  return {
    focused: document.activeElement === field,
    edge: box.borderBottomColor,
    ring: isLine
      ? (/^rgba?\([^)]*\)/.exec(box.boxShadow)?.[0] ?? "")
      : box.outlineColor,
    message: said === null ? "" : getComputedStyle(said).color,
  };
}

/** Runs in the browser. */
function lastChoiceAndButton(button: string) {
  const choices = [...document.querySelectorAll("fieldset label")];
  const last = choices.at(-1)?.getBoundingClientRect().bottom ?? Infinity;
  const top = document.querySelector(button)?.getBoundingClientRect().top ?? 0;
  return { below: top >= last, last, top };
}

/** In the page: the names of the fields of a form that its button overlaps. */
function coveredBy(form: HTMLElement | SVGElement, button: string): string[] {
  const over = form.querySelector(button)?.getBoundingClientRect();
  return [...form.querySelectorAll("input")]
    .filter((field) => {
      const { top, bottom } = field.getBoundingClientRect();
      return over === undefined || (top < over.bottom && over.top < bottom);
    })
    .map(({ name }) => name);
}
