import { describe } from "vitest";
import { href } from "../../generated/address.ts";
import { type BrandId, brands, funnelsOf } from "../testing/content.ts";
import { hydrated } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { someOf } from "../testing/long.ts";

/** What visitors take with them. */
const KEPT = ["report", "offer", "thank-you"];

describe("on paper, ink is dark and nothing lies over what is printed", () => {
  someOf(test.concurrent, brands)(
    "in %s",
    async (brand, { arrive, expect }) => {
      const { page, open } = await arrive(brand, {
        stored: await storedOf(brand),
      });
      const found: string[] = [];
      for (const path of await keptOf(brand)) {
        await open(path);
        await hydrated(page);
        await page.locator("[data-preloader]").waitFor({ state: "detached" });
        await page.emulateMedia({ media: "print" });
        for (const fault of await page.evaluate(faultsOnPaper))
          found.push(`${path}: ${fault}`);
        await page.emulateMedia({ media: "screen" });
      }
      expect(found).toEqual([]);
    },
  );

  test.concurrent("the notice about third parties is left out", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm", { consent: null });
    await open("/quiz-adhd/start");
    const notice = page.locator("[data-notice]");
    await notice.waitFor();
    await page.emulateMedia({ media: "print" });
    await notice.waitFor({ state: "hidden" });
    await page.emulateMedia({ media: "screen" });
  });
});

/** One of each kind. */
async function keptOf(brand: BrandId): Promise<Iterable<string>> {
  const paths = new Map<string, string>();
  for (const { mounts, steps } of await funnelsOf(brand))
    for (const { page, path } of steps)
      if (KEPT.includes(page)) paths.set(page, href(mounts[0] ?? "", path));
  return paths.values();
}

/** Runs in the browser: what stays in view, and words too pale for a ground that is not printed. */
function faultsOnPaper(): string[] {
  const shown = [...document.querySelectorAll<HTMLElement>("body *")].filter(
    (each) => each.checkVisibility() && each.innerText?.trim(),
  );
  const staying = shown.filter((each) =>
    ["fixed", "sticky"].includes(getComputedStyle(each).position),
  );
  const pale = shown.filter(
    (each) =>
      each.matches("h1, h2, h3, p, dt, dd, li") &&
      getComputedStyle(each).printColorAdjust !== "exact" &&
      lightness(getComputedStyle(each).color) > 0.5,
  );
  return [
    ...staying.map((each) => `stays in view: ${each.innerText.slice(0, 40)}`),
    ...pale.map((each) => `is pale: ${each.innerText.slice(0, 40)}`),
  ];

  /** Of a colour as the browser writes it, 0 to 1. */
  function lightness(color: string): number {
    const context = document.createElement("canvas").getContext("2d");
    if (context === null) return 1;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
    return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
  }
}
