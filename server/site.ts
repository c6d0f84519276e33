import { withoutPrefix } from "../generated/host-prefix.ts";
import type { Product } from "../generated/contract.ts";
import type {
  ServerBrand,
  ServerCode,
  ServerFunnel,
  ServerMail,
  ServerSite,
} from "../generated/server-contract.ts";
import { remembered } from "./remembered.ts";

/**
 * What the server knows of the content it was built from, with plain strings for ids, so that the code does not depend on
 * which brands one compilation holds. A `ServerSite` is a `Site`.
 */
export interface Site extends Omit<ServerSite, "defaultBrand" | "brands"> {
  readonly defaultBrand: string;
  readonly brands: Readonly<Record<string, SiteBrand>>;
}
export interface SiteBrand extends Omit<
  ServerBrand,
  | "id"
  | "projectAlias"
  | "products"
  | "currencies"
  | "symbols"
  | "codes"
  | "funnels"
  | "oneTapAfter"
  | "gifts"
  | "mails"
  | "look"
  | "theme"
  | "retentionDays"
  | "payPeoValue"
  | "company"
  | "ordersPath"
> {
  /** Missing in builds of before brands said it. */
  readonly retentionDays?: ServerBrand["retentionDays"];
  /** Missing in builds of before PayPro was told it. */
  readonly payPeoValue?: string | null;
  /** Missing in builds of before mails named the company. */
  readonly company?: ServerBrand["company"];
  /** Missing in builds of before buyers could ask for their orders. */
  readonly ordersPath?: ServerBrand["ordersPath"];
  /** Missing in builds of before funnels had mails of their own. */
  readonly funnels?: readonly SiteFunnel[];
  /** Missing in builds of before payment pages said what is kept for one tap. */
  readonly oneTapAfter?: ServerBrand["oneTapAfter"];
  /** Missing in builds of before gifts had links. */
  readonly gifts?: ServerBrand["gifts"];
  /** Missing in builds of before there were mails. */
  readonly mails?: readonly SiteMail[];
  readonly look?: ServerBrand["look"];
  /** Missing in builds of before it came with them. */
  readonly theme?: string;
  readonly id: string;
  readonly currencies: readonly string[];
  /** Missing in builds of before mails wrote amounts as pages do. */
  readonly symbols?: ServerBrand["symbols"];
  readonly products: Readonly<Record<string, SiteProduct>>;
  readonly codes: readonly SiteCode[];
}
export interface SiteFunnel extends Omit<ServerFunnel, "counted"> {
  /** Missing in builds of before it was counted how far visitors come. */
  readonly counted?: ServerFunnel["counted"];
}
/** Without `funnel`, `leads` and `picture` in builds of before there were such. */
export type SiteMail = Omit<ServerMail, "funnel" | "leads" | "picture"> &
  Partial<Pick<ServerMail, "funnel" | "leads" | "picture">>;
export interface SiteCode extends Omit<ServerCode, "prices"> {
  readonly prices: Readonly<Record<string, SitePrices>>;
}
export interface SiteProduct extends Omit<
  Product,
  "code" | "prices" | "renewal"
> {
  readonly code: string;
  readonly prices: SitePrices;
  readonly renewal: {
    readonly everyDays: number;
    readonly prices: SitePrices;
  } | null;
}
/** Amounts in minor units by currency. */
type SitePrices = Readonly<Record<string, number>>;

/** Finds brands by host name. */
export interface Hosts {
  /** The brand of a `Host` header; null when no brand claims it. */
  known(host: string): SiteBrand | null;
  /** The brand of an id; null when the site holds no such brand. */
  named(id: string): SiteBrand | null;
  /** The first known brand among the hosts, else the site's default brand. */
  brand(...hosts: readonly (string | undefined)[]): SiteBrand;
  /** Every brand of the site. */
  readonly brands: readonly SiteBrand[];
  /** The codes of all currencies that some brand sells in, sorted. */
  readonly currencies: readonly string[];
  /** Where a moved host lives now; null for all others. */
  movedTo(host: string): string | null;
}

/** Prepares the look-up of hosts: exact names of the brands, and `<brand id>.localhost`. */
export function createHosts(site: Site): Hosts {
  const brands = new Map<string, SiteBrand>();
  for (const brand of Object.values(site.brands)) {
    brands.set(`${brand.id}.localhost`, brand);
    for (const host of brand.hosts) brands.set(host, brand);
  }
  const moved = new Map(site.redirectedHosts.map(({ from, to }) => [from, to]));
  const fallback = site.brands[site.defaultBrand];
  if (fallback === undefined)
    throw new Error(`the default brand "${site.defaultBrand}" does not exist`);

  const known = (host: string) => brands.get(hostName(host)) ?? null;
  return {
    known,
    named: (id) =>
      Object.hasOwn(site.brands, id) ? (site.brands[id] ?? null) : null,
    brand: (...hosts) => {
      for (const host of hosts) {
        const brand = host === undefined ? null : known(host);
        if (brand !== null) return brand;
      }
      return fallback;
    },
    brands: Object.values(site.brands),
    currencies: [
      ...new Set(
        Object.values(site.brands).flatMap((brand) => brand.currencies),
      ),
    ].toSorted(),
    movedTo: (host) => moved.get(hostName(host)) ?? null,
  };
}

/** A host as brands list it: lower-case, without port, `www.` and a testing or staging prefix. */
const hostName = remembered((host) =>
  withoutPrefix(host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "")),
);

/** A product of the brand's price list; null when it sells no such thing. */
export function findProduct(
  brand: SiteBrand,
  code: string,
): SiteProduct | null {
  return Object.hasOwn(brand.products, code)
    ? (brand.products[code] ?? null)
    : null;
}

/** What a sale agrees to beside the price due today; null where it is paid once. */
export interface Terms {
  /** Minor units, at each renewal; undefined where the list has none in the currency. */
  readonly price: number | undefined;
  readonly every_days: number;
  /** Days until the first one. */
  readonly first_days: number;
}

export function termsOf(
  { renewal, days }: Pick<SiteProduct, "renewal" | "days">,
  currency: string,
): Terms | null {
  if (renewal === null) return null;
  const { everyDays, prices } = renewal;
  const first_days = days ?? everyDays;
  return { price: prices[currency], every_days: everyDays, first_days };
}

/** Terms to be kept and compared: `2999/28/28`, or `once`. */
export function termsText(terms: Terms | null): string {
  if (terms === null) return "once";
  return [terms.price, terms.every_days, terms.first_days].join("/");
}

/** The funnel of the brand that a page belongs to, by its path; null for the brand's own pages. */
export function funnelAt(
  { funnels = [] }: SiteBrand,
  path: string,
): SiteFunnel | null {
  const isBelow = (mount: string) => path.startsWith(`${mount}/`);
  const found =
    funnels.find(({ elsewhere }) => elsewhere.includes(path)) ??
    funnels.find(({ mounts }) => mounts.some(isBelow));
  return found ?? null;
}
