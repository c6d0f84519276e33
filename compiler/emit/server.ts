import { IMPRINT_NAME } from "../link/brand-constants.ts";
import { codesOf } from "../link/currencies.ts";
import { beforeParameter, stepAddresses } from "../link/address.ts";
import { href, nameBehindNumber, routeOf } from "../shared/address.ts";
import type {
  ServerBrand,
  ServerCode,
  ServerCountdown,
  ServerExperiment,
  ServerSite,
} from "../shared/server-contract.ts";
import type { BrandNode, FunnelNode, Program } from "../link/program.ts";
import { productsIn } from "../link/products-in.ts";
import { sidesOf } from "../link/sides.ts";
import { timedPlans } from "../link/timed-plans.ts";
import { BANNER, literal, type EmittedFile } from "./file.ts";
import { oneTapAfter } from "./one-tap.ts";
import { serverFunnels, serverMails } from "./server-mails.ts";
import { type FontFaces, themeCss } from "./theme.ts";

/** Fonts by brand. */
type Fonts = ReadonlyMap<string, FontFaces>;

/** What the server knows, as a module: hosts, redirects and the price list. */
export function emitServer(program: Program, fonts: Fonts): EmittedFile {
  const site = serverSite(program, fonts);
  const { brands, ...head } = site;
  const lines = [
    'import type { ServerSite } from "./server-contract.ts";',
    "",
    "export const site: ServerSite = {",
    ...Object.entries(head).map(
      ([key, value]) => `  ${key}: ${literal(value)},`,
    ),
    "  brands: {",
    ...Object.entries(brands).map(
      ([id, brand]) => `    ${JSON.stringify(id)}: ${literal(brand)},`,
    ),
    "  },",
    "};",
  ];
  return { name: "server.ts", content: `${BANNER}${lines.join("\n")}\n` };
}

/** The server's view of the whole program: it comes with each build, and as a module for the tests. */
export function serverSite(program: Program, fonts: Fonts): ServerSite {
  return {
    defaultBrand: program.site.defaultBrand,
    redirectedHosts: program.site.redirectedHosts,
    brands: Object.fromEntries(
      program.brands.map((node) => [
        node.brand.id,
        { ...serverBrand(node, program), theme: themeOf(node, fonts) },
      ]),
    ),
  };
}

function themeOf(node: BrandNode, fonts: Fonts): string {
  const faces = fonts.get(node.brand.id);
  if (faces === undefined)
    throw new Error(`the font of ${node.brand.id} was not loaded`);
  return themeCss(node, faces);
}

/** What the server goes by; the looks of its pages need the brand's font besides. */
export function serverBrand(
  node: BrandNode,
  program: Program,
): Omit<ServerBrand, "theme"> {
  const { brand } = node;
  const funnels = funnelsOf(node, program);
  return {
    id: brand.id,
    projectName: brand.project.name,
    projectAlias: brand.project.alias,
    supportEmail: brand.project.supportEmail,
    company: node.constants[IMPRINT_NAME] ?? null,
    ordersPath: ordersPathOf(node),
    homepageLink: brand.project.homepageLink,
    payPeoValue: node.payPeoValue,
    hosts: brand.hosts,
    currencies: codesOf(brand.currencies).sort(),
    symbols: symbolsOf(brand.currencies),
    products: node.products,
    repeatable: repeatableIn(node, program),
    gifts: giftsIn(node, funnels),
    redirects: redirectsOf(node, program),
    fallbacks: funnels.flatMap(fallbacksOf),
    experiments: experimentsOf(funnels),
    countdowns: countdownsOf(funnels),
    codes: codesIn(funnels),
    retentionDays: node.retentionDays,
    funnels: serverFunnels(node, funnels),
    oneTapAfter:
      brand.payments.saved === "reference" ? oneTapAfter(funnels) : [],
    mails: serverMails(node, funnels),
    look: {
      colors: node.theme.colors,
      font: node.theme.font.fallback,
    },
  };
}

/** Where buyers ask for their orders; null where the brand has no such page. */
function ordersPathOf({
  pages: { funnel, traits },
}: BrandNode): ServerBrand["ordersPath"] {
  const step = funnel.steps.find(
    ({ page }) => traits.pages[page]?.orderAccess === true,
  );
  return step === undefined ? null : `/${step.path}`;
}

/** The symbol of each currency; visitors in some country may read another one on pages, the first counts elsewhere. */
function symbolsOf(
  rules: BrandNode["brand"]["currencies"],
): Record<string, string> {
  return Object.fromEntries(
    rules.map(({ code, symbol }) => [code, symbol] as const).toReversed(),
  );
}

/** What the price list says may be bought again, and what pages sell that sell again and again. */
export function repeatableIn(node: BrandNode, program: Program): string[] {
  const { products, repeatable, pages } = node;
  const sellers = [pages, ...funnelsOf(node, program)];
  const soldAgain = soldOn(sellers, "repeatable");
  return Object.keys(products)
    .filter((code) => repeatable.get(code) ?? soldAgain.has(code))
    .sort();
}

/** What the price list calls a gift, and what pages sell that sell gifts: these for one person each. */
function giftsIn(
  { products, gifts, pages }: BrandNode,
  funnels: readonly FunnelNode[],
): Record<string, number> {
  const given = soldOn([pages, ...funnels], "gives");
  return Object.fromEntries(
    Object.keys(products)
      .sort()
      .flatMap((code) => {
        const places = gifts.get(code) ?? (given.has(code) ? 1 : null);
        return places === null ? [] : [[code, places]];
      }),
  );
}

/** Codes of what is sold on pages with a trait. */
function soldOn(
  nodes: readonly FunnelNode[],
  trait: "repeatable" | "gives",
): ReadonlySet<string> {
  return new Set(
    nodes.flatMap(({ funnel, traits }) =>
      funnel.steps
        .filter(({ page }) => traits.pages[page]?.[trait] === true)
        .flatMap(sidesOf)
        .flatMap(({ props }) => productsIn(props)),
    ),
  );
}

/** Every redirect of a brand, sorted by path: its mounts, its own, the root and the shared step-2 page. */
export function redirectsOf(
  node: BrandNode,
  program: Program,
): ServerBrand["redirects"] {
  const funnels = funnelsOf(node, program);
  const redirects = new Map(
    funnels.flatMap(mountsOf).map(({ mount, to }) => [mount, to]),
  );
  const resolve = (path: string) => redirects.get(path) ?? path;
  for (const { from, to } of node.redirects) redirects.set(from, resolve(to));
  if (node.home !== null) redirects.set("/", resolve(node.home));
  // The shared address of the step-2 page, on brands that have one.
  const hasOffer = funnels.some(({ funnel }) =>
    stepAddresses(funnel).some(({ path }) => path === program.site.otoPath),
  );
  if (hasOffer) redirects.set("/oto", program.site.otoPath);
  return Object.fromEntries(
    [...redirects].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function funnelsOf({ brand }: BrandNode, { funnels }: Program): FunnelNode[] {
  return funnels.filter(({ funnel }) => funnel.brand === brand.id);
}

/** Spec 9: two sides, half of the visitors each. */
const SIDES = [
  { component: "A", weight: 1 },
  { component: "B", weight: 1 },
] as const satisfies ServerExperiment["variants"];

function experimentsOf(funnels: readonly FunnelNode[]): ServerExperiment[] {
  const names = funnels.flatMap(({ funnel }) => funnel.experiments);
  return [...new Set(names)].sort().map((name) => ({
    name,
    mounts: funnels
      .filter(({ funnel }) => funnel.experiments.includes(name))
      .flatMap(({ funnel }) => funnel.mounts),
    variants: SIDES,
  }));
}

/** The countdown of each funnel that sells something else when it has ended. */
function countdownsOf(funnels: readonly FunnelNode[]): ServerCountdown[] {
  return funnels
    .flatMap(({ funnel, traits }) => {
      const { minutes, changes } = timedPlans(funnel, traits);
      const products = Object.fromEntries(
        changes.map(({ product, regular }) => [product, regular]),
      );
      return minutes === null || changes.length === 0
        ? []
        : [{ funnel: funnel.id, mounts: funnel.mounts, minutes, products }];
    })
    .sort((a, b) => (a.funnel < b.funnel ? -1 : 1));
}

function codesIn(funnels: readonly FunnelNode[]): ServerCode[] {
  return funnels
    .flatMap(({ funnel, codes }) =>
      codes.map(({ id, worth: _, ...code }) => ({
        key: `${funnel.id}/${id}`,
        ...code,
      })),
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Each mount of a funnel with the address of its first step. */
function mountsOf({ funnel }: FunnelNode): { mount: string; to: string }[] {
  const entry = funnel.steps.find((step) => step.id === funnel.entry);
  return entry === undefined
    ? []
    : funnel.mounts.map((mount) => ({
        mount,
        to: href(mount, entry.path),
      }));
}

/** The same, and for what else stands before a parameter. */
function fallbacksOf(node: FunnelNode): { mount: string; to: string }[] {
  return mountsOf(node).flatMap(({ mount, to }) => {
    const parents = node.funnel.steps.flatMap(
      ({ pattern }) => beforeParameter(routeOf(mount, pattern)) ?? [],
    );
    const others = new Set(parents.filter((parent) => parent !== mount));
    return [
      { mount, to, numbered: numberedIn(node) },
      ...[...others].map((at) => ({ mount: at, to })),
    ];
  });
}

/** Where the steps stand whose addresses have a number, or had one before they came first. */
function numberedIn({ funnel }: FunnelNode): Record<string, string> {
  return Object.fromEntries(
    funnel.steps.flatMap(({ id, path, was = [] }) => {
      const name = id === funnel.entry ? id : nameBehindNumber(path);
      return name === null ? [] : [...was, name].map((one) => [one, path]);
    }),
  );
}
