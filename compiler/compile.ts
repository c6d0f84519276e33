import type { Environment } from "./link/environment.ts";
import {
  type KeptParts,
  type LintedBrand,
  NOTHING_KEPT,
} from "./kept-parts.ts";
import {
  type BrandContext,
  lintFunnel,
  linkBrandFiles,
  linkSiteFiles,
} from "./link-context.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import {
  type BrandFiles,
  type ContentFile,
  groupFiles,
} from "./parse/file-name.ts";
import {
  findingsOf,
  lintSite,
  lintTogether,
  NOTHING_TOGETHER,
  sourcesOf,
} from "./lint-tree.ts";
import { createPhases, type Phases } from "./phases.ts";
import { withPrivacyTables } from "./link/privacy-table.ts";
import type { FunnelNode, Program, SiteNode } from "./link/program.ts";

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

export type Compiler = (
  files: readonly ContentFile[],
  kept?: KeptParts,
) => Compilation;

/**
 * A compiler that remembers: a file whose text has not changed is neither parsed nor checked again, a funnel
 * whose file and brand have not changed is not linked again. Apart from that, a pure function of the files.
 */
export function createCompiler(environment: Environment): Compiler {
  const { prefix, purpose } = environment;
  const options = { prefix, runsRules: purpose !== "compare" };
  const phases = createPhases(environment, "remember");
  const compiled = new Map<string, Kept>();
  return (files, kept = NOTHING_KEPT) => {
    const groups = groupFiles(files);
    const context = linkSiteFiles(groups.site, prefix, phases);
    const { site } = context;
    const brands = groups.brands.map((group) => {
      const known = compiled.get(group.id);
      if (known?.site === site && isSameGroup(known.group, group))
        return known.brand;
      const brand = compileBrand(group, site, kept, { ...options, phases });
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

interface CompiledBrand extends LintedBrand {
  readonly funnels: readonly FunnelNode[];
}

interface Options {
  readonly prefix: string;
  /** Whether rules are asked. */
  readonly runsRules: boolean;
  readonly phases: Phases;
}

function compileBrand(
  group: Group,
  site: SiteNode | null,
  kept: KeptParts,
  { prefix, runsRules, phases }: Options,
): CompiledBrand {
  let linked: BrandContext | null = null;
  // Not linked where all that is made of it is known.
  const context = () =>
    (linked ??= linkBrandFiles(group, site, prefix, phases));
  const linted = group.funnels.map((file) =>
    kept.funnel(file, () => lintFunnel(file, context().brand, phases)),
  );
  const results = linted.map(({ result }) => result);
  const brand = kept.brand(group, () => {
    const own = context();
    const sourceOf = sourcesOf([...group.own, ...group.funnels], prefix);
    const together = runsRules
      ? lintTogether(own, results, site, sourceOf)
      : NOTHING_TOGETHER;
    return {
      node: own.brand?.node ?? null,
      findings: findingsOf(own, results, together),
    };
  });
  return { ...brand, funnels: linted.flatMap(({ node }) => node ?? []) };
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
