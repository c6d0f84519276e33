import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { data, text } from "../schema/read.ts";
import { reachedFrom } from "../link/graph.ts";
import { regularCode } from "../link/regular.ts";
import type { FunnelNode } from "../link/program.ts";
import type { Path } from "../diagnostics/span.ts";
import type { FunnelRule } from "./rule.ts";
import { pagesWith, sectionsWith, type Provision } from "../schema/traits.ts";
import {
  plansOf,
  sectionsOfPages,
  traitsOf,
  type Sections,
  type Written,
} from "../link/sections-written.ts";

/**
 * Sections and prices that can have no effect where they stand; a shared one must have it on one of its pages, but plans
 * on each: a page that sells none does not show them.
 */
export const idleSections: FunnelRule = (node) => {
  const pages = sectionsOfPages(node.source);
  const runs = pages.some((page) => isClock(page, node));
  const linted = pages.flatMap((page) => [
    ...page.shown.flatMap((section) => lintSection(section, page, runs, node)),
    ...lintPlans(page, node),
  ]);
  const useful = new Set(
    linted.flatMap(({ path, told }) => (told === null ? [path.join()] : [])),
  );
  return linted.flatMap(({ path, told }) =>
    told === null || useful.has(path.join()) ? [] : [told],
  );
};

/** What is to be said of a section or a plan on one page; null when it has its effect there. */
interface Linted {
  readonly path: Path;
  readonly told: Diagnostic | null;
}

/** `runs`: whether a price changes on some page; the clock is one for all of them. */
function lintSection(
  { section, path, used }: Written,
  page: Sections,
  runs: boolean,
  node: FunnelNode,
): Linted[] {
  const traits = traitsOf(section, node.traits);
  if (traits === null) return [];
  const at = () => node.source.span([...path, "section"], "value");
  const provided = node.traits.pages[page.page]?.provides ?? null;
  const sells = provided === "plan-sale";
  if (traits.asks !== null) {
    const { asks } = traits;
    const fits = asks === "plan-sale" ? sells : isProvided(asks, page, node);
    const pages = pagesWith(node.traits, ({ provides }) => provides === asks);
    const where = { asks, page: page.page, pages };
    if (fits) return [{ path, told: null }];
    if (asks === "plan-sale" && used !== undefined) {
      const told = diagnose(
        "section/out-of-place",
        node.source.span(used, "value"),
        where,
      );
      return [{ path: used, told }];
    }
    return [{ path, told: diagnose("section/out-of-place", at(), where) }];
  }
  if (!traits.clock) return [];
  // Where nothing is sold that should be, that is the mistake.
  const isBare = sells && plansOn(page, node).length === 0;
  const isOffer = node.traits.pages[page.page]?.flow === "offer";
  const fits = isBare || isClock(page, node) || (runs && !isOffer);
  const told = fits
    ? null
    : diagnose("countdown/no-effect", at(), { of: "clock", hasPlans: sells });
  return [{ path, told }];
}

/** Whether a page provides it from which some way leads to this one. */
function isProvided(
  asked: Provision,
  { at }: Sections,
  { funnel, traits, graph, origins }: FunnelNode,
): boolean {
  const here = origins.findIndex((origin) => origin.join() === at.join());
  return funnel.steps.some(
    ({ page }, i) =>
      traits.pages[page]?.provides === asked &&
      reachedFrom(graph.successors, [i]).has(here),
  );
}

/** Plans that name a price for later need a countdown beside them: what is missing is one, however many they are. */
function lintPlans(page: Sections, node: FunnelNode): Linted[] {
  const paths = plansOn(page, node).flatMap(({ section, path }) =>
    data(section).regular === undefined ? [] : [[...path, "regular"]],
  );
  const [first, ...others] = paths;
  if (first === undefined) return [];
  if (hasClock(page, node)) return paths.map((path) => ({ path, told: null }));
  const spanOf = (path: Path) => node.source.span(path, "key");
  const told = diagnose(
    "countdown/no-effect",
    spanOf(first),
    {
      of: "regular",
      clocks: sectionsWith(node.traits, ({ clock }) => clock),
    },
    others.map((path) => ({ message: "and this one", at: spanOf(path) })),
  );
  return [{ path: first, told }];
}

/** Whether a price of the page changes when its countdown ends. */
function isClock(page: Sections, node: FunnelNode): boolean {
  return (
    hasClock(page, node) &&
    plansOn(page, node).some(({ section }) => {
      const { product, regular } = data(section);
      const later = regularCode(text(product));
      return (
        regular !== undefined || Object.hasOwn(node.funnel.products, later)
      );
    })
  );
}

function hasClock({ shown }: Sections, { traits }: FunnelNode): boolean {
  return shown.some(({ section }) => traitsOf(section, traits)?.clock === true);
}

function plansOn({ shown }: Sections, { traits }: FunnelNode): Written[] {
  return shown.flatMap((section) => plansOf(section, traits));
}
