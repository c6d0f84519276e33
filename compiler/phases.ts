import { isDeepStrictEqual } from "node:util";
import { startOf } from "./diagnostics/span.ts";
import { diagnose, type Diagnostic } from "./diagnostics/diagnostic.ts";
import type { Environment } from "./link/environment.ts";
import { brandOf, funnelOf, kindOf, renamed } from "./parse/file-name.ts";
import { linkBrand, type LinkedBrand } from "./link/brand.ts";
import { linkFunnel } from "./link/funnel.ts";
import { type BrandScope, shapesOf } from "./link/scope.ts";
import { linkSite } from "./link/site.ts";
import { outlineOf, type Outline } from "./link/outline.ts";
import type { FunnelNode, SiteNode } from "./link/program.ts";
import { remember, rememberPair } from "./memoize.ts";
import { onlyCodes } from "./rules/only-codes.ts";
import {
  brandPageRules,
  earlyRules,
  funnelRules,
  sourceRules,
} from "./rules/registry.ts";
import { createSchemaCheck } from "./schema/validate.ts";
import { parseSource, type Source } from "./parse/source.ts";

/** A file after parsing and schema; `source` is null when it was refused. */
export interface Accepted {
  readonly source: Source | null;
  readonly diagnostics: readonly Diagnostic[];
}

export interface LintedFunnel {
  readonly node: FunnelNode;
  /** Null where no rule will ask for it. */
  readonly outline: Outline | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** What is done to one file at a time. */
export interface Phases {
  accept(text: string, name: string): Accepted;
  site(source: Source, name: string): SiteNode;
  brand(source: Source, site: SiteNode, name: string): LinkedBrand;
  funnel(source: Source, brand: BrandScope, name: string): LintedFunnel;
}

/** The phases; those that remember keep their last result per file, for the next run over the same files. */
export function createPhases(
  environment: Environment,
  memory: "remember" | "forget",
): Phases {
  const phases = freshPhases(environment);
  return memory === "forget"
    ? phases
    : {
        accept: remember(phases.accept),
        site: remember(phases.site),
        brand: withKeptScope(rememberPair(phases.brand)),
        funnel: rememberPair(phases.funnel),
      };
}

/** A brand that offers its funnels the same as before offers them what it did: they need not be linked again. */
function withKeptScope(link: Phases["brand"]): Phases["brand"] {
  const kept = new Map<string, BrandScope>();
  return (source, site, name) => {
    const linked = link(source, site, name);
    const known = kept.get(name);
    if (known !== undefined && isSameScope(known, linked.scope))
      return { ...linked, scope: known };
    kept.set(name, linked.scope);
    return linked;
  };
}

/** Files that are others under the same names come with another environment, and so with other phases. */
function isSameScope(
  { assets, ...one }: BrandScope,
  { assets: others, ...other }: BrandScope,
): boolean {
  return (
    isDeepStrictEqual(one, other) &&
    isDeepStrictEqual(assets.names, others.names)
  );
}

function freshPhases(environment: Environment): Phases {
  const { language, purpose } = environment;
  const shapes = shapesOf(language, purpose === "check" ? "check" : "emit");
  const runsRules = purpose !== "compare";
  const checkSchema = createSchemaCheck(language);
  return {
    accept: (text, name) => {
      const file = environment.prefix + name;
      const hint = renamed(name);
      if (hint !== null) {
        const found = diagnose("content/bad-name", startOf(file), {
          name,
          hint,
        });
        return { source: null, diagnostics: [found] };
      }
      const parsed = parseSource(file, text);
      if (parsed.kind === "refused")
        return { source: null, diagnostics: parsed.diagnostics };
      const { source } = parsed;
      const errors = checkSchema(kindOf(name), source);
      const others = runsRules
        ? sourceRules.flatMap((rule) => rule(source))
        : [];
      return {
        source: errors.length === 0 ? source : null,
        diagnostics: [...errors, ...others],
      };
    },
    site: (source) => linkSite(source),
    brand: (source, site, name) => {
      const id = brandOf(name);
      const { fonts } = environment;
      const assets = environment.assets(id);
      const linked = linkBrand({ id, source, assets, site, fonts }, shapes);
      const rules =
        runsRules && !isBroken(linked.diagnostics) ? brandPageRules : [];
      const linted = rules.flatMap((rule) => rule(linked.node.pages));
      const folder = `${environment.prefix}${id}/assets/`;
      const pictures = assets.problems.map(({ name: file, problem }) =>
        diagnose("asset/not-shown", startOf(folder + file), { problem }),
      );
      return {
        ...linked,
        diagnostics: [...linked.diagnostics, ...linted, ...pictures],
      };
    },
    funnel: (source, brand, name) => {
      const origin = { id: funnelOf(name), brand, source };
      const { node, diagnostics } = linkFunnel(origin, shapes);
      if (!runsRules) return { node, outline: null, diagnostics };
      const early = earlyRules.flatMap((rule) => rule(node));
      // The others lint only what could be linked, with each name for one thing.
      const isUnclear =
        isBroken(diagnostics) || early.some(({ code }) => TWICE.has(code));
      const rules = isUnclear ? [] : funnelRules;
      const linted = rules.flatMap((rule) =>
        brand.silenced.has(onlyCodes.get(rule) ?? "") ? [] : rule(node),
      );
      return {
        node,
        outline: outlineOf(node),
        diagnostics: [...diagnostics, ...early, ...linted],
      };
    },
  };
}

/** Of two steps or choices with one name nobody knows which is meant. */
const TWICE = new Set<string>(["step/duplicate-id", "option/duplicate-value"]);

function isBroken(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
