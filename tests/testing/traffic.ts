import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page, Request } from "playwright";
import { expect } from "vitest";
import { ROOT } from "../../compiler/testing/root.ts";
import { brands } from "./content.ts";
import { CALLS, SCRIPTS } from "./faults.ts";
import { soon } from "./screen.ts";

/** Calls to the API without an answer, by the browser that made them. */
const unanswered = new WeakMap<BrowserContext, Set<Request>>();

/** Something that was fetched, and the path of the page that asked for it. */
export interface Fetched {
  readonly url: string;
  readonly at: string;
}

/** Everything that a page fetches from now on. */
export function listen(page: Page): readonly Fetched[] {
  const fetched: Fetched[] = [];
  page.on("request", (request) =>
    fetched.push({
      url: request.url(),
      at: URL.canParse(page.url()) ? new URL(page.url()).pathname : "",
    }),
  );
  return fetched;
}

/** Keeps count of a browser's calls, for `answered`. */
export function countCalls(context: BrowserContext): void {
  const calls = new Set<Request>();
  unanswered.set(context, calls);
  context.on("request", (request) => {
    // Nobody hears of what the last document left under way.
    if (request.isNavigationRequest()) calls.clear();
    if (CALLS.test(request.url())) calls.add(request);
  });
  context.on("requestfinished", (request) => calls.delete(request));
  context.on("requestfailed", (request) => calls.delete(request));
}

/**
 * Waits until no call is under way, nor the tag manager's script, which is waited for 2 s: whoever hurries through
 * time by less than that at once then makes none be given up.
 */
export function answered(page: Page): Promise<void> {
  return soon(async () => {
    const calls = [...(unanswered.get(page.context()) ?? [])];
    expect(calls.map((call) => call.url())).toEqual([]);
    expect(await page.evaluate(awaitsTagManager)).toBe(false);
  });
}

function awaitsTagManager(): boolean {
  const script = document.querySelector("script[src*=googletagmanager]");
  return script !== null && !("google_tag_manager" in window);
}

export function isScript({ url }: Fetched): boolean {
  return SCRIPTS.test(url);
}

/** Modules and pictures are called by their brand. */
export function isForeign({ url }: Fetched, own: string): boolean {
  return brands.some(
    (brand) => brand !== own && new RegExp(`/assets/${brand}[-/]`).test(url),
  );
}

/** What scripts weigh on the wire, in bytes: compressed, unless they are too small for it. */
export async function weigh(scripts: readonly Fetched[]): Promise<number> {
  const urls = [...new Set(scripts.map(({ url }) => url))];
  expect(urls.length).toBeGreaterThan(3);
  const sizes = await Promise.all(
    urls.map(async (url) => {
      const file = join(ROOT, "dist", new URL(url).pathname);
      const packed = await stat(`${file}.br`).catch(() => stat(file));
      return packed.size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
