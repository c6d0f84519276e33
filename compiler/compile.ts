import type { Environment } from "./link/environment.ts";
import {
  lintFunnel,
  createLinkContext,
  type LinkContext,
  type LintResult,
} from "./link-context.ts";
import { sortDiagnostics, type Diagnostic } from "./diagnostics/diagnostic.ts";
import { kindOf, type ContentFile } from "./parse/file-name.ts";
import { outlineOf } from "./link/outline.ts";
import { createPhases } from "./phases.ts";
import { withPrivacyTables } from "./link/privacy-table.ts";
import type { Program } from "./link/program.ts";
import { programRules } from "./rules/registry.ts";
import { sourceLater, type Source } from "./parse/source.ts";

export interface Compilation {
  readonly files: number;
  readonly diagnostics: readonly Diagnostic[];
  /** The linked content; null when there are errors. */
  readonly program: Program | null;
  /** What could be linked, with mistakes or without, and without privacy tables; null where the site is not understood. */
  readonly linked: Program | null;
}

export type Compiler = (files: readonly ContentFile[]) => Compilation;

/**
 * A compiler that remembers: a file whose text has not changed is neither parsed nor checked again, a funnel
 * whose file and brand have not changed is not linked again. Apart from that, a pure function of the files.
 */
export function createCompiler(environment: Environment): Compiler {
  const phases = createPhases(environment, "remember");
  return (files) => {
    const isFunnel = ({ name }: ContentFile) => kindOf(name) === "funnel";
    const funnels = files.filter(isFunnel);
    const context = createLinkContext(
      files.filter((file) => !isFunnel(file)),
      funnels.map(({ name }) => name),
      environment.prefix,
      phases,
    );
    const linted = funnels.map((file) => lintFunnel(file, context, phases));
    const results = linted.map(({ result }) => result);
    const diagnostics = lintTree(files, environment.prefix, context, results);
    const failed = diagnostics.some(({ severity }) => severity === "error");
    const linked: Program | null =
      context.site === null
        ? null
        : {
            site: context.site,
            brands: [...context.brands.values()].flatMap(
              (brand) => brand?.node ?? [],
            ),
            funnels: linted.flatMap(({ node }) => node ?? []),
          };
    const program =
      failed || linked === null ? null : withPrivacyTables(linked);
    return { files: files.length, diagnostics, program, linked };
  };
}

/** Lints the whole tree by its parts; all findings, sorted. */
export function lintTree(
  files: readonly ContentFile[],
  prefix: string,
  { site, brands, diagnostics, complete }: LinkContext,
  results: readonly LintResult[],
): Diagnostic[] {
  const found = [
    ...diagnostics,
    ...results.flatMap((result) => result.diagnostics),
  ];
  if (site === null) return sortDiagnostics(found);
  const nodes = [...brands.values()].flatMap((brand) => brand?.node ?? []);
  const texts = new Map(files.map(({ name, text }) => [prefix + name, text]));
  const sources = new Map<string, Source>();
  const tree = {
    site,
    brands: nodes,
    outlines: [
      ...nodes.map(({ pages }) => outlineOf(pages)),
      ...results.flatMap(({ outline }) => outline ?? []),
    ],
    // What needs the whole tree is linted only when every file is there and was accepted.
    complete: complete && results.every(({ understood }) => understood),
    sourceOf: (file: string) => {
      const source =
        sources.get(file) ?? sourceLater(file, texts.get(file) ?? "");
      sources.set(file, source);
      return source;
    },
  };
  return sortDiagnostics([
    ...found,
    ...programRules.flatMap((rule) => rule(tree)),
  ]);
}
