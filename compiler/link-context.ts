import { diagnose, type Diagnostic } from "./diagnostics/diagnostic.ts";
import {
  type BrandFiles,
  type ContentFile,
  SITE_FILE,
} from "./parse/file-name.ts";
import type { LinkedBrand } from "./link/brand.ts";
import type { Outline } from "./link/outline.ts";
import type { Phases } from "./phases.ts";
import { startOf } from "./diagnostics/span.ts";
import type { FunnelNode, SiteNode } from "./link/program.ts";

/** What brands are linked against. */
export interface SiteContext {
  /** Null without a site that is understood; nothing is linked then. */
  readonly site: SiteNode | null;
  readonly diagnostics: readonly Diagnostic[];
  /** False when a name that is used elsewhere may stand in a file that is missing or was refused. */
  readonly isComplete: boolean;
}

/** What the funnels of a brand are linked against. */
export interface BrandContext {
  /** Null for a brand that is missing or was refused. */
  readonly brand: LinkedBrand | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly isComplete: boolean;
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

/** Reads and links the site. */
export function linkSiteFiles(
  files: readonly ContentFile[],
  prefix: string,
  phases: Phases,
): SiteContext {
  const accepted = files.map(({ name, text }) => phases.accept(text, name));
  const first = accepted.find(({ source }) => source !== null) ?? accepted[0];
  return {
    site: first?.source ? phases.site(first.source, SITE_FILE) : null,
    diagnostics: [
      ...accepted.flatMap(({ diagnostics }) => diagnostics),
      ...(first === undefined
        ? [
            missing(
              prefix + SITE_FILE,
              "it holds the settings that all brands share",
            ),
          ]
        : []),
    ],
    isComplete:
      first !== undefined && accepted.every(({ source }) => source !== null),
  };
}

/** A brand's own files; of its funnels the names will do. */
interface OwnFiles extends BrandFiles<{ readonly name: string }> {
  readonly own: readonly ContentFile[];
}

/** Reads and links what is said of a brand beside its funnels. */
export function linkBrandFiles(
  { id, own, funnels }: OwnFiles,
  site: SiteNode | null,
  prefix: string,
  phases: Phases,
): BrandContext {
  const accepted = own.map(({ name, text }) => {
    return { name, ...phases.accept(text, name) };
  });
  const last = accepted.at(-1);
  const brand =
    last?.source && site ? phases.brand(last.source, site, last.name) : null;
  const [funnel] = funnels;
  const isMissing = id !== "" && last === undefined && funnel !== undefined;
  return {
    brand,
    diagnostics: [
      ...accepted.flatMap(({ diagnostics }) => diagnostics),
      ...(isMissing && site
        ? [missing(`${prefix}${id}/brand.yaml`, `${funnel.name} needs it`)]
        : []),
      ...(brand?.diagnostics ?? []),
    ],
    isComplete: !isMissing && accepted.every(({ source }) => source !== null),
  };
}

function missing(name: string, what: string): Diagnostic {
  return diagnose("content/missing-file", startOf(name), { name, what });
}

/** Reads, links and lints one funnel by itself. */
export function lintFunnel(
  { name, text }: ContentFile,
  owner: LinkedBrand | null,
  phases: Phases,
): FunnelResult {
  const { source, diagnostics } = phases.accept(text, name);
  if (source === null || owner === null)
    return {
      result: { understood: source !== null, diagnostics, outline: null },
      node: null,
    };
  const linted = phases.funnel(source, owner.scope, name);
  return {
    result: {
      understood: true,
      diagnostics: [...diagnostics, ...linted.diagnostics],
      outline: linted.outline,
    },
    node: linted.node,
  };
}
