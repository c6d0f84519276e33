import { sortDiagnostics, type Diagnostic } from "./diagnostics/diagnostic.ts";
import { onePerName } from "./diagnostics/one-per-name.ts";
import type { BrandContext, LintResult, SiteContext } from "./link-context.ts";
import { outlineOf } from "./link/outline.ts";
import type { SiteNode } from "./link/program.ts";
import type { ContentFile } from "./parse/file-name.ts";
import { sourceLater, type Source } from "./parse/source.ts";
import { brandRules, completeBrandRules } from "./rules/registry.ts";
import { siteRules } from "./rules/site-registry.ts";
import { withoutExcused } from "./rules/excuses.ts";
import type { BrandOutline, Offers } from "./rules/rule.ts";
import { offersIn } from "./rules/shared-offer.ts";
import { asWanted } from "./rules/severities.ts";

/** All that is found in the files of one brand: plain data. Nothing of another brand goes into it. */
export interface BrandFindings {
  /** What the site has to know of it; null when it could not be linked. */
  readonly outline: BrandOutline | null;
  /** Whether every file of the brand is there and was understood. */
  readonly isComplete: boolean;
  readonly found: readonly Diagnostic[];
  /** What counts only when every file of the whole content was understood: else a name may stand in one that was not. */
  readonly foundWhenComplete: readonly Diagnostic[];
}

/** Finds a file by the name that findings use, for the place of one. */
export type SourceOf = (file: string) => Source;

/** What is found in a brand and all its funnels together. */
export interface Together {
  readonly found: readonly Diagnostic[];
  readonly foundWhenComplete: readonly Diagnostic[];
  readonly offers: Offers;
}

export const NOTHING_TOGETHER: Together = {
  found: [],
  foundWhenComplete: [],
  offers: "none",
};

/** Lints a brand with its funnels, each of which has been linted by itself. It reads nothing but outlines and sources. */
export function lintTogether(
  context: BrandContext,
  results: readonly LintResult[],
  site: SiteNode | null,
  sourceOf: SourceOf,
): Together {
  const { brand } = context;
  if (brand === null || site === null) return NOTHING_TOGETHER;
  const { node } = brand;
  const tree = {
    site,
    brands: [node],
    outlines: [
      outlineOf(node.pages),
      ...results.flatMap(({ outline }) => outline ?? []),
    ],
    sourceOf,
  };
  return {
    found: brandRules.flatMap((rule) => rule(tree)),
    foundWhenComplete: isWhole(context, results)
      ? completeBrandRules.flatMap((rule) => rule(tree))
      : [],
    offers: offersIn(tree.outlines, site),
  };
}

/**
 * What is told only when names are right: that nobody uses what a misspelled name may have meant, or that two pages are
 * called the same of which one is the copy of the other.
 */
const FOLLOWING: Readonly<Record<string, readonly string[]>> = {
  "path/duplicate": ["found/same-title", "found/same-description"],
  "asset/outside": ["unused/asset"],
  "asset/unknown": ["unused/asset"],
  "product/regular-length": ["product/not-sold"],
  "product/regular-price": ["product/not-sold"],
  "product/sold-twice": ["product/not-sold"],
  "product/unknown": ["product/never-regular", "product/not-sold"],
};

/** The same within one file. */
const FOLLOWING_IN_FILE: Readonly<Record<string, readonly string[]>> = {
  // Whoever is in danger comes to it by a way that was not meant for them.
  "danger/sells": ["contact/email-not-asked", "score/not-fed"],
  "flow/never-shown": ["condition/never-met"],
  "mail/never-sent": ["mail/no-address"],
  // One of the two had another name before.
  "step/duplicate-id": ["step/unknown"],
};

/** All that is found in a brand. */
export function findingsOf(
  context: BrandContext,
  results: readonly LintResult[],
  { found, foundWhenComplete, offers }: Together,
): BrandFindings {
  const all = [
    ...context.diagnostics,
    ...results.flatMap(({ diagnostics }) => diagnostics),
    ...found,
  ];
  const followed = new Set(all.flatMap(({ code }) => FOLLOWING[code] ?? []));
  const followedInFile = new Set(
    all.flatMap(({ code, at }) =>
      (FOLLOWING_IN_FILE[code] ?? []).map((other) => `${at.file} ${other}`),
    ),
  );
  const isFirst = ({ code, at }: Diagnostic) =>
    !followed.has(code) && !followedInFile.has(`${at.file} ${code}`);
  return {
    outline: context.brand && {
      id: context.brand.node.brand.id,
      file: context.brand.node.source.file,
      alias: context.brand.node.brand.project.alias,
      hosts: context.brand.node.brand.hosts,
      offers,
    },
    isComplete: isWhole(context, results),
    found: all.filter(isFirst),
    foundWhenComplete: foundWhenComplete.filter(isFirst),
  };
}

function isWhole(
  { isComplete }: BrandContext,
  results: readonly LintResult[],
): boolean {
  return isComplete && results.every(({ understood }) => understood);
}

/** All findings of the content, sorted. */
export function lintSite(
  { site, diagnostics, isComplete }: SiteContext,
  brands: readonly BrandFindings[],
  sourceOf: SourceOf,
): Diagnostic[] {
  const complete = isComplete && brands.every((brand) => brand.isComplete);
  const tree = {
    brands: brands.flatMap(({ outline }) => outline ?? []),
    complete,
    sourceOf,
  };
  const found = sortDiagnostics([
    ...diagnostics,
    ...brands.flatMap(({ found: ofBrand, foundWhenComplete }) =>
      complete ? [...ofBrand, ...foundWhenComplete] : ofBrand,
    ),
    ...(site === null
      ? []
      : siteRules.flatMap((rule) => rule({ site, ...tree }))),
  ]);
  return asWanted(onePerName(withoutExcused(found)), site);
}

/** The files that places are looked up in; each is read again when one is asked for. */
export function sourcesOf(
  files: readonly ContentFile[],
  prefix: string,
): SourceOf {
  const sources = new Map<string, Source>();
  return (file) => {
    const text = () =>
      files.find(({ name }) => prefix + name === file)?.text ?? "";
    const source = sources.get(file) ?? sourceLater(file, text());
    sources.set(file, source);
    return source;
  };
}
