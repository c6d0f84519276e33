/** What the content holds, as it was compiled: brands, their funnels, and what can be answered in them. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../compiler/workspace/content.ts";
import type { Brand, Funnel, Step } from "../../generated/contract.ts";
import type { BrandId as Id, Mount } from "../../generated/names.ts";
import { site } from "../../generated/server.ts";
import { type Answer, NONE } from "../../runtime/core/answers.ts";

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

/**
 * What can be answered to a question: every choice, of several choices each one and each pair, of numbers both ends and
 * those of `marks` that fit. Empty for any other page.
 */
export function answersTo(
  step: Step,
  marks: readonly number[] = [],
): readonly Answer[] {
  switch (step.page) {
    case "single":
      return step.props.options.map(({ value }) => value);
    case "multi":
      return choicesOf(step.props);
    case "scale":
      return range(step.props.from, step.props.to);
    case "slider":
    case "number": {
      const { min = 0, max = min } = step.props;
      const inside = marks.filter((mark) => mark > min && mark < max);
      return [...new Set([max, min, ...inside])];
    }
    case "date":
      return ["1990-05-17"];
    case "text":
      return ["Robin"];
    default:
      return [];
  }
}

function choicesOf({
  options,
  min,
  max = options.length,
  none,
}: Extract<Step, { page: "multi" }>["props"]): readonly (readonly string[])[] {
  const values = options.map(({ value }) => value);
  const pairs = values.flatMap((one, at) =>
    values.slice(at + 1).map((other) => [one, other]),
  );
  const sets = [...values.map((value) => [value]), ...pairs, values, []];
  const fitting = sets.filter(
    ({ length }) => length >= min && length <= (max ?? length),
  );
  return none === undefined ? fitting : [...fitting, [NONE]];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => to - at);
}
