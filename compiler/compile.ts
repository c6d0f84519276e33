import type { Environment } from "./link/environment.ts";
import { lintFunnel, linkBrandFiles, linkSiteFiles } from "./link-context.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { groupFiles, type ContentFile } from "./parse/file-name.ts";
import { findingsOf, lintSite, lintTogether, sourcesOf } from "./lint-tree.ts";
import { createPhases } from "./phases.ts";
import { withPrivacyTables } from "./link/privacy-table.ts";
import type { Program } from "./link/program.ts";

export interface Compilation {
  readonly files: number;
  readonly diagnostics: readonly Diagnostic[];
  /** The linked content; null when there are errors. */
  readonly program: Program | null;
  /** The same also with errors, as far as it was understood: to be looked at, never to be built. */
  readonly understood: Program | null;
}

export type Compiler = (files: readonly ContentFile[]) => Compilation;

/**
 * A compiler that remembers: a file whose text has not changed is neither parsed nor checked again, a funnel
 * whose file and brand have not changed is not linked again. Apart from that, a pure function of the files.
 */
export function createCompiler(environment: Environment): Compiler {
  const { prefix } = environment;
  const phases = createPhases(environment, "remember");
  return (files) => {
    const groups = groupFiles(files);
    const context = linkSiteFiles(groups.site, prefix, phases);
    const { site } = context;
    const brands = groups.brands.map((group) => {
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
    return { files: files.length, diagnostics, program, understood };
  };
}
