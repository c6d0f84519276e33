import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
} from "playwright";
import { declined } from "../../runtime/walk/walk.ts";
import type { BrandId } from "./content.ts";
import { storedOf } from "./stored.ts";

/** A browser of somebody who has answered everything, and has declined what they are asked for, unless they are still to be. */
export async function answeredContext(
  browser: Browser,
  brand: BrandId,
  options: BrowserContextOptions & { readonly isAsked?: boolean },
): Promise<BrowserContext> {
  const { isAsked = false, ...own } = options;
  const context = await browser.newContext({
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...own,
  });
  const stored = Object.entries(await storedOf(brand)).map(
    ([key, value]) => [key, JSON.stringify(value)] as const,
  );
  await context.addInitScript(
    (items) => {
      for (const [key, value] of items) localStorage.setItem(key, value);
    },
    [...stored, ...(isAsked ? [] : Object.entries(declined))],
  );
  return context;
}
