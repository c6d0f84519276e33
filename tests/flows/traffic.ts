import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import { ROOT } from "../../compiler/content.ts";
import { brands } from "./brands.ts";
import { SCRIPTS } from "./gate.ts";

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
