/** The folder `site` holds the build for visitors: bundles, documents, the plugin for Vite. */
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import { openPool } from "./pool.ts";
import {
  type BuildCache,
  type Entry,
  keyOf,
  madeOfSources,
  openDraft,
} from "../workspace/build-cache.ts";
import type { NewBuild } from "../workspace/builds.ts";
import { readPaymentProviders } from "../workspace/environment.ts";
import type { Compiled, CompiledUnit } from "./compile-content.ts";
import { type Context, eachOf, placeAssets, placer } from "./build-context.ts";
import { isCompressible } from "./compress.ts";
import { AI_API_ORIGIN, API_ORIGIN, formHosts } from "./environment.ts";
import { pictureAddress, placeDrawn, placeIcons } from "./drawn.ts";
import type { UnitInput } from "./prerender.ts";
import { type BuiltUnit, writeRootFiles } from "./root-files.ts";
import {
  photosIn,
  VARIANT_SETTINGS,
  type Variants,
  variantsOf,
} from "./photos.ts";
import { runtimeKey, serverKey } from "./runtime-key.ts";
import { servedName, UNIT_FACTS, type UnitFacts } from "./served.ts";

/** The folder of the server in a build. */
const SERVER = "server";

/**
 * Fills the folder of a build: what was made before for exactly the same input is taken from the cache, the rest is
 * made. The number of pages. Nothing is written into the folder any more when it has failed.
 */
export async function buildSite(
  checkout: Checkout,
  content: Compiled,
  build: NewBuild,
  cache: BuildCache,
): Promise<number> {
  const pool = openPool();
  const over = new AbortController();
  const place = placer(build.dir, over.signal);
  const placeOwnPages = async (context: Context) => {
    const { runtime, units } = await placePages(context);
    over.signal.throwIfAborted();
    await writeRootFiles(runtime, units, content, build);
    return units.reduce((sum, { pages }) => sum + pages, 0);
  };
  try {
    const assets = placeAssets(checkout.root, content.assets, place);
    const compiled = { ...content, assets };
    const context = { checkout, compiled, cache, pool, place };
    const [pages] = await Promise.all([
      placeOwnPages(context),
      placeForms(context),
      placeServer(context),
      placeDrawn(context),
    ]);
    return pages;
  } finally {
    // Of parts that are made at once, one that fails leaves the others at work.
    over.abort();
    await pool.close();
  }
}

async function placePages(context: Context) {
  const [runtime, tabIcons] = await Promise.all([
    bundledRuntime(context),
    placeIcons(context),
  ]);
  const [units] = await Promise.all([
    placeUnits(runtime, tabIcons, context),
    placeRuntime(runtime, context),
  ]);
  return { runtime, units };
}

async function bundledRuntime({
  checkout,
  compiled,
  cache,
}: Context): Promise<Entry> {
  return madeOfSources(cache, {
    name: "runtime/",
    key: () => runtimeKey(checkout, compiled.emitted),
    make: async () => {
      // What bundles takes longer to load than most builds take.
      const { bundleRuntime } = await import("./bundle-runtime.ts");
      const draft = openDraft(cache.draftFolder());
      await bundleRuntime(checkout.root, compiled.traits, draft);
      return draft;
    },
  });
}

/** The API itself, beside its pages: a build is all that has to be started. No page is at its address. */
async function placeServer(context: Context): Promise<void> {
  const { checkout, compiled, cache, place } = context;
  const { dir, files } = await madeOfSources(cache, {
    name: "server/",
    key: () => serverKey(checkout, compiled.emitted),
    make: async () => {
      const { bundleServer } = await import("./bundle-server.ts");
      return bundleServer(checkout.root, openDraft(cache.draftFolder()));
    },
  });
  for (const { name } of files)
    place(`${SERVER}/${name}`, join(dir, name), "link");
}

async function placeRuntime(runtime: Entry, context: Context): Promise<void> {
  const served = runtime.files.flatMap((kept) => {
    const name = servedName(kept.name);
    const file = join(runtime.dir, kept.name);
    return name === null ? [] : { ...kept, name, file };
  });
  for (const { name, file } of served) context.place(name, file, "link");
  await eachOf(served, context.pool.size, (file) =>
    placeCompressed(file, context),
  );
}

/** Puts beside pictures and fonts what else is served of them: packed, and of photos smaller ones. */
async function placeForms(context: Context): Promise<void> {
  const { compiled, pool } = context;
  const assets = Object.entries(compiled.assets);
  await eachOf(assets, pool.size, async ([address, file]) => {
    const bytes = readFileSync(file);
    const [name, hash] = [address.slice(1), keyOf(bytes)];
    await placeCompressed({ name, file, size: bytes.length, hash }, context);
  });
  const photos = photosIn(compiled.units.map(({ data }) => data));
  const variants = [...photos.values()].flatMap((photo) => {
    const file = compiled.assets[photo.src] ?? "";
    return variantsOf(photo).map((made) => ({ file, ...made }));
  });
  await eachOf(variants, pool.size, (made) => placeVariants(made, context));
}

/** They take the longest, and do not depend on the compiler: they are made anew with new settings alone. */
async function placeVariants(
  { file, width, addresses }: Variants & { readonly file: string },
  { checkout, cache, pool, place }: Context,
): Promise<void> {
  const formats = [...addresses.keys()];
  const key = keyOf(
    "variants",
    JSON.stringify([VARIANT_SETTINGS, width, formats]),
    // Names its codecs with their versions, and is read sooner than they are loaded.
    readFileSync(join(checkout.root, "node_modules/sharp/package.json")),
    readFileSync(file),
  );
  const entry =
    cache.find(key) ??
    cache.keep(
      key,
      await pool.run({
        kind: "variants",
        to: cache.draftFolder(),
        file,
        width,
        formats,
      }),
    );
  for (const [format, address] of addresses)
    place(address.slice(1), join(entry.dir, format), "link");
}

interface Served {
  readonly name: string;
  readonly file: string;
  readonly size: number;
  readonly hash: string;
}

async function placeCompressed(
  { name, file, size, hash }: Served,
  { checkout, cache, pool, place }: Context,
): Promise<void> {
  if (!isCompressible(name, size)) return;
  const key = keyOf("compressed", checkout.fingerprint, extname(name), hash);
  const entry =
    cache.find(key) ??
    cache.keep(
      key,
      await pool.run({ kind: "compress", to: cache.draftFolder(), file, name }),
    );
  for (const { name: ending } of entry.files)
    place(name + ending, join(entry.dir, ending), "link");
}

async function placeUnits(
  runtime: Entry,
  tabIcons: ReadonlyMap<string, string>,
  { checkout, compiled, cache, pool, place }: Context,
): Promise<readonly BuiltUnit[]> {
  const inputOf = unitInputs(checkout.root, compiled, tabIcons);
  // Of the runtime, what came out counts: its sources may change without that.
  const around = JSON.stringify([runtime.files, machineSettings()]);
  const known = new Map<CompiledUnit, UnitFacts>();
  await eachOf(compiled.units, pool.size, async (unit) => {
    const input = inputOf(unit);
    const key = keyOf("unit", checkout.fingerprint, around, input);
    const make = () =>
      pool.run({
        kind: "unit",
        to: cache.draftFolder(),
        runtime: runtime.dir,
        input,
      });
    const entry = cache.find(key) ?? cache.keep(key, await make());
    for (const { name: file } of entry.files) {
      const name = servedName(file);
      if (name !== null) place(name, join(entry.dir, file), "link");
    }
    known.set(unit, readFacts(entry));
  });
  // In the order of the units, whichever was made first.
  return compiled.units.flatMap((unit) => {
    const facts = known.get(unit);
    return facts === undefined ? [] : { brand: unit.brand, ...facts };
  });
}

function unitInputs(
  root: string,
  { traits, assets }: Compiled,
  tabIcons: ReadonlyMap<string, string>,
): (unit: CompiledUnit) => string {
  const hosts = formHosts(readPaymentProviders(root), process.env);
  const shared = {
    traits,
    apiHosts: [API_ORIGIN, AI_API_ORIGIN].filter((origin) => origin !== ""),
    formHosts: [...hosts],
  };
  return (unit) => {
    const { brand, funnel, data } = unit;
    const picture = pictureAddress(root, assets, unit);
    const tabIcon = tabIcons.get(brand);
    if (tabIcon === undefined) throw new Error(`no icon of ${brand}`);
    const own = { ...data, picture, tabIcon, unit: { brand, funnel } };
    const input: UnitInput = { ...shared, ...own };
    return JSON.stringify(input);
  };
}

/** What Node takes from the machine when it writes dates and numbers. */
function machineSettings(): readonly string[] {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [locale, timeZone];
}

function readFacts(entry: Entry): UnitFacts {
  const text = readFileSync(join(entry.dir, UNIT_FACTS), "utf8");
  const facts: UnitFacts = JSON.parse(text);
  return facts;
}
