import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { AI_API_ORIGIN, API_ORIGIN, formHosts } from "../site/environment.ts";
import { bundleClient, bundlePrerender } from "../site/bundle.ts";
import { compileContent } from "../site/compile-content.ts";
import { compressFiles } from "../site/compress.ts";
import { inlineScript } from "../site/inline.ts";
import { prerenderUnit, type PrerenderInput } from "../site/prerender.ts";
import { ROOT } from "../workspace/content.ts";
import { readPaymentProviders } from "../workspace/environment.ts";
import { isDirectory } from "./check.ts";

/** Content to a servable `dist/`: check, emit, bundle, prerender, compress. */
export async function buildCommand({
  content,
}: {
  content: string;
}): Promise<number> {
  if (!isDirectory(content)) {
    console.error(
      `There is no folder "${content}". Name the content root with --content DIR.`,
    );
    return 2;
  }
  const started = performance.now();
  const compiled = await compileContent(content);
  if (compiled === null) return 1;
  const { traits, units, assets, preloads } = compiled;
  // Built aside and moved at the end: a running server never sees half a site.
  const out = join(ROOT, "dist.next");
  rmSync(out, { recursive: true, force: true });
  const bundle = await bundleClient(units, traits, out);
  const module = await bundlePrerender(
    units,
    join(ROOT, "node_modules/.cache/funnels/prerender"),
  );
  const [prehydration, handover, bootFailure, early] = await Promise.all([
    inlineScript("runtime/handover/prehydration.ts"),
    inlineScript("runtime/handover/handover.ts"),
    inlineScript("runtime/handover/boot-failure.ts"),
    inlineScript("runtime/handover/early.ts"),
  ]);
  const input: PrerenderInput = {
    module,
    traits,
    bundle,
    scripts: { prehydration, handover, bootFailure, early },
    preloads,
    apiHosts: [API_ORIGIN, AI_API_ORIGIN].filter((origin) => origin !== ""),
    formHosts: formHosts(readPaymentProviders(), process.env),
    styles: new Map(),
  };
  let pages = 0;
  for (const unit of units)
    for (const file of await prerenderUnit(unit, input)) {
      const path = join(out, file.name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file.content);
      pages++;
    }
  for (const [url, file] of Object.entries(assets)) {
    mkdirSync(dirname(join(out, url)), { recursive: true });
    copyFileSync(resolve(ROOT, file), join(out, url));
  }
  await compressFiles(filesBelow(out));
  const dist = join(ROOT, "dist");
  rmSync(dist, { recursive: true, force: true });
  renameSync(out, dist);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${pages} pages of ${units.length} route modules built in ${seconds} s`,
  );
  return 0;
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
