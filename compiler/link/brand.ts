import type { Brand, CurrencyCode, Prices, Product } from "../contract.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { BrandNode, SiteNode, Theme } from "../program.ts";
import { safeUrl } from "../safe-url.ts";
import type { Path, Source } from "../source.ts";
import { linkFunnel } from "./funnel.ts";
import { linkAsset } from "./leaf.ts";
import { data, items, number, oneOf, text, type Data } from "./read.ts";
import {
  Findings,
  type Assets,
  type BrandScope,
  type Shapes,
} from "./scope.ts";

/** Everything about a brand but its funnels; `scope` is what its funnels are linked against. */
export interface LinkedBrand {
  readonly scope: BrandScope;
  readonly node: BrandNode;
  readonly diagnostics: readonly Diagnostic[];
}

export interface BrandOrigin {
  readonly id: string;
  readonly source: Source;
  readonly assets: Assets;
  readonly site: SiteNode;
  readonly fonts: readonly string[];
}

export function linkBrand(origin: BrandOrigin, shapes: Shapes): LinkedBrand {
  const raw = data(origin.source.data);
  const findings = new Findings(origin.source);
  const products = productsOf(raw);
  const project = data(raw.project);
  const scope: BrandScope = {
    id: origin.id,
    constants: {
      project: text(project.name),
      support: text(project.supportEmail),
    },
    products,
    assets: origin.assets,
  };
  checkUrl(project.homepageLink, ["project", "homepageLink"], findings);
  const { posthog, tagManager } = data(raw.vendors);
  if (posthog !== undefined)
    checkUrl(data(posthog).host, ["vendors", "posthog", "host"], findings);
  const theme = themeOf(data(raw.theme));
  if (!origin.fonts.includes(theme.font.package))
    findings.add("font/unknown", ["theme", "font", "package"], {
      name: theme.font.package,
      known: origin.fonts,
    });
  const pages = linkFunnel({ ...origin, id: "pages", brand: scope }, shapes);
  const node: BrandNode = {
    source: origin.source,
    brand: brandOf(origin, raw, scope, findings),
    home: text(raw.home),
    theme,
    products,
    pages: pages.node,
    tagManager: tagManager === undefined ? null : text(tagManager),
    posthog:
      posthog === undefined
        ? null
        : { key: text(data(posthog).key), host: text(data(posthog).host) },
  };
  return {
    scope,
    node,
    diagnostics: [...findings.found, ...pages.diagnostics],
  };
}

function checkUrl(value: unknown, path: Path, findings: Findings): void {
  const url = text(value);
  if (!safeUrl(url)) findings.add("url/unsafe", path, { url });
}

function brandOf(
  origin: BrandOrigin,
  raw: Data,
  scope: BrandScope,
  findings: Findings,
): Brand {
  const project = data(raw.project);
  const payPeoValue = project.payPeoValue;
  return {
    id: origin.id,
    project: {
      alias: text(project.alias),
      name: text(project.name),
      supportEmail: text(project.supportEmail),
      homepageLink: text(project.homepageLink),
      payPeoValue:
        payPeoValue === undefined ? null : oneOf(payPeoValue, ["1", "2"]),
    },
    hosts: items(raw.hosts).map((host) => text(host)),
    preloader: oneOf(raw.preloader, ["start-up", "none"]),
    consent: oneOf(raw.consent, ["notice", "none", "required"]),
    geo: oneOf(raw.geo, ["offers", "start", "off"]),
    deviceId: oneOf(raw.deviceId, ["local", "analytics"]),
    logo:
      raw.logo === undefined
        ? null
        : (linkAsset(text(raw.logo), ["logo"], scope, findings) ?? null),
    otoPath: origin.site.otoPath,
    currencies: origin.site.currencies,
    look: lookOf(data(data(raw.theme).look)),
    redirects: items(raw.redirects).map((item) => ({
      from: text(data(item).from),
      to: text(data(item).to),
    })),
    legal: legalOf(raw),
  };
}

const LOOKS = {
  choices: "card",
  progress: "bar",
  header: "center",
  ground: "plain",
  elevation: "soft",
  align: "center",
  button: "solid",
} as const;

function lookOf(look: Data): Brand["look"] {
  return Object.fromEntries(
    Object.entries(LOOKS).map(([name, fallback]) => [
      `data-${name}`,
      text(look[name], fallback),
    ]),
  );
}

/** The brand's static pages, by headline, for the footer. */
function legalOf(raw: Data): Brand["legal"] {
  return items(raw.pages)
    .map(data)
    .filter((page) => page.page === "article")
    .map((page) => ({ label: text(page.heading), href: text(page.path) }));
}

function themeOf(theme: Data): Theme {
  const font = data(theme.font);
  return {
    colors: Object.fromEntries(
      Object.entries(data(theme.colors)).map(([name, color]) => [
        name,
        text(color),
      ]),
    ),
    radius: Object.fromEntries(
      Object.entries(data(theme.radius)).map(([name, px]) => [
        name,
        number(px) ?? 0,
      ]),
    ),
    font: {
      package: text(font.package),
      family: text(font.family),
      fallback: oneOf(font.fallback, ["sans", "serif"]),
      headingWeight: number(font.headingWeight) ?? 700,
      headingTracking: number(font.headingTracking) ?? 0,
    },
  };
}

function productsOf(raw: Data): Record<string, Product> {
  return Object.fromEntries(
    Object.entries(data(raw.products)).map(([code, entry]) => {
      const { name, price, days, renews } = data(entry);
      const renewal = renews === undefined ? null : data(renews);
      const product: Product = {
        code,
        name: text(name),
        prices: pricesOf(price),
        days: number(days),
        renewal:
          renewal === null
            ? null
            : {
                everyDays: number(renewal.everyDays) ?? 0,
                prices: pricesOf(renewal.price),
              },
      };
      return [code, product];
    }),
  );
}

/** Whole units to minor units; a missing price is 0 and reported by its own rule. */
function pricesOf(raw: unknown): Prices {
  const given = data(raw);
  const minor = (code: CurrencyCode) =>
    Math.round((number(given[code]) ?? 0) * 100);
  return {
    USD: minor("USD"),
    EUR: minor("EUR"),
    GBP: minor("GBP"),
    CAD: minor("CAD"),
  };
}
