/** What the content holds, as it was compiled: brands and their funnels. */
import { href } from "../../generated/address.ts";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import type { Brand, Funnel } from "../../generated/contract.ts";
import type { BrandId as Id, Mount } from "../../generated/names.ts";
import { site } from "../../generated/server.ts";

export type BrandId = Id;

/** Every brand of the content. */
export const brands: readonly BrandId[] = Object.values(site.brands).map(
  ({ id }) => id,
);

/** What every page of a brand knows. */
export async function brandOf(id: BrandId): Promise<Brand> {
  const module: { brand: Brand } = await import(join(folderOf(id), "site.ts"));
  return module.brand;
}

/** The funnels of a brand and its own pages. */
export async function funnelsOf(brand: BrandId): Promise<readonly Funnel[]> {
  const folder = folderOf(brand);
  const modules = (await readdir(folder)).filter(
    (name) => name.endsWith(".ts") && name !== "site.ts",
  );
  return Promise.all(
    modules.map(async (name): Promise<Funnel> => {
      const module: { funnel: Funnel } = await import(join(folder, name));
      return module.funnel;
    }),
  );
}

/** The funnel that has a mount, and the mount by its literal type; throws when there is none. */
export function mountedAt(
  funnels: readonly Funnel[],
  path: string,
): { readonly funnel: Funnel; readonly mount: Mount } {
  for (const funnel of funnels)
    for (const mount of funnel.mounts)
      if (mount === path) return { funnel, mount };
  throw new Error(`nothing is mounted at ${path}`);
}

function folderOf(brand: BrandId): string {
  return join(ROOT, "generated/brands", brand);
}

/** The pages of a brand. Mirrors show the same: one mount of each funnel is enough. */
export async function pathsOf(brand: BrandId): Promise<string[]> {
  const funnels = await funnelsOf(brand);
  return funnels.flatMap(({ mounts: [mount = ""], steps }) =>
    steps.map(({ path }) => href(mount, path)),
  );
}

/** The brands with one kind of preloader, each with a mount of its first quiz. */
export async function byPreloader(
  preloader: Brand["preloader"],
): Promise<(readonly [brand: BrandId, mount: string])[]> {
  const all = await Promise.all(
    brands.map(async (id) => ({ id, brand: await brandOf(id) })),
  );
  const chosen = all.filter(({ brand }) => brand.preloader === preloader);
  return Promise.all(
    chosen.map(async ({ id }) => [id, await quizOf(id)] as const),
  );
}

/** Where the first quiz of a brand is mounted. */
async function quizOf(brand: BrandId): Promise<string> {
  const [mount] = (await funnelsOf(brand)).flatMap(({ mounts, steps }) =>
    steps.some(({ path }) => path === "start") ? mounts : [],
  );
  if (mount === undefined) throw new Error(`${brand} has no quiz`);
  return mount;
}
