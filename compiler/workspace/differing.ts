import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brandOf, type ContentFile, kindOf } from "../parse/file-name.ts";
import { isDirectory } from "./content.ts";

/** The content of a folder. */
export interface Tree {
  readonly dir: string;
  readonly files: readonly ContentFile[];
}

/**
 * Of two versions of the content, the files that have to be compiled to compare them: of a brand that is the same but
 * for some of its funnels, those funnels with their brand; all of a brand whose own file or assets differ.
 */
export function differing(
  before: Tree,
  after: Tree,
): readonly [readonly ContentFile[], readonly ContentFile[]] {
  const texts = [before, after].map(
    ({ files }) => new Map(files.map(({ name, text }) => [name, text])),
  );
  const names = new Set(texts.flatMap((map) => [...map.keys()]));
  const changed = new Set(
    [...names].filter((name) => texts[0]?.get(name) !== texts[1]?.get(name)),
  );
  const isWholeSite = [...changed].some((name) => kindOf(name) === "site");
  const brands = new Set([...names].filter(isOfBrand).map(brandOf));
  const whole = new Set(
    [...brands].filter(
      (brand) =>
        isWholeSite ||
        changed.has(`${brand}/brand.yaml`) ||
        assetsOf(before.dir, brand) !== assetsOf(after.dir, brand),
    ),
  );
  const touched = new Set([...changed].filter(isOfBrand).map(brandOf));
  const isNeeded = ({ name }: ContentFile): boolean => {
    if (kindOf(name) === "site") return true;
    if (whole.has(brandOf(name))) return true;
    return kindOf(name) === "brand"
      ? touched.has(brandOf(name))
      : changed.has(name);
  };
  return [before.files.filter(isNeeded), after.files.filter(isNeeded)];
}

function isOfBrand(name: string): boolean {
  return kindOf(name) !== "site";
}

/** The names and bytes of a brand's assets, as one text. */
function assetsOf(dir: string, brand: string): string {
  const folder = join(dir, brand, "assets");
  if (!isDirectory(folder)) return "";
  return readdirSync(folder)
    .sort()
    .map((name) => `${name}\n${readFileSync(join(folder, name), "latin1")}`)
    .join("\n");
}
