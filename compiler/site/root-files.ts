import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Entry } from "../workspace/build-cache.ts";
import type { NewBuild } from "../workspace/builds.ts";
import { ADDRESSES } from "../shared/delivery.ts";
import { addressList, brandFiles } from "./brand-files.ts";
import type { Compiled, CompiledUnit } from "./compile-content.ts";
import { compressedForms } from "./compress.ts";
import { HAS_TESTERS, OFFLINE } from "./environment.ts";
import { workerOf } from "./offline.ts";
import { readBundle } from "./runtime.ts";
import type { UnitFacts } from "./served.ts";

/** What is known of a unit when its documents are there. */
export type BuiltUnit = UnitFacts & Pick<CompiledUnit, "brand">;

/** What browsers and programs ask for by name at the root of each brand's hosts. */
export async function writeRootFiles(
  runtime: Entry,
  units: readonly BuiltUnit[],
  compiled: Compiled,
  build: NewBuild,
): Promise<void> {
  const { worker } = readBundle(runtime.dir);
  const now = new Date();
  const brands = [...new Set(units.map((unit) => unit.brand))];
  const written = brands.flatMap((brand) => {
    const own = units.filter((unit) => unit.brand === brand);
    const funnels = own.flatMap(({ kept }) => kept ?? []);
    const script = workerOf(worker, build.id, OFFLINE ? funnels : null);
    const files = { "sw.js": script, ...rootFiles(compiled, brand, now) };
    return Object.entries(files).map(([name, content]) =>
      writeWithForms(join(build.dir, brand, name), content),
    );
  });
  await Promise.all(written);
}

function rootFiles({ units, traits }: Compiled, id: string, now: Date) {
  const own = units.filter((unit) => unit.brand === id);
  const [data] = own.map((unit) => unit.data);
  if (data === undefined) return {};
  const funnels = own.map((unit) => unit.data.funnel);
  const { brand, ground } = data;
  return {
    ...brandFiles({ brand, ground, funnels, traits, now }),
    ...(HAS_TESTERS && { [ADDRESSES.slice(1)]: addressList(funnels) }),
  };
}

/** Each build has other ones, so that none is kept: they are compressed on all processors at once. */
async function writeWithForms(path: string, content: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  for (const [ending, bytes] of await compressedForms(path, content))
    writeFileSync(path + ending, bytes);
}
