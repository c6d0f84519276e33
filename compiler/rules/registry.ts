import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Outline } from "../link/outline.ts";
import type { BrandNode, FunnelNode, SiteNode } from "../program.ts";
import type { Source } from "../parse/source.ts";
import { brandHome } from "./brand-home.ts";
import { brandPaths } from "./brand-paths.ts";
import { cutText } from "./cut-text.ts";
import { currencyDefault } from "./currency-default.ts";
import { currencyIso, currencyUnknown } from "./currency-unknown.ts";
import { deadEnd } from "./dead-end.ts";
import { defaultBrand } from "./default-brand.ts";
import { duplicateHost } from "./duplicate-host.ts";
import { duplicateId } from "./duplicate-id.ts";
import { duplicateOption } from "./duplicate-option.ts";
import { duplicatePath } from "./duplicate-path.ts";
import { flowLoop } from "./flow-loop.ts";
import { idleSections } from "./idle-sections.ts";
import { missingPrice } from "./missing-price.ts";
import { missingVariable } from "./missing-variable.ts";
import { neverShown } from "./never-shown.ts";
import { numbering } from "./numbering.ts";
import { offerReturns } from "./offer-returns.ts";
import { plansDefault } from "./plans-default.ts";
import { priceAmount } from "./price-amount.ts";
import { questionBounds } from "./question-bounds.ts";
import { regularPrice, regularProduct } from "./regular-price.ts";
import { reservedId } from "./reserved-id.ts";
import { safePaths, safeRootPaths } from "./safe-paths.ts";
import { scoreBands } from "./score-bands.ts";
import { scorePoints } from "./score-points.ts";
import { tagManager } from "./tag-manager.ts";
import { takenId } from "./taken-id.ts";
import { themeContrast } from "./theme-contrast.ts";
import { unreachable } from "./unreachable.ts";
import { unusedName } from "./unused-name.ts";
import { vendorMissing } from "./vendor-missing.ts";

/** Lints one file as it is written. */
export type SourceRule = (source: Source) => Diagnostic[];

/** Lints one linked funnel by itself. */
export type FunnelRule = (node: FunnelNode) => Diagnostic[];

/** The whole content, as far as its parts have to do with each other. */
export interface Tree {
  readonly site: SiteNode;
  readonly brands: readonly BrandNode[];
  /** Of the brands' own pages and of all funnels. */
  readonly outlines: readonly Outline[];
  /** False when some file was refused and names may be missing. */
  readonly complete: boolean;
  /** A file by the name that findings use, for the place of one. */
  sourceOf(file: string): Source;
}

/** Lints the whole tree. */
export type ProgramRule = (tree: Tree) => Diagnostic[];

export const sourceRules: readonly SourceRule[] = [cutText];

/** These also lint a funnel of which something could not be linked: they look at what is written. */
export const earlyRules: readonly FunnelRule[] = [
  safePaths,
  duplicateId,
  reservedId,
];

/** These lint a brand's own pages, which are no flow. */
export const brandPageRules: readonly FunnelRule[] = [
  duplicateId,
  reservedId,
  missingVariable,
];

export const funnelRules: readonly FunnelRule[] = [
  duplicateOption,
  unreachable,
  deadEnd,
  flowLoop,
  neverShown,
  offerReturns,
  questionBounds,
  scoreBands,
  scorePoints,
  plansDefault,
  regularProduct,
  idleSections,
  takenId,
  numbering,
  missingVariable,
  unusedName,
];

export const programRules: readonly ProgramRule[] = [
  defaultBrand,
  duplicateHost,
  duplicatePath,
  safeRootPaths,
  brandHome,
  brandPaths,
  missingPrice,
  priceAmount,
  regularPrice,
  currencyIso,
  currencyUnknown,
  currencyDefault,
  tagManager,
  vendorMissing,
  themeContrast,
];
