import { join } from "node:path";
import { build, type InlineConfig, type Rolldown } from "vite";
import { pagesWith, type Traits } from "../schema/traits.ts";
import type { Draft } from "../workspace/build-cache.ts";
import { DEFINES } from "./environment.ts";
import { type Bundle, type Chunk, DATA, RUNTIME_FILES } from "./runtime.ts";
import { servedAs } from "./served.ts";
import { TARGET, viteOptions } from "./vite-options.ts";

const ENTRY = "virtual:entry";

/** Small scripts that stand in documents, and the service worker. */
const INLINE = {
  prehydration: "handover/prehydration.ts",
  pickSide: "handover/pick-side.ts",
  keepRoom: "handover/keep-room.ts",
  handover: "handover/handover.ts",
  bootFailure: "handover/boot-failure.ts",
  early: "handover/early.ts",
  noNetwork: "offline/no-network.ts",
  worker: "offline/worker.ts",
} as const;

/** Writes the runtime as visitors load it, as pages are rendered with it, and what the build has to know of both. */
export async function bundleRuntime(
  root: string,
  traits: Traits,
  draft: Draft,
): Promise<void> {
  const inline = (file: string) => inlineScript(root, `runtime/${file}`);
  const [client, prerender] = await Promise.all([
    bundleClient(root, traits),
    bundlePrerender(root),
  ]);
  const bundle: Bundle = {
    ...factsOf(client),
    scripts: {
      prehydration: await inline(INLINE.prehydration),
      pickSide: await inline(INLINE.pickSide),
      keepRoom: await inline(INLINE.keepRoom),
      handover: await inline(INLINE.handover),
      bootFailure: await inline(INLINE.bootFailure),
      early: await inline(INLINE.early),
      noNetwork: await inline(INLINE.noNetwork),
    },
    worker: await inline(INLINE.worker),
  };
  for (const item of client)
    if (item.type === "asset")
      draft.write(servedAs(item.fileName), item.source);
    else if (!isEntry(item)) draft.write(servedAs(item.fileName), item.code);
  for (const item of prerender)
    if (item.type === "chunk")
      draft.write(`prerender/${item.fileName}`, item.code);
  draft.write(RUNTIME_FILES.facts, JSON.stringify(bundle));
}

/** What rarer questions have in common with the pages behind the questions: they would load all of those for it. */
const SHARED = ["hooks/use-question.ts"];

/**
 * The files that visitors load on their way. `core` is what every quiz needs, the runtime and the common questions:
 * together they compress 12 kB better than apart, and nothing is fetched between two questions. `later` is what comes
 * behind the questions, and is fetched when idle. Rarer questions have files of their own, and so have pages that are
 * made of photos, pages of a brand that no quiz leads to, and what is shown where answers are missing.
 */
function groupsOf(traits: Traits) {
  const core = pagesWith(traits, ({ firstDownload }) => firstDownload);
  const later = pagesWith(
    traits,
    ({ place, brandPage, visitorPicture, sends }) =>
      place === "page" && !brandPage && !visitorPicture && sends !== "photo",
  );
  return [
    {
      name: "core",
      test: modules(["main.tsx", ...SHARED, ...core.map(moduleOf)]),
    },
    {
      name: "later",
      test: modules(later.map(moduleOf)),
    },
  ];
}

function moduleOf(page: string): string {
  return `pages/${page}/page.tsx`;
}

function modules(files: readonly string[]): RegExp {
  const names = files.map((file) => file.replaceAll(".", "\\."));
  return new RegExp(`runtime/(?:${names.join("|")})$`);
}

type Output = readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[];

async function bundled(options: InlineConfig): Promise<Output> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    ...options,
    build: {
      ...options.build,
      write: false,
      rolldownOptions: {
        ...options.build?.rolldownOptions,
        // What a constant stands for is mostly shorter than the way to it from another module.
        optimization: { inlineConst: { mode: "all" } },
        // How long plugins took is nothing that whoever builds could change.
        checks: {
          pluginTimings: false,
          ...options.build?.rolldownOptions?.checks,
        },
      },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !("output" in output))
    throw new Error("the bundler gave no output");
  return output.output;
}

/** For visitors: what starts a funnel, and the runtime in few files, shared parts once. */
function bundleClient(root: string, traits: Traits): Promise<Output> {
  const options = viteOptions(root);
  const main = JSON.stringify(join(root, "runtime/main.tsx"));
  const entry = {
    name: "funnels:entry",
    resolveId: (id: string) => (id === ENTRY ? `\0${ENTRY}` : undefined),
    load: (id: string) =>
      id === `\0${ENTRY}`
        ? `import { start } from ${main};\nstart(${DATA.brand}, ${DATA.funnel});`
        : undefined,
  };
  return bundled({
    ...options,
    plugins: [...options.plugins, entry],
    build: {
      ...options.build,
      assetsDir: "assets",
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { entry: ENTRY },
        output: {
          codeSplitting: { groups: groupsOf(traits) },
          // Of other letters a hash may spell what a content blocker takes offence at, as in `one-tap-DVp9Z-gA.js`.
          hashCharacters: "hex",
        },
      },
    },
  });
}

/** For Node, which renders pages before there is a visitor. */
function bundlePrerender(root: string): Promise<Output> {
  const options = viteOptions(root);
  return bundled({
    ...options,
    build: {
      ...options.build,
      ssr: true,
      // Nobody downloads it.
      minify: false,
      rolldownOptions: {
        input: { prerender: join(root, "runtime/prerender.tsx") },
        // What visitors load when idle need be in no file of its own here.
        checks: { ineffectiveDynamicImport: false },
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
      },
    },
  });
}

/** One small script of the runtime as a self-contained text for an inline script element. */
async function inlineScript(root: string, file: string): Promise<string> {
  const [script] = await bundled({
    root,
    envDir: false,
    publicDir: false,
    define: DEFINES,
    build: {
      target: TARGET,
      lib: { entry: join(root, file), formats: ["iife"], name: "_" },
      rolldownOptions: { output: { extend: false } },
    },
  });
  if (script?.type !== "chunk") throw new Error(`${file} gave no bundle`);
  return script.code.trim();
}

function isEntry({ facadeModuleId }: Rolldown.OutputChunk): boolean {
  return facadeModuleId === `\0${ENTRY}`;
}

function factsOf(output: Output): Omit<Bundle, "scripts" | "worker"> {
  const chunks: Record<string, Chunk> = {};
  const pages: Record<string, string> = {};
  const late: string[] = [];
  const styles: Record<string, string> = {};
  let entry: Bundle["entry"] | null = null;
  for (const item of output) {
    const file = item.fileName;
    if (item.type === "asset") {
      if (file.endsWith(".css")) styles[file] = String(item.source);
      continue;
    }
    const css = [...(item.viteMetadata?.importedCss ?? [])];
    if (isEntry(item)) entry = { code: item.code, imports: item.imports };
    else chunks[file] = { file, imports: item.imports, css };
    for (const id of item.moduleIds) {
      const page = /runtime\/pages\/([^/]+)\/page\.tsx$/.exec(id)?.[1];
      if (page !== undefined) pages[page] = file;
      if (id.endsWith("runtime/screen/unanswered.tsx")) late.push(file);
    }
  }
  if (entry === null) throw new Error("the bundler wrote no entry");
  return { chunks, entry, pages, late, styles };
}
