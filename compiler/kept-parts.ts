import type { BrandFindings } from "./lint-tree.ts";
import type { FunnelResult } from "./link-context.ts";
import type { BrandNode } from "./link/program.ts";
import type { BrandFiles, ContentFile } from "./parse/file-name.ts";

/** A brand beside its funnels, and all that is found in both. */
export interface LintedBrand {
  /** Null for one that could not be linked. */
  readonly node: BrandNode | null;
  readonly findings: BrandFindings;
}

/** What earlier compilations made of exactly the same; what they did not is made, and kept. */
export interface KeptParts {
  funnel(file: ContentFile, make: () => FunnelResult): FunnelResult;
  brand(files: BrandFiles<ContentFile>, make: () => LintedBrand): LintedBrand;
}

export const NOTHING_KEPT: KeptParts = {
  funnel: (_, make) => make(),
  brand: (_, make) => make(),
};
