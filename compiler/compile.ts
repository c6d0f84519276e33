import type { Environment } from "./link/environment.ts";
import { lintFunnel, linkBrandFiles, linkSiteFiles } from "./link-context.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import {
  type BrandFiles,
  type ContentFile,
  groupFiles,
} from "./parse/file-name.ts";
import {
  type BrandFindings,
  findingsOf,
  lintSite,
  lintTogether,
  sourcesOf,
} from "./lint-tree.ts";
import { createPhases, type Phases } from "./phases.ts";
import { withPrivacyTables } from "./link/privacy-table.ts";
import type {
  BrandNode,
  FunnelNode,
  Program,
  SiteNode,
} from "./link/program.ts";

export interface Compilation {
  readonly files: number;
  readonly diagnostics: readonly Diagnostic[];
  /** The linked content; null when there are errors. */
  readonly program: Program | null;
  /** The same also with errors, as far as it was understood: to be looked at, never to be built. */
  readonly understood: Program | null;
  /** The names of the files that were not: they are not in `understood`, and nobody knows what they say. */
  readonly unread: readonly string[];
}

export type Compiler = (files: readonly ContentFile[]) => Compilation;

/**
 * A compiler that remembers: a file whose text has not changed is neither parsed nor checked again, a funnel
 * whose file and brand have not changed is not linked again. Apart from that, a pure function of the files.
 */
export function createCompiler(environment: Environment): Compiler {
  const { prefix } = environment;
  const phases = createPhases(environment, "remember");
  const compiled = new Map<string, Kept>();
  return (files) => {
    const groups = groupFiles(files);
    const context = linkSiteFiles(groups.site, prefix, phases);
    const { site } = context;
    const brands = groups.brands.map((group) => {
      const known = compiled.get(group.id);
      if (known?.site === site && isSameGroup(known.group, group))
        return known.brand;
      const brand = compileBrand(group, site, prefix, phases);
      compiled.set(group.id, { site, group, brand });
      return brand;
    });
    const diagnostics = lintSite(
      context,
      brands.map(({ findings }) => findings),
      sourcesOf(files, prefix),
    );
    const failed = diagnostics.some(({ severity }) => severity === "error");
    const understood: Program | null = site && {
      site,
      brands: brands.flatMap(({ node }) => node ?? []),
      funnels: brands.flatMap(({ funnels }) => funnels),
    };
    const program =
      failed || understood === null ? null : withPrivacyTables(understood);
    const unread = unreadIn(files, understood, prefix);
    return { files: files.length, diagnostics, program, understood, unread };
  };
}

/** The files that nothing of what was understood comes from. */
function unreadIn(
  files: readonly ContentFile[],
  understood: Program | null,
  prefix: string,
): string[] {
  const read = new Set(
    understood === null
      ? []
      : [understood.site, ...understood.brands, ...understood.funnels].map(
          ({ source }) => source.file,
        ),
  );
  return files.flatMap(({ name }) => (read.has(prefix + name) ? [] : [name]));
}

type Group = BrandFiles<ContentFile>;

/** What was made of a brand, with what it was made from. */
interface Kept {
  readonly site: SiteNode | null;
  readonly group: Group;
  readonly brand: CompiledBrand;
}

interface CompiledBrand {
  readonly node: BrandNode | null;
  readonly funnels: readonly FunnelNode[];
  readonly findings: BrandFindings;
}

function compileBrand(
  group: Group,
  site: SiteNode | null,
  prefix: string,
  phases: Phases,
): CompiledBrand {
  const own = linkBrandFiles(group, site, prefix, phases);
  const linted = group.funnels.map((file) =>
    lintFunnel(file, own.brand, phases),
  );
  const results = linted.map(({ result }) => result);
  const sourceOf = sourcesOf([...group.own, ...group.funnels], prefix);
  return {
    node: own.brand?.node ?? null,
    funnels: linted.flatMap(({ node }) => node ?? []),
    findings: findingsOf(
      own,
      results,
      lintTogether(own, results, site, sourceOf),
    ),
  };
}

function isSameGroup(one: Group, other: Group): boolean {
  return (
    isSameFiles(one.own, other.own) && isSameFiles(one.funnels, other.funnels)
  );
}

function isSameFiles(
  one: readonly ContentFile[],
  other: readonly ContentFile[],
): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ name, text }, i) => name === other[i]?.name && text === other[i]?.text,
    )
  );
}
