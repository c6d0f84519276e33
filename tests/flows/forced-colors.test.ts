import sharp from "sharp";
import type { Locator } from "playwright";
import { describe } from "vitest";
import { contrast } from "../../compiler/link/color.ts";
import { href } from "../../generated/address.ts";
import { type BrandId, brands, funnelsOf } from "../testing/content.ts";
import { alive } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { someOf } from "../testing/long.ts";

/** What WCAG 1.4.11 asks for between what has to be told apart. */
const CONTRAST = 3;

// Each brand has progress and choices of its own form, and forced colours take every background away.
describe("where the visitor's colours are forced", () => {
  someOf(test.concurrent, brands)(
    "on questions of %s",
    async (brand, { arrive, expect }) => {
      const { page, open } = await arrive(brand, {
        stored: await storedOf(brand),
      });
      await page.emulateMedia({ forcedColors: "active" });
      await open(await middleOf(brand));
      await alive(page);
      const bar = page.locator("header progress");
      // What is shown of the progress is painted a frame after the page is alive.
      await expect
        .poll(async () => contrast(...(await endsOf(bar))), {
          message: "what is done, and the rest",
        })
        .toBeGreaterThan(CONTRAST);
      const [, rest] = await endsOf(bar);
      expect(contrast(rest, WHITE), "the rest, and the page").toBeGreaterThan(
        CONTRAST,
      );
      const choices = page.locator("main [type=radio]");
      await choices.first().check();
      const [picked, other] = await choices.evaluateAll((all) =>
        all.map((input) => getComputedStyle(input).outline),
      );
      expect(picked).not.toBe(other);
      const cards = page.locator("main label:has([type=radio])");
      expect(Math.min(...(await cards.evaluateAll(edgesOf)))).toBeGreaterThan(
        0,
      );
      const button = page.locator("main [data-action=continue]");
      expect(await button.evaluateAll(edgesOf)).toEqual([4]);
      await page.setViewportSize({ width: 375, height: 667 });
      const words = page.getByRole("heading", { level: 1 });
      expect(await groundOf(words), "behind the headline").toBe(WHITE);
    },
  );
});

// A phone that is dark itself darkens the pages that do not refuse it: the letters, and of the grounds some.
describe("where a browser darkens pages", () => {
  someOf(test.concurrent, brands)(
    "questions of %s are read",
    async (brand, { arrive, expect }) => {
      const { page, context, open } = await arrive(brand, {
        stored: await storedOf(brand),
        own: { colorScheme: "dark" },
      });
      const devtools = await context.newCDPSession(page);
      await devtools.send("Emulation.setAutoDarkModeOverride", {
        enabled: true,
      });
      await open(await middleOf(brand));
      await alive(page);
      const words = page.getByRole("heading", { level: 1 });
      await expect
        .poll(async () => contrast(...(await extremesOf(words))))
        .toBeGreaterThan(READABLE);
    },
  );
});

const WHITE = "#ffffff";

/** What WCAG 1.4.3 asks for between words and their ground. */
const READABLE = 4.5;

/** The darkest and the lightest colour of what is painted. */
async function extremesOf(shown: Locator): Promise<readonly [string, string]> {
  const { data } = await sharp(await shown.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colors = new Set<string>();
  for (let at = 0; at < data.length; at += 3)
    colors.add(`#${data.toString("hex", at, at + 3)}`);
  const sorted = [...colors].toSorted(
    (a, b) => contrast(WHITE, b) - contrast(WHITE, a),
  );
  return [sorted[0] ?? WHITE, sorted.at(-1) ?? WHITE];
}

/** A question in the second half of a brand's quiz that is not left by a tap. */
async function middleOf(brand: BrandId): Promise<string> {
  const funnels = await funnelsOf(brand);
  const paths = funnels.flatMap(({ mounts: [mount], steps }) =>
    steps
      .filter(
        ({ page, progress }) =>
          page === "single" &&
          progress !== null &&
          progress > 0.3 &&
          progress < 0.7,
      )
      .map(({ path }) => (mount === undefined ? path : href(mount, path))),
  );
  const [first] = paths;
  if (first === undefined) throw new Error(`${brand} has no such question`);
  return first;
}

/** The colour at the end of the first line, beyond what a browser paints behind words. */
async function groundOf(words: Locator): Promise<string> {
  const { data, info } = await sharp(await words.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const end = (info.width - 1) * info.channels;
  return `#${data.toString("hex", end, end + 3)}`;
}

/** The colours that stand out most from the page at the start and at the end of a bar, as they are painted. */
async function endsOf(bar: Locator): Promise<readonly [string, string]> {
  const { data, info } = await sharp(await bar.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const darkest = (from: number, to: number): string => {
    const colors = new Set<string>();
    for (let y = 0; y < info.height; y += 1)
      for (let x = Math.ceil(from); x < to; x += 1) {
        const at = (y * info.width + x) * 3;
        colors.add(`#${data.toString("hex", at, at + 3)}`);
      }
    const [color = WHITE] = [...colors].toSorted(
      (a, b) => contrast(b, WHITE) - contrast(a, WHITE),
    );
    return color;
  };
  const { width } = info;
  return [darkest(0, width * 0.25), darkest(width * 0.75, width)];
}

/** Runs in the browser: how many sides of each element, or of the picture in it, have a line. */
function edgesOf(elements: Element[]): number[] {
  const sides = ["top", "right", "bottom", "left"];
  return elements.map((element) => {
    const drawn = [element, ...element.querySelectorAll("img")].map((each) => {
      const style = getComputedStyle(each);
      return sides.filter(
        (side) => style.getPropertyValue(`border-${side}-width`) !== "0px",
      );
    });
    return Math.max(...drawn.map(({ length }) => length));
  });
}
