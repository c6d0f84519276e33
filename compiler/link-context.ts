import { diagnose, type Diagnostic } from "./diagnostics/diagnostic.ts";
import {
  type ContentFile,
  brandOf,
  kindOf,
  SITE_FILE,
} from "./parse/file-name.ts";
import type { LinkedBrand } from "./link/brand.ts";
import type { Outline } from "./link/outline.ts";
import type { Phases } from "./phases.ts";
import { startOf } from "./diagnostics/span.ts";
import type { FunnelNode, SiteNode } from "./link/program.ts";

/** What funnels are linked against: the site and the brands, each read and linked once. */
export interface LinkContext {
  /** Null without a site that is understood; nothing is linked then. */
  readonly site: SiteNode | null;
  /** Null for a brand that is missing or was refused. */
  readonly brands: ReadonlyMap<string, LinkedBrand | null>;
  readonly diagnostics: readonly Diagnostic[];
  /** False when a name that a funnel uses may stand in a file that is missing or was refused. */
  readonly complete: boolean;
}

/** What became of one funnel's file. */
export interface LintResult {
  /** False when the file was refused before it could be linked. */
  readonly understood: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Null when there was nothing to link it against. */
  readonly outline: Outline | null;
}

export interface FunnelResult {
  readonly result: LintResult;
  readonly node: FunnelNode | null;
}

/** Reads and links everything that is no funnel; `funnels` are the names of those that will be linked against it. */
export function createLinkContext(
  others: readonly ContentFile[],
  funnels: readonly string[],
  prefix: string,
  phases: Phases,
): LinkContext {
  const accepted = others.map(({ name, text }) => {
    return { name, ...phases.accept(text, name) };
  });
  const siteFile = accepted.find(({ name }) => kindOf(name) === "site");
  const site = siteFile?.source
    ? phases.site(siteFile.source, SITE_FILE)
    : null;
  const brands = new Map<string, LinkedBrand | null>();
  for (const { name, source } of accepted)
    if (kindOf(name) === "brand")
      brands.set(
        brandOf(name),
        source && site && phases.brand(source, site, name),
      );
  const missing = [
    ...(siteFile === undefined ? [NO_SITE] : []),
    ...(site === null ? [] : missingBrands(funnels, brands)),
  ];
  return {
    site,
    brands,
    diagnostics: [
      ...accepted.flatMap(({ diagnostics }) => diagnostics),
      ...missing.map(({ name, what }) => {
        const file = prefix + name;
        return diagnose("content/missing-file", startOf(file), {
          name: file,
          what,
        });
      }),
      ...[...brands.values()].flatMap((brand) => brand?.diagnostics ?? []),
    ],
    complete:
      missing.length === 0 && accepted.every(({ source }) => source !== null),
  };
}

const NO_SITE = {
  name: SITE_FILE,
  what: "it holds the settings that all brands share",
};

/** Each brand that has funnels and no file, once. */
function missingBrands(
  funnels: readonly string[],
  brands: ReadonlyMap<string, unknown>,
): { readonly name: string; readonly what: string }[] {
  const first = new Map<string, string>();
  for (const name of funnels) {
    const brand = brandOf(name);
    if (brand !== "" && !brands.has(brand) && !first.has(brand))
      first.set(brand, name);
  }
  return [...first].map(([brand, funnel]) => ({
    name: `${brand}/brand.yaml`,
    what: `${funnel} needs it`,
  }));
}

/** Reads, links and lints one funnel by itself. */
export function lintFunnel(
  { name, text }: ContentFile,
  { brands }: LinkContext,
  phases: Phases,
): FunnelResult {
  const { source, diagnostics } = phases.accept(text, name);
  const owner = brands.get(brandOf(name));
  if (source === null || !owner)
    return {
      result: { understood: source !== null, diagnostics, outline: null },
      node: null,
    };
  const linted = phases.funnel(source, owner, name);
  return {
    result: {
      understood: true,
      diagnostics: [...diagnostics, ...linted.diagnostics],
      outline: linted.outline,
    },
    node: linted.node,
  };
}
