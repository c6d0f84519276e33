import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import { buildSite } from "../site/build-site.ts";
import { compileContent } from "../site/compile-content.ts";
import { PLACE } from "../delivery/delivery.ts";
import { placeDelivery } from "../site/deliver.ts";
import type { Target } from "../delivery/targets.ts";
import { type BuildCache, withBuildCache } from "../workspace/build-cache.ts";
import { BUILDS, type NewBuild, switchBuild } from "../workspace/builds.ts";
import { LIVE_FILE } from "../workspace/live-file.ts";
import { withLock } from "../workspace/lock.ts";

export interface BuildOptions {
  readonly content: string;
  /** For so many days the assets of earlier builds are kept. */
  readonly keep?: number;
  /** Who else will serve the build, where it will lie there, and where the API will be. */
  readonly for?: readonly Target[];
  readonly root?: string;
  readonly api?: readonly string[];
  readonly log?: string;
}

/** Changes when servers that know the file as it is now could not read it any more. */
const BUILD_FILE_VERSION = 1;

/** Content to a servable `dist/`: check, emit, bundle, prerender, compress, and then serve it in one step. */
export async function buildCommand(
  options: BuildOptions,
  checkout: Checkout,
): Promise<number> {
  const { root } = checkout;
  // Whatever the shell says: React and the bundler read it, and visitors get what is for production.
  process.env["NODE_ENV"] = "production";
  return withLock(join(root, BUILDS), () =>
    withBuildCache(root, (cache) => buildWith(cache, options, checkout)),
  );
}

async function buildWith(
  cache: BuildCache,
  {
    content,
    keep,
    for: targets = [],
    root: served = PLACE.root,
    api = PLACE.api,
    log = PLACE.log,
  }: BuildOptions,
  checkout: Checkout,
): Promise<number> {
  const { root, fingerprint } = checkout;
  const started = performance.now();
  const compiled = await compileContent(root, content, { cache, fingerprint });
  if (compiled === null) return 1;
  let pages = 0;
  const make = async (build: NewBuild) => {
    pages = await buildSite(checkout, compiled, build, cache);
    const { dir, id, previous } = build;
    const { site } = compiled;
    const known = { version: BUILD_FILE_VERSION, id, previous, site };
    placeDelivery(root, dir, site, { root: served, api, log }, targets);
    writeFileSync(join(dir, LIVE_FILE), JSON.stringify(compiled.live));
    writeFileSync(join(dir, "build.json"), JSON.stringify(known));
  };
  await switchBuild(root, make, { keepDays: keep });
  cache.sweep();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${pages} pages of ${compiled.units.length} route modules built in ${seconds} s`,
  );
  return 0;
}
