import { diagnose } from "./catalogue.ts";
import { sortDiagnostics, type Diagnostic, type Span } from "./diagnostic.ts";
import { linkBrand, type LinkedBrand } from "./link/brand.ts";
import { linkFunnel } from "./link/funnel.ts";
import { shapesOf, type Assets } from "./link/scope.ts";
import { linkSite } from "./link/site.ts";
import type { EnvelopeId, Language } from "./language.ts";
import type { FunnelNode, Program, SiteNode } from "./program.ts";
import { funnelRules, programRules } from "./rules/registry.ts";
import { createSchemaCheck } from "./schema.ts";
import { parseSource, type Source } from "./source.ts";

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
  const shapes = shapesOf(world.language);
  const checkSchema = createSchemaCheck(world.language);

  const accept = remember((text: string, name: string): Accepted => {
    const parsed = parseSource(world.prefix + name, text);
    if (parsed.kind === "refused") return { source: null, diagnostics: parsed.diagnostics };
    const diagnostics = checkSchema(kindOf(name), parsed.source);
    return { source: diagnostics.length === 0 ? parsed.source : null, diagnostics };
  });
  const site = remember((source: Source) => linkSite(source));
  const brand = rememberPair((source: Source, siteNode: SiteNode, name: string): LinkedBrand => {
    const id = brandOf(name);
    return linkBrand({ id, source, assets: world.assets(id), site: siteNode, fonts: world.fonts }, shapes);
  });
  const funnel = rememberPair((source: Source, owner: LinkedBrand, name: string) => {
    const id = name.slice(name.indexOf("/") + 1).replace(/\.yaml$/, "");
    const { node, diagnostics } = linkFunnel({ id, brand: owner.scope, source }, shapes);
    return { node, diagnostics: diagnostics.length > 0 ? diagnostics : judge(node) };
  });

  return (files) => {
    const accepted = files.map((file) => ({ name: file.name, ...accept(file.text, file.name) }));
    const diagnostics = accepted.flatMap((file) => file.diagnostics);
    const done = (program: Program | null): Compilation => {
      const sorted = sortDiagnostics(diagnostics);
      const failed = sorted.some((diagnostic) => diagnostic.severity === "error");
      return { files: files.length, diagnostics: sorted, program: failed ? null : program };
    };

    const siteSource = accepted.find((file) => file.name === SITE_FILE);
    if (siteSource === undefined)
      diagnostics.push(missing(world.prefix + SITE_FILE, "it says what all brands share"));
    if (!siteSource?.source) return done(null);
    const siteNode = site(siteSource.source, SITE_FILE);

    const brands = new Map<string, LinkedBrand | null>();
    for (const file of accepted)
      if (kindOf(file.name) === "brand")
        brands.set(brandOf(file.name), file.source && brand(file.source, siteNode, file.name));
    const funnels: FunnelNode[] = [];
    for (const file of accepted) {
      if (kindOf(file.name) !== "funnel") continue;
      const owner = brands.get(brandOf(file.name));
      if (owner === undefined) {
        brands.set(brandOf(file.name), null);
        diagnostics.push(missing(`${world.prefix}${brandOf(file.name)}/brand.yaml`, `${file.name} needs its brand`));
      }
      if (!owner || !file.source) continue;
      const linked = funnel(file.source, owner, file.name);
      diagnostics.push(...linked.diagnostics);
      funnels.push(linked.node);
    }
    const linkedBrands = [...brands.values()].flatMap((linked) => linked ?? []);
    for (const linked of linkedBrands) diagnostics.push(...linked.diagnostics);
    const program: Program = { site: siteNode, brands: linkedBrands.map((linked) => linked.node), funnels };
    // What needs the whole tree is judged only on what every file agreed to.
    const whole = { ...program, complete: accepted.every((file) => file.source !== null) };
    for (const rule of programRules) diagnostics.push(...rule(whole));
    return done(program);
  };
}

interface Accepted {
  readonly source: Source | null;
  readonly diagnostics: readonly Diagnostic[];
}

const SITE_FILE = "site.yaml";

function kindOf(name: string): EnvelopeId {
  if (name === SITE_FILE) return "site";
  return name.endsWith("/brand.yaml") ? "brand" : "funnel";
}

function brandOf(name: string): string {
  return name.slice(0, name.indexOf("/"));
}

function judge(node: FunnelNode): Diagnostic[] {
  return funnelRules.flatMap((rule) => rule(node));
}

function missing(file: string, what: string): Diagnostic {
  const at: Span = { file, line: 1, column: 1, endLine: 1, endColumn: 1 };
  return diagnose("content/missing-file", at, { name: file, what });
}

/** Keeps the last result per file name, for as long as its input is the same. */
function remember<I, O>(make: (input: I, name: string) => O): (input: I, name: string) => O {
  const last = new Map<string, { input: I; output: O }>();
  return (input, name) => {
    const known = last.get(name);
    if (known?.input === input) return known.output;
    const output = make(input, name);
    last.set(name, { input, output });
    return output;
  };
}

function rememberPair<A, B, O>(make: (a: A, b: B, name: string) => O): (a: A, b: B, name: string) => O {
  const last = new Map<string, { a: A; b: B; output: O }>();
  return (a, b, name) => {
    const known = last.get(name);
    if (known?.a === a && known.b === b) return known.output;
    const output = make(a, b, name);
    last.set(name, { a, b, output });
    return output;
  };
}
