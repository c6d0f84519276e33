import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright";

const source = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** The policy of the pages keeps axe out, as it should. */
export const BARE = { bypassCSP: true, reducedMotion: "reduce" } as const;

/** What axe says of the page as it stands, one line each: the rule and the element. */
export async function complaintsAbout(page: Page): Promise<string[]> {
  // A document keeps it: half of what it costs is to bring it there.
  if (!(await page.evaluate(() => "axe" in window)))
    await page.evaluate(source);
  return page.evaluate(async () => {
    const { violations, passes } = await window.axe.run({
      resultTypes: ["violations"],
      preload: false,
      // Of WCAG 2.2, but off unless asked for.
      rules: { "target-size": { enabled: true } },
    });
    if (passes.length < 10) return ["axe did not run"];
    /** What is small because the bar at the foot lies over a part of it is judged where it is scrolled to. */
    const isCovered = async (target: string) => {
      const element = document.querySelector(target);
      if (element === null) return false;
      const before = scrollY;
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const alone = await window.axe.run(element, {
        runOnly: ["target-size"],
        preload: false,
      });
      scrollTo({ top: before, behavior: "instant" });
      return alone.violations.length === 0 && alone.passes.length > 0;
    };
    const found: string[] = [];
    for (const { id, nodes } of violations)
      for (const { target } of nodes) {
        const at = target.join(" ");
        if (id === "target-size" && (await isCovered(at))) continue;
        found.push(`${id}: ${at}`);
      }
    return found;
  });
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

export const PHONE = 375;
export const DESKTOP = 1440;

/** What axe says of the page at some widths in px, one line each. */
export async function complaintsAt(
  widths: readonly number[],
  page: Page,
  at: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === PHONE ? 812 : 900 });
    const lines = await complaintsAbout(page);
    found.push(...lines.map((line) => `${at} at ${width}: ${line}`));
  }
  return found;
}
