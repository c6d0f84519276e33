import { stepAddresses } from "../link/address.ts";
import { routeOf } from "../shared/address.ts";
import { plainText } from "../link/plain-text.ts";
import { redirectsOf } from "./server.ts";
import type { BrandNode, Program } from "../link/program.ts";

/** One address of a brand and what stands there; `to` is where a redirect leads, null for a page. */
export interface RouteRow {
  readonly brand: string;
  readonly path: string;
  readonly to: string | null;
  /** The fields below are null, and `guards` empty, for a redirect. */
  readonly funnel: string | null;
  readonly route: string | null;
  readonly page: string | null;
  readonly title: string | null;
  readonly guards: readonly string[];
  readonly experiment: string | null;
}

/** Every address of all brands in the order of the files; each brand's redirects come first. */
export function routeTable(program: Program): RouteRow[] {
  return program.brands.flatMap((node) => [
    ...redirectRows(node, program),
    ...pageRows(node, program),
  ]);
}

function redirectRows(node: BrandNode, program: Program): RouteRow[] {
  return Object.entries(redirectsOf(node, program)).map(([path, to]) => ({
    brand: node.brand.id,
    path,
    to,
    funnel: null,
    route: null,
    page: null,
    title: null,
    guards: [],
    experiment: null,
  }));
}

function pageRows({ brand, pages }: BrandNode, program: Program): RouteRow[] {
  const own = program.funnels.filter(({ funnel }) => funnel.brand === brand.id);
  return [pages, ...own].flatMap(({ funnel }) =>
    stepAddresses(funnel).map(({ path, step, mount }) => ({
      brand: brand.id,
      path,
      to: null,
      funnel: funnel.id,
      route: routeOf(funnel.mounts[mount] ?? "", step.pattern),
      page: step.page,
      title: plainText(step.title),
      guards: step.guards,
      experiment: step.variant?.experiment ?? null,
    })),
  );
}
