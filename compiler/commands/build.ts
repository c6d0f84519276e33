import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Checkout } from "../checkout.mjs";
import {
  AI_API_ORIGIN,
  API_ORIGIN,
  formHosts,
  OFFLINE,
} from "../site/environment.ts";
import { bundleClient, bundlePrerender } from "../site/bundle.ts";
import { compileContent, type Compiled } from "../site/compile-content.ts";
import { compressFiles } from "../site/compress.ts";
import { inlineScript } from "../site/inline.ts";
import { workerOf } from "../site/offline.ts";
import { prerenderUnit, type PrerenderInput } from "../site/prerender.ts";
import { BUILDS, type NewBuild, switchBuild } from "../workspace/builds.ts";
import { readPaymentProviders } from "../workspace/environment.ts";
import { withLock } from "../workspace/lock.ts";

/** Changes when servers that know the file as it is now could not read it any more. */
const BUILD_FILE_VERSION = 1;

/** Content to a servable `dist/`: check, emit, bundle, prerender, compress, and then serve it in one step. */
export async function buildCommand(
  { content }: { content: string },
  { root }: Checkout,
): Promise<number> {
  return withLock(join(root, BUILDS), async () => {
    const started = performance.now();
    const compiled = await compileContent(root, content);
    if (compiled === null) return 1;
    let pages = 0;
    await switchBuild(root, async (build) => {
      pages = await writeSite(root, compiled, build);
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${pages} pages of ${compiled.units.length} route modules built in ${seconds} s`,
    );
    return 0;
  });
}

/** Writes everything that is served of a build into its folder; the number of pages. */
async function writeSite(
  root: string,
  { traits, units, assets, preloads, site }: Compiled,
  { id, dir, previous }: NewBuild,
): Promise<number> {
  const bundle = await bundleClient(root, units, traits, dir);
  const scratch = join(dir, ".prerender");
  const module = await bundlePrerender(root, units, scratch);
  const script = (name: string) =>
    inlineScript(root, `runtime/handover/${name}.ts`);
  const [prehydration, handover, bootFailure, early, noNetwork, worker] =
    await Promise.all([
      script("prehydration"),
      script("handover"),
      script("boot-failure"),
      script("early"),
      inlineScript(root, "runtime/offline/no-network.ts"),
      inlineScript(root, "runtime/offline/worker.ts"),
    ]);
  const { pages, kept } = await writePages(dir, units, {
    root,
    module,
    traits,
    bundle,
    scripts: { prehydration, handover, bootFailure, early, noNetwork },
    preloads,
    apiHosts: [API_ORIGIN, AI_API_ORIGIN].filter((origin) => origin !== ""),
    formHosts: formHosts(readPaymentProviders(root), process.env),
    styles: new Map(),
  });
  for (const brand of new Set(units.map((unit) => unit.brand))) {
    const funnels = OFFLINE ? (kept.get(brand) ?? []) : null;
    const path = join(dir, brand, "sw.js");
    writeFileSync(path, workerOf(worker, id, funnels));
  }
  rmSync(scratch, { recursive: true });
  for (const [url, file] of Object.entries(assets)) {
    mkdirSync(dirname(join(dir, url)), { recursive: true });
    copyFileSync(resolve(root, file), join(dir, url));
  }
  await compressFiles(filesBelow(dir));
  const known = { version: BUILD_FILE_VERSION, id, previous, site };
  writeFileSync(join(dir, "build.json"), JSON.stringify(known));
  return pages;
}

async function writePages(
  dir: string,
  units: Compiled["units"],
  input: PrerenderInput,
): Promise<{ pages: number; kept: ReadonlyMap<string, readonly object[]> }> {
  let pages = 0;
  const kept = new Map<string, readonly object[]>();
  for (const unit of units) {
    const made = await prerenderUnit(unit, input);
    if (made.kept !== null)
      kept.set(unit.brand, [...(kept.get(unit.brand) ?? []), made.kept]);
    for (const file of made.pages) {
      const path = join(dir, file.name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file.content);
      pages++;
    }
  }
  return { pages, kept };
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
