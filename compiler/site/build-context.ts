import { hash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Checkout } from "../checkout.mjs";
import type { Pool } from "./pool.ts";
import type { BuildCache } from "../workspace/build-cache.ts";
import { linkOrCopy } from "../workspace/link-or-copy.ts";
import { ChangedMeanwhile } from "../workspace/system-refusal.ts";
import type { Compiled } from "./compile-content.ts";

/** What every part of a build works with. */
export interface Context {
  readonly checkout: Checkout;
  readonly compiled: Compiled;
  readonly cache: BuildCache;
  readonly pool: Pool;
  /** Puts a file at an address of the new build; copied where it may change later. Yields where it lies then. */
  readonly place: (name: string, file: string, how: "link" | "copy") => string;
}

/** Puts files below a folder, each at its address; throws when the build is over, whose folder may be gone. */
export function placer(dir: string, over: AbortSignal): Context["place"] {
  const made = new Set<string>();
  return (name, file, how) => {
    over.throwIfAborted();
    const path = join(dir, name);
    const folder = dirname(path);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    if (how === "copy") copyFileSync(file, path);
    else linkOrCopy(file, path);
    return path;
  };
}

/** What an address says of the bytes that are served at it: browsers keep them for a year. */
const HASHED = /\.([0-9a-f]{8})\.\w+$/;

/**
 * Copies pictures and fonts of the content into the build, each to its address. Yields the copies by address, for all
 * that is made of them: nobody writes to these. Throws `ChangedMeanwhile` where a file was saved after its address was
 * made.
 */
export function placeAssets(
  root: string,
  assets: Compiled["assets"],
  place: Context["place"],
): Compiled["assets"] {
  return Object.fromEntries(
    Object.entries(assets).map(([address, name]) => {
      const copy = place(address.slice(1), resolve(root, name), "copy");
      const told = HASHED.exec(address)?.[1];
      if (!hash("sha256", readFileSync(copy)).startsWith(told ?? ""))
        throw new ChangedMeanwhile(name);
      return [address, copy];
    }),
  );
}

/** Calls `work` for each, so many at a time. */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const lane = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
