/** What the content holds, as it was compiled: brands, their funnels, and what can be answered in them. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import type { Brand, Funnel, Step } from "../../generated/contract.ts";
import type { BrandId as Id, Mount } from "../../generated/names.ts";
import { site } from "../../generated/server.ts";
import {
  type Answer,
  answerTo,
  NONE,
  optionsOf,
} from "../../runtime/core/answers.ts";

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

/** A scale has all its points tried; of a longer range the ends. */
const SHORT_RANGE = 12;

/**
 * What can be answered to a question: every choice, of several choices each one and each pair, of numbers both ends and
 * those of `marks` that fit. Empty for a page that asks nothing.
 */
export function answersTo(
  step: Step,
  marks: readonly number[] = [],
): readonly Answer[] {
  const { kind, min, max } = answerTo(step);
  const values = optionsOf(step)?.map(({ value }) => value) ?? [];
  switch (kind) {
    case "one":
      return values;
    case "several":
      return choicesOf(values, { min, max, none: "none" in step.props });
    case "quantity":
      return quantities(min, max, marks);
    case "day":
      return ["1990-05-17"];
    case "words":
      return ["Robin"];
    case undefined:
      return [];
  }
}

function choicesOf(
  values: readonly string[],
  {
    min,
    max,
    none,
  }: { readonly min: number; readonly max: number; readonly none: boolean },
): readonly (readonly string[])[] {
  const pairs = values.flatMap((one, at) =>
    values.slice(at + 1).map((other) => [one, other]),
  );
  const sets = [...values.map((value) => [value]), ...pairs, values, []];
  const fitting = sets.filter(({ length }) => length >= min && length <= max);
  return none ? [...fitting, [NONE]] : fitting;
}

function quantities(
  min: number,
  max: number,
  marks: readonly number[],
): readonly number[] {
  const last = Number.isFinite(max) ? max : Math.max(1, min);
  const first = Number.isFinite(min) ? min : last;
  if (last - first <= SHORT_RANGE)
    return Array.from({ length: last - first + 1 }, (_, at) => last - at);
  const inside = marks.filter((mark) => mark > first && mark < last);
  return [last, first, ...inside];
}
