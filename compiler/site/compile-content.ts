import { join, resolve } from "node:path";
import { readFileSync } from "node:fs";
import { linkedParts } from "./linked-parts.ts";
import { print } from "../report/print.ts";
import { prefixOf, readContent } from "../workspace/content.ts";
import { emit } from "../emit/emit.ts";
import { themeCss } from "../emit/theme.ts";
import { emitTypes } from "../emit/types.ts";
import {
  type BuildCache,
  type Remember,
  rememberIn,
} from "../workspace/build-cache.ts";
import { serverSite } from "../emit/server.ts";
import type { EmittedFile } from "../emit/file.ts";
import type { ServerSite } from "../shared/server-contract.ts";
import { type LoadedFont, loadFont } from "./fonts.ts";
import { type LiveShape, liveShape } from "../live/shape.ts";
import type { Program, Theme } from "../link/program.ts";
import {
  readCallFacts,
  readEnvironment,
  readSchemaDir,
} from "../workspace/environment.ts";
import { writeFiles } from "../workspace/write.ts";
import type { Traits } from "../schema/traits.ts";
import type { IconLook } from "./icons.ts";
import { iconOf, type Share, shareOf } from "./share.ts";
import type { UnitInput } from "./prerender.ts";
import type { Unit } from "./vite-plugin.ts";

/** Content compiled into `generated/`: what the bundler goes on with, and what the server has to know. */
export interface Compiled {
  readonly site: ServerSite;
  /** What later builds are held against. */
  readonly live: LiveShape;
  readonly traits: Traits;
  readonly units: readonly CompiledUnit[];
  /** Everything below `generated/`. */
  readonly emitted: readonly EmittedFile[];
  /** Served address -> file below the root, of pictures and fonts. */
  readonly assets: Readonly<Record<string, string>>;
}

type Fonts = ReadonlyMap<string, LoadedFont>;

/** A document kind with its data. */
export interface CompiledUnit extends Unit {
  readonly data: Pick<
    UnitInput,
    "brand" | "funnel" | "theme" | "font" | "ground" | "home"
  >;
  readonly share: Share;
  readonly icon: IconLook;
}

/** The modules of `compiler/shared` that pages and server read as well. */
const SHARED = [
  "address.ts",
  "chapter.ts",
  "condition-leaves.ts",
  "contract.ts",
  "delivery.ts",
  "email-form.ts",
  "funnel-names.ts",
  "grid.ts",
  "host-prefix.ts",
  "mail-pictures.ts",
  "minor-digits.ts",
  "day-words.ts",
  "period.ts",
  "person-name.ts",
  "picture-variants.ts",
  "privacy.ts",
  "renewal-notice.ts",
  "render-contract.ts",
  "safe-url.ts",
  "server-contract.ts",
  "texts.ts",
  "unbroken.ts",
  "variable-names.ts",
  "vendors.ts",
  "walk-contract.ts",
];

/** What builds before have kept, and under which fingerprint. */
interface Known {
  readonly cache: BuildCache;
  readonly fingerprint: string;
}

/** Checks and emits a content root; null after errors, which have been printed. */
export async function compileContent(
  root: string,
  contentDir: string,
  known: Known | null = null,
): Promise<Compiled | null> {
  const files = readContent(contentDir);
  const prefix = prefixOf(contentDir);
  const environment = readEnvironment(root, contentDir, prefix);
  const { createCompiler } = await import("../compile.ts");
  const compile = createCompiler(environment);
  const compilation =
    known === null
      ? compile(files)
      : compile(
          files,
          linkedParts(known.cache, known.fingerprint, environment, files),
        );
  if (compilation.diagnostics.length > 0)
    print(compilation, files, { format: "pretty", prefix });
  const { program } = compilation;
  if (program === null) return null;
  const remember: Remember =
    known === null
      ? (_, make) => make()
      : rememberIn(known.cache, known.fingerprint);
  return emitContent(root, contentDir, program, remember);
}

/** Writes a program into `generated/`. */
export async function emitContent(
  root: string,
  contentDir: string,
  program: Program,
  remember: Remember,
): Promise<Compiled> {
  const fonts = await fontsOf(root, program, remember);
  const environment = readEnvironment(root, contentDir, prefixOf(contentDir));
  const api = readSchemaDir(root, "api");
  const types = await remember("types", () =>
    emitTypes(environment.language, api),
  );
  const emitted = emit(program, {
    environment,
    api,
    types,
    call: readCallFacts(root),
    verbatim: sharedModules(root),
    fonts,
  });
  const pictures = picturesOf(
    emitted.map(({ content }) => content),
    contentDir,
  );
  const assets = Object.assign(
    {},
    pictures,
    ...[...fonts.values()].map((font) => font.files),
  );
  writeFiles(join(root, "generated"), [...emitted]);
  return {
    site: serverSite(program, fonts),
    live: liveShape(program),
    traits: environment.language.traits,
    units: unitsOf(program, fonts),
    emitted,
    assets,
  };
}

/** Fonts by brand. */
export async function fontsOf(
  root: string,
  { brands }: Program,
  remember: Remember,
): Promise<Fonts> {
  return new Map(
    await Promise.all(
      brands.map(async ({ brand, theme }) => {
        const font = await remember(`font ${JSON.stringify(theme.font)}`, () =>
          loadFont(root, theme.font),
        );
        return [brand.id, font] as const;
      }),
    ),
  );
}

/** The modules that compiler, runtime and server have in common: `generated/` holds them word for word. */
export function sharedModules(root: string): Record<string, string> {
  const folder = join(root, "compiler/shared");
  return Object.fromEntries(
    SHARED.map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

/** Each funnel and the pages of each brand, sorted. */
export function unitsOf(program: Program, fonts: Fonts): CompiledUnit[] {
  return program.brands
    .flatMap((node) => {
      const { brand, pages } = node;
      const faces = fonts.get(brand.id);
      if (faces === undefined)
        throw new Error(`the font of ${brand.id} was not loaded`);
      const font = faces.preload;
      const ground = groundOf(node.theme);
      const home = node.home ?? "/";
      const own = program.funnels.filter(
        ({ funnel }) => funnel.brand === brand.id,
      );
      const others = own.map(({ funnel }) => funnel);
      return [pages, ...own].map(({ funnel, drawings }) => ({
        brand: brand.id,
        funnel: funnel.id,
        data: {
          brand,
          funnel,
          theme: themeCss(node, faces, drawings),
          font,
          ground,
          home,
        },
        share: shareOf(node, funnel, { font, others }),
        icon: iconOf(node),
      }));
    })
    .sort((a, b) =>
      `${a.brand}/${a.funnel}` < `${b.brand}/${b.funnel}` ? -1 : 1,
    );
}

function groundOf({ colors, dark }: Theme): UnitInput["ground"] {
  return { light: colors.page ?? "#ffffff", dark: dark?.page ?? null };
}

/** Every picture address in texts of modules, with the file it was made from. */
export function picturesOf(
  texts: readonly string[],
  contentDir: string,
): Record<string, string> {
  const pictures: Record<string, string> = {};
  const address =
    /\/assets\/([a-z0-9-]+)\/([^"\\()]+?)\.[0-9a-f]{8}(\.[A-Za-z0-9]+)(?=["\\)])/g;
  for (const text of texts)
    for (const [found, brand, stem, ending] of text.matchAll(address))
      pictures[found] = resolve(
        contentDir,
        brand ?? "",
        "assets",
        `${stem}${ending}`,
      );
  return pictures;
}
