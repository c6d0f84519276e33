import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Outline } from "../link/outline.ts";
import type { BrandNode, FunnelNode, SiteNode } from "../link/program.ts";
import type { Source } from "../parse/source.ts";

/** Lints one file as it is written. */
export type SourceRule = (source: Source) => Diagnostic[];

/** Lints one linked funnel by itself. */
export type FunnelRule = (node: FunnelNode) => Diagnostic[];

/** The content of one brand, as far as its parts have to do with each other. */
export interface Tree {
  readonly site: SiteNode;
  /** The one brand. */
  readonly brands: readonly BrandNode[];
  /** Of the brand's own pages and of all its funnels. */
  readonly outlines: readonly Outline[];
  /** A file by the name that findings use, for the place of one. */
  sourceOf(file: string): Source;
}

/** Lints a brand with all its funnels. */
export type BrandRule = (tree: Tree) => Diagnostic[];

/** What the rest of the content has to know of a brand: plain data. */
export interface BrandOutline {
  readonly id: string;
  /** The brand's file as findings name it. */
  readonly file: string;
  /** Under which name the server and analytics know it. */
  readonly alias: string;
  readonly hosts: readonly string[];
  /** Whether one of its offers has the shared address, `otoPath` of the site. */
  readonly offers: Offers;
}

export type Offers = "none" | "elsewhere" | "shared";

export interface SiteTree {
  readonly site: SiteNode;
  readonly brands: readonly BrandOutline[];
  /** False when some file was refused and names may be missing. */
  readonly complete: boolean;
  sourceOf(file: string): Source;
}

/** Lints the site, and brands as far as they have to do with each other. */
export type SiteRule = (tree: SiteTree) => Diagnostic[];
