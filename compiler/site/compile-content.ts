import { join, resolve } from "node:path";
import { readFileSync } from "node:fs";
import { loadCompiler } from "../load-compiler.ts";
import { print } from "../report/print.ts";
import { prefixOf, readContent } from "../workspace/content.ts";
import { emit } from "../emit/emit.ts";
import { serverSite } from "../emit/server.ts";
import type { EmittedFile } from "../emit/file.ts";
import type { ServerSite } from "../shared/server-contract.ts";
import { loadFont } from "./fonts.ts";
import type { Program } from "../link/program.ts";
import {
  readCallFacts,
  readEnvironment,
  readSchemaDir,
} from "../workspace/environment.ts";
import { writeFiles } from "../workspace/write.ts";
import type { Traits } from "../schema/traits.ts";
import type { Unit } from "./vite-plugin.ts";

/** Content compiled into `generated/`: what the bundler goes on with, and what the server has to know. */
export interface Compiled {
  readonly site: ServerSite;
  readonly traits: Traits;
  readonly units: readonly Unit[];
  /** Served address -> file below the root, of pictures and fonts. */
  readonly assets: Readonly<Record<string, string>>;
  /** The font file each brand's pages preload. */
  readonly preloads: Readonly<Record<string, string>>;
}

/** Checks and emits a content root; null after errors, which have been printed. */
export async function compileContent(
  root: string,
  contentDir: string,
): Promise<Compiled | null> {
  const files = readContent(contentDir);
  const prefix = prefixOf(contentDir);
  const compilation = (await loadCompiler(root, contentDir, "emit"))(files);
  if (compilation.diagnostics.length > 0)
    print(compilation, files, { format: "pretty", prefix });
  if (compilation.program === null) return null;
  const { program } = compilation;
  const fonts = new Map(
    await Promise.all(
      program.brands.map(
        async (node) =>
          [node.brand.id, await loadFont(root, node.theme.font)] as const,
      ),
    ),
  );
  const environment = readEnvironment(root, contentDir, prefix);
  const emitted = await emit(program, {
    environment,
    api: readSchemaDir(root, "api"),
    call: readCallFacts(root),
    verbatim: {
      "address.ts": sharedModule(root, "address.ts"),
      "contract.ts": sharedModule(root, "contract.ts"),
      "funnel-names.ts": sharedModule(root, "funnel-names.ts"),
      "privacy.ts": sharedModule(root, "privacy.ts"),
      "render-contract.ts": sharedModule(root, "render-contract.ts"),
      "server-contract.ts": sharedModule(root, "server-contract.ts"),
      "texts.ts": sharedModule(root, "texts.ts"),
      "safe-url.ts": sharedModule(root, "safe-url.ts"),
      "vendors.ts": sharedModule(root, "vendors.ts"),
    },
    fonts,
  });
  const pictures = picturesOf(emitted, contentDir);
  const assets = Object.assign(
    {},
    pictures,
    ...[...fonts.values()].map((font) => font.files),
  );
  writeFiles(join(root, "generated"), [...emitted]);
  return {
    site: serverSite(program),
    traits: environment.language.traits,
    units: unitsOf(program),
    assets,
    preloads: Object.fromEntries(
      [...fonts].map(([brand, font]) => [brand, font.preload]),
    ),
  };
}

/** A module that compiler, runtime and server have in common: `generated/` holds it word for word. */
function sharedModule(root: string, name: string): string {
  return readFileSync(join(root, "compiler/shared", name), "utf8");
}

function unitsOf(program: Program): Unit[] {
  return [...program.brands.map((node) => node.pages), ...program.funnels]
    .map(({ funnel }) => ({ brand: funnel.brand, funnel: funnel.id }))
    .sort((a, b) =>
      `${a.brand}/${a.funnel}` < `${b.brand}/${b.funnel}` ? -1 : 1,
    );
}

/** Every picture address in the emitted modules, with the file it was made from. */
function picturesOf(
  emitted: readonly EmittedFile[],
  contentDir: string,
): Record<string, string> {
  const pictures: Record<string, string> = {};
  const address =
    /\/assets\/([a-z0-9-]+)\/([^"\\]+?)\.[0-9a-f]{8}(\.[A-Za-z0-9]+)"/g;
  for (const { content } of emitted)
    for (const [found, brand, stem, ending] of content.matchAll(address))
      pictures[found.slice(0, -1)] = resolve(
        contentDir,
        brand ?? "",
        "assets",
        `${stem}${ending}`,
      );
  return pictures;
}
