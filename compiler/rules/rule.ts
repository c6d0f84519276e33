import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Outline } from "../link/outline.ts";
import type { BrandNode, FunnelNode, SiteNode } from "../link/program.ts";
import type { Source } from "../parse/source.ts";

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
