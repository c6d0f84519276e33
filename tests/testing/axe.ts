import axe from "axe-core";
import type { Page } from "playwright";

/** The policy of the pages keeps axe out, as it should. */
export const BARE = { bypassCSP: true, reducedMotion: "reduce" } as const;

/** What axe says of the page as it stands, one line each: the rule and the element. */
export async function complaintsAbout(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations, passes } = await window.axe.run({
      resultTypes: ["violations"],
      preload: false,
      // Of WCAG 2.2, but off unless asked for.
      rules: { "target-size": { enabled: true } },
    });
    if (passes.length < 10) return ["axe did not run"];
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(" ")}`),
    );
  });
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
