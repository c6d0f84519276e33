import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type { PrerenderModule } from "../shared/render-contract.ts";
import { pagesWith, type Traits } from "../schema/traits.ts";
import { entryId, funnelModules, type Unit } from "./vite-plugin.ts";

/** A script file of the visitor's bundle with what it needs at once. */
interface Chunk {
  readonly file: string;
  readonly imports: readonly string[];
  readonly css: readonly string[];
}

/**
 * What every quiz needs travels in one file: the runtime and the common questions. Together they compress 12 kB
 * better than apart, and nothing is fetched between two questions.
 */
function coreOf(traits: Traits): RegExp {
  const pages = pagesWith(traits, ({ firstDownload }) => firstDownload);
  const modules = [
    "main\\.tsx",
    ...pages.map((id) => `pages/${id}/page\\.tsx`),
  ];
  return new RegExp(`runtime/(${modules.join("|")})$`);
}

export interface Bundle {
  /** Chunks by file name. */
  readonly chunks: ReadonlyMap<string, Chunk>;
  /** Unit key -> entry file. */
  readonly entries: ReadonlyMap<string, string>;
  /** Page id -> file of its component. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files of what is fetched for few visitors, whatever page they are on. */
  readonly late: readonly string[];
  /** Stylesheet file -> text. */
  readonly styles: ReadonlyMap<string, string>;
}

/** Bundles the runtime for visitors: one entry a funnel, one chunk a page, shared parts once. */
export async function bundleClient(
  root: string,
  units: readonly Unit[],
  traits: Traits,
  outDir: string,
): Promise<Bundle> {
  const result = await build({
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    plugins: [funnelModules(root, () => units)],
    build: {
      outDir,
      emptyOutDir: false,
      assetsDir: "assets",
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: Object.fromEntries(
          units.map((unit) => [`${unit.brand}-${unit.funnel}`, entryId(unit)]),
        ),
        output: {
          codeSplitting: { groups: [{ name: "core", test: coreOf(traits) }] },
          // Of other letters a hash may spell what a content blocker takes offence at, as in `one-tap-DVp9Z-gA.js`.
          hashCharacters: "hex",
        },
      },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !("output" in output))
    throw new Error("the bundler gave no output");
  const chunks = new Map<string, Chunk>();
  const entries = new Map<string, string>();
  const pages = new Map<string, string>();
  const late: string[] = [];
  const styles = new Map<string, string>();
  for (const item of output.output) {
    if (item.type === "asset") {
      if (item.fileName.endsWith(".css"))
        styles.set(item.fileName, String(item.source));
      continue;
    }
    chunks.set(item.fileName, {
      file: item.fileName,
      imports: item.imports,
      css: [...(item.viteMetadata?.importedCss ?? [])],
    });
    const facade = item.facadeModuleId ?? "";
    const unit = units.find(
      (candidate) => facade === `\0${entryId(candidate)}`,
    );
    if (unit !== undefined)
      entries.set(`${unit.brand}/${unit.funnel}`, item.fileName);
    for (const id of item.moduleIds) {
      const page = /runtime\/pages\/([^/]+)\/page\.tsx$/.exec(id)?.[1];
      if (page !== undefined) pages.set(page, item.fileName);
      if (id.endsWith("runtime/screen/unanswered.tsx"))
        late.push(item.fileName);
    }
  }
  return { chunks, entries, pages, late, styles };
}

/** Bundles the runtime for Node and loads it: it renders pages before there is a visitor. */
export async function bundlePrerender(
  root: string,
  units: readonly Unit[],
  outDir: string,
): Promise<PrerenderModule> {
  await build({
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    plugins: [funnelModules(root, () => units)],
    build: {
      ssr: true,
      // Nobody downloads it.
      minify: false,
      outDir,
      rolldownOptions: {
        input: { prerender: "virtual:prerender" },
        output: { entryFileNames: "[name].mjs" },
      },
    },
  });
  const url = pathToFileURL(join(outDir, "prerender.mjs"));
  const module: PrerenderModule = await import(url.href);
  return module;
}

/** All files that the given chunks need at once, themselves included, in loading order. */
export function closureOf(
  bundle: Bundle,
  files: readonly string[],
): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>(files);
  for (const file of seen)
    for (const next of bundle.chunks.get(file)?.imports ?? []) seen.add(next);
  const scripts = [...seen];
  const styles = new Set(
    scripts.toReversed().flatMap((file) => bundle.chunks.get(file)?.css ?? []),
  );
  return { scripts, styles: [...styles] };
}
