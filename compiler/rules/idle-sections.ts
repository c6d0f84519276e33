import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { data, items, text } from "../schema/read.ts";
import { regularCode } from "../link/regular.ts";
import type { FunnelNode } from "../link/program.ts";
import type { Path } from "../parse/source.ts";
import type { FunnelRule } from "./rule.ts";
import {
  sectionsOfPages,
  type Sections,
  type Written,
} from "./sections-written.ts";

/** Sections and prices that can have no effect where they stand; a shared one must have it on one of its pages. */
export const idleSections: FunnelRule = (node) => {
  const pages = sectionsOfPages(node.source);
  const runs = pages.some((page) => isClock(page, node));
  const linted = pages.flatMap((page) => [
    ...page.shown.flatMap((section) => lintSection(section, page, runs, node)),
    ...plansOf(page).flatMap((plan) => lintPlan(plan, page, node)),
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
  { section, path }: Written,
  page: Sections,
  runs: boolean,
  node: FunnelNode,
): Linted[] {
  const kind = text(data(section).section);
  const at = () => node.source.span([...path, "section"], "value");
  const sells = page.page === "offer";
  switch (kind) {
    case "plans": {
      const where = { section: kind, page: page.page };
      const told = sells ? null : diagnose("section/out-of-place", at(), where);
      return [{ path, told }];
    }
    case "promo": {
      const where = { section: kind, page: page.page };
      const told = node.funnel.steps.some((step) => step.page === "promo-code")
        ? null
        : diagnose("section/out-of-place", at(), where);
      return [{ path, told }];
    }
    case "countdown": {
      const fits = isClock(page, node) || (runs && !sells);
      const told = fits
        ? null
        : diagnose("countdown/no-effect", at(), { of: "countdown" });
      return [{ path, told }];
    }
    default:
      return [];
  }
}

/** A plan that names a price for later needs a countdown beside it. */
function lintPlan(plan: Written, page: Sections, node: FunnelNode): Linted[] {
  if (data(plan.section).regular === undefined) return [];
  const path = [...plan.path, "regular"];
  const told = page.shown.some(isCountdown)
    ? null
    : diagnose("countdown/no-effect", node.source.span(path, "key"), {
        of: "regular",
      });
  return [{ path, told }];
}

/** Whether a price of the page changes when its countdown ends. */
function isClock(page: Sections, { funnel }: FunnelNode): boolean {
  return (
    page.shown.some(isCountdown) &&
    plansOf(page).some(({ section }) => {
      const { product, regular } = data(section);
      const later = regularCode(text(product));
      return regular !== undefined || Object.hasOwn(funnel.products, later);
    })
  );
}

function isCountdown({ section }: Written): boolean {
  return data(section).section === "countdown";
}

function plansOf({ shown }: Sections): Written[] {
  return shown.flatMap(({ section, path }) =>
    items(data(section).plans).map((plan, i) => ({
      section: plan,
      path: [...path, "plans", i],
    })),
  );
}
