import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { withPrivacyTables } from "../link/privacy-table.ts";
import type { Program } from "../link/program.ts";
import { brandOf } from "../parse/file-name.ts";

/** The errors among findings, by the brand whose files they are in; those of the site's own file under `""`. */
export function errorsByBrand(
  diagnostics: readonly Diagnostic[],
  prefix: string,
): Map<string, Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity !== "error") continue;
    const brand = brandOf(diagnostic.at.file.slice(prefix.length));
    found.set(brand, [...(found.get(brand) ?? []), diagnostic]);
  }
  return found;
}

/**
 * Each brand as it is now, or where it has mistakes as it last was without: `before`. Null when there is no brand that
 * ever was without mistakes. A mistake in the site's own file leaves all as it was.
 */
export function lastValidProgram(
  linked: Program | null,
  before: Program | null,
  wrong: { has(brand: string): boolean },
): Program | null {
  if (linked === null || wrong.has("")) return before;
  const parts = [
    partOf(linked, (brand) => !wrong.has(brand)),
    ...(before === null ? [] : [partOf(before, (brand) => wrong.has(brand))]),
  ];
  const brands = parts
    .flatMap((part) => part.brands)
    .toSorted((a, b) => (a.brand.id < b.brand.id ? -1 : 1));
  const [first] = brands;
  if (first === undefined) return null;
  const { defaultBrand } = linked.site;
  const isServed = brands.some(({ brand }) => brand.id === defaultBrand);
  return withPrivacyTables({
    site: isServed
      ? linked.site
      : { ...linked.site, defaultBrand: first.brand.id },
    brands,
    funnels: parts.flatMap((part) => part.funnels),
  });
}

function partOf(program: Program, isWanted: (brand: string) => boolean) {
  return {
    brands: program.brands.filter(({ brand }) => isWanted(brand.id)),
    funnels: program.funnels.filter(({ funnel }) => isWanted(funnel.brand)),
  };
}
