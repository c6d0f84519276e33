import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import type { Pool } from "./pool.ts";
import type { BuildCache } from "../workspace/build-cache.ts";
import { linkOrCopy } from "../workspace/link-or-copy.ts";
import type { Compiled } from "./compile-content.ts";

/** What every part of a build works with. */
export interface Context {
  readonly checkout: Checkout;
  readonly compiled: Compiled;
  readonly cache: BuildCache;
  readonly pool: Pool;
  /** Puts a file at an address of the new build; copied where it may change later. */
  readonly place: (name: string, file: string, how: "link" | "copy") => void;
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
  };
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
