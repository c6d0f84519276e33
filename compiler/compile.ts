import { diagnose } from "./catalogue.ts";
import { sortDiagnostics, type Diagnostic } from "./diagnostic.ts";
import { brandOf, kindOf, SITE_FILE } from "./file-name.ts";
import type { Language } from "./language.ts";
import type { LinkedBrand } from "./link/brand.ts";
import type { Assets } from "./link/scope.ts";
import {
  createPhases,
  startOf,
  type Accepted,
  type JudgedFunnel,
  type Phases,
} from "./phases.ts";
import type { Program } from "./program.ts";
import { programRules } from "./rules/registry.ts";

/** A YAML file; `name` is its path below the content root, `calm/adhd.yaml`. */
export interface ContentFile {
  readonly name: string;
  readonly text: string;
}

/** Everything a compilation knows of the world beside the YAML. */
export interface World {
  readonly language: Language;
  /** What precedes file names in diagnostics: `funnels/`. */
  readonly prefix: string;
  /** Installed @fontsource-variable packages. */
  readonly fonts: readonly string[];
  /**
   * What the program is for. A check that emits nothing leaves texts as they are written: parsing their Markdown is
   * a third of the time and finds nothing but links. The diagnostics are the same.
   */
  readonly purpose: "check" | "emit";
  assets(brand: string): Assets;
}

export interface Compilation {
  readonly files: number;
  readonly diagnostics: readonly Diagnostic[];
  /** The linked content; null when there are errors. */
  readonly program: Program | null;
}

export type Compiler = (files: readonly ContentFile[]) => Compilation;

/**
 * A compiler that remembers: a file whose text has not changed is neither parsed nor checked again, a funnel
 * whose file and brand have not changed is not linked again. Apart from that, a pure function of the files.
 */
export function createCompiler(world: World): Compiler {
  const phases = createPhases(world);
  return (files) => {
    const accepted = files.map((file): AcceptedFile => {
      return { name: file.name, ...phases.accept(file.text, file.name) };
    });
    const { program, missing } = link(accepted, phases);
    const found = [
      ...accepted.flatMap((file) => file.diagnostics),
      ...missing.map(({ name, what }) =>
        diagnose("content/missing-file", startOf(world.prefix + name), {
          name: world.prefix + name,
          what,
        }),
      ),
      ...(program?.diagnostics ?? []),
    ];
    const diagnostics = sortDiagnostics(found);
    const failed = diagnostics.some(({ severity }) => severity === "error");
    return {
      files: files.length,
      diagnostics,
      program: failed || program === null ? null : program.linked,
    };
  };
}

interface AcceptedFile extends Accepted {
  readonly name: string;
}

interface Missing {
  readonly name: string;
  readonly what: string;
}

interface Whole {
  readonly linked: Program;
  readonly diagnostics: readonly Diagnostic[];
}

/** Links what was accepted and judges the whole; null without the site, which everything else builds on. */
function link(
  files: readonly AcceptedFile[],
  phases: Phases,
): { program: Whole | null; missing: readonly Missing[] } {
  const missing: Missing[] = [];
  const siteFile = files.find(({ name }) => kindOf(name) === "site");
  if (siteFile === undefined)
    missing.push({ name: SITE_FILE, what: "it says what all brands share" });
  if (!siteFile?.source) return { program: null, missing };
  const site = phases.site(siteFile.source, SITE_FILE);

  const brands = new Map<string, LinkedBrand | null>();
  for (const { name, source } of files)
    if (kindOf(name) === "brand")
      brands.set(brandOf(name), source && phases.brand(source, site, name));
  const funnels: JudgedFunnel[] = [];
  for (const { name, source } of files) {
    const id = brandOf(name);
    if (kindOf(name) !== "funnel" || id === "") continue;
    if (!brands.has(id)) {
      brands.set(id, null);
      const what = `${name} needs its brand`;
      missing.push({ name: `${id}/brand.yaml`, what });
    }
    const owner = brands.get(id);
    if (owner && source) funnels.push(phases.funnel(source, owner, name));
  }
  const linkedBrands = [...brands.values()].flatMap((brand) => brand ?? []);
  const linked: Program = {
    site,
    brands: linkedBrands.map(({ node }) => node),
    funnels: funnels.map(({ node }) => node),
  };
  // What needs the whole tree is judged only when every file is there and was accepted.
  const complete =
    missing.length === 0 && files.every(({ source }) => source !== null);
  const diagnostics = [
    ...[...linkedBrands, ...funnels].flatMap((part) => part.diagnostics),
    ...programRules.flatMap((rule) => rule({ ...linked, complete })),
  ];
  return { program: { linked, diagnostics }, missing };
}
