import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { hydrated } from "../testing/screen.ts";
import { calmStored } from "../testing/stored.ts";
import { listen } from "../testing/traffic.ts";
import { type Arrive, test } from "../testing/visitor.ts";

const KEEP = "Keep this picture";

describe("the drawing of a report", () => {
  test.concurrent("is kept as a picture of what is seen, and sent to nobody", async ({
    arrive,
  }) => {
    const page = await atReport(arrive);
    const fetched = listen(page);
    const downloaded = page.waitForEvent("download");
    await page.getByRole("button", { name: KEEP }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe("Stillmere.png");
    const { data, info } = await sharp(await readFile(await download.path()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(1080);
    expect(info.height).toBeGreaterThan(1080);
    const [ground, water] = await page.evaluate(() => {
      const drawing = document.querySelector("[data-section=portrait] svg");
      const wave = drawing?.lastElementChild;
      if (!wave) throw new Error("no drawing is there");
      return [
        getComputedStyle(document.documentElement).backgroundColor,
        getComputedStyle(wave).fill,
      ];
    });
    const whole = info.width * info.height;
    expect(countOf(data, ground) / whole).toBeGreaterThan(0.4);
    expect(countOf(data, water) / whole).toBeGreaterThan(0.05);
    // The code that draws is fetched now, and what comes next when idle; nothing is told to anybody.
    const own = `${new URL(page.url()).origin}/assets/`;
    const others = fetched.filter(
      ({ url }) => !url.startsWith(own) && !url.startsWith("blob:"),
    );
    expect(others).toEqual([]);
  });

  test.concurrent("goes to an app of the visitor's where there is one", async ({
    arrive,
  }) => {
    const page = await atReport(arrive);
    const shared = await page.evaluateHandle(() => {
      const files: File[] = [];
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data: ShareData) =>
          void files.push(...(data.files ?? [])),
      });
      return files;
    });
    await page.getByRole("button", { name: KEEP }).click();
    const files = await page.waitForFunction(
      (all) => all.length > 0 && all.map(({ name, type }) => ({ name, type })),
      shared,
    );
    expect(await files.jsonValue()).toEqual([
      { name: "Stillmere.png", type: "image/png" },
    ]);
  });
});

async function atReport(arrive: Arrive): Promise<Page> {
  const { page, open } = await arrive("calm", { stored: calmStored() });
  await open("/quiz-adhd/34-summary");
  await hydrated(page);
  return page;
}

/** How many pixels have a colour of the page. */
function countOf(pixels: Buffer, color: string): number {
  const [r, g, b] = (color.match(/\d+/g) ?? []).map(Number);
  let count = 0;
  for (let at = 0; at < pixels.length; at += 3)
    if (pixels[at] === r && pixels[at + 1] === g && pixels[at + 2] === b)
      count += 1;
  return count;
}
