import { isDeepStrictEqual } from "node:util";
import type { BrandContext, LintResult } from "../link-context.ts";
import type { BrandFindings, Together } from "../lint-tree.ts";
import type { BrandFiles } from "../parse/file-name.ts";
import type { AssetFile } from "../workspace/asset-files.ts";
import type { StoredFile } from "../workspace/content.ts";

/** What was found before in the very same content; keeps what is found now. */
export interface KnownResults {
  brand(id: string): BrandFindings | null;
  keepBrand(id: string, findings: BrandFindings): void;
  /** Of a funnel by the name of its file. */
  funnel(name: string): LintResult | null;
  keepFunnel(name: string, result: LintResult): void;
}

export const NOTHING_KNOWN: KnownResults = {
  brand: () => null,
  keepBrand: () => undefined,
  funnel: () => null,
  keepFunnel: () => undefined,
};

/** A brand at a check. */
export interface CheckedBrand {
  readonly site: readonly StoredFile[];
  readonly files: BrandFiles<StoredFile>;
  readonly assets: readonly AssetFile[];
  /** Of its funnels; those of a brand of which all is known lie with `known`. */
  readonly results: Map<StoredFile, LintResult>;
  readonly known: KnownResults;
  /** Null until it has been linked, which it need not be when all is known. */
  context: BrandContext | null;
  together: LintedTogether | null;
  findings: BrandFindings | null;
}

/** What is found in all files of a brand together, and the files that were looked into for that, as findings name them. */
export interface LintedTogether extends Together {
  readonly read: ReadonlySet<string>;
}

/** A brand with what is known of it: from the last check, and from before. */
export function brandNow(
  now: Pick<CheckedBrand, "site" | "files" | "assets">,
  last: CheckedBrand | undefined,
  known: KnownResults,
): CheckedBrand {
  const { files } = now;
  const before = last !== undefined && isLinkedAlike(last, now) ? last : null;
  if (before !== null && isSame(before.files.funnels, files.funnels))
    return before;
  const brand: CheckedBrand = {
    ...now,
    results: new Map(),
    known,
    context: before?.context ?? null,
    together: null,
    findings: known.brand(files.id),
  };
  if (brand.findings !== null) return brand;
  const same = new Set(before?.files.funnels);
  for (const file of files.funnels) {
    const result =
      (same.has(file) ? before && resultOf(before, file) : null) ??
      known.funnel(file.name);
    if (result !== null) brand.results.set(file, result);
  }
  return brand;
}

function isLinkedAlike(
  one: CheckedBrand,
  other: Pick<CheckedBrand, "site" | "files" | "assets">,
): boolean {
  return (
    isSame(one.site, other.site) &&
    isSame(one.files.own, other.files.own) &&
    isSame(one.assets, other.assets)
  );
}

function resultOf(
  { results, known }: CheckedBrand,
  file: StoredFile,
): LintResult | null {
  return results.get(file) ?? known.funnel(file.name);
}

/**
 * What the last check found in all files together, if it cannot be anything else now: the outlines are the same, and no
 * file was looked into that is another one now.
 * @param brand has the results of all its funnels
 */
export function togetherAsBefore(
  brand: CheckedBrand,
  last: CheckedBrand | undefined,
  prefix: string,
): LintedTogether | null {
  if (last === undefined || last.together === null) return null;
  const { read } = last.together;
  const before = last.files.funnels;
  const isAlike = (file: StoredFile, i: number) => {
    const old = before[i];
    if (old === file) return true;
    if (old?.name !== file.name || read.has(prefix + file.name)) return false;
    const [one, other] = [resultOf(last, old), resultOf(brand, file)];
    return (
      one?.understood === other?.understood &&
      isDeepStrictEqual(one?.outline, other?.outline)
    );
  };
  return isLinkedAlike(last, brand) &&
    before.length === brand.files.funnels.length &&
    brand.files.funnels.every(isAlike)
    ? last.together
    : null;
}

export function isSame(
  one: readonly unknown[],
  other: readonly unknown[],
): boolean {
  return (
    one.length === other.length && one.every((item, i) => item === other[i])
  );
}
