import { checkFamily } from "./font-family.ts";
import type { Brand } from "../shared/contract.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { BrandNode, MailLink, SiteNode } from "./program.ts";
import { safeUrl } from "../shared/safe-url.ts";
import type { Path } from "../diagnostics/span.ts";
import type { Source } from "../parse/source.ts";
import type { Traits } from "../schema/traits.ts";
import { linkAsset } from "./asset.ts";
import { brandConstants } from "./brand-constants.ts";
import { currenciesSold } from "./currencies.ts";
import { linkFunnel } from "./funnel.ts";
import { linkMails } from "./mails.ts";
import { hostsOf } from "./own-path.ts";
import { giftsOf, productsOf, repeatableOf } from "./products.ts";
import { data, items, number, oneOf, text, type Data } from "../schema/read.ts";
import {
  Findings,
  type Assets,
  type BrandScope,
  type Shapes,
} from "./scope.ts";
import { lookOf, themeOf } from "./theme.ts";
import { vendorsOf } from "./vendors.ts";

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
  const currencies = currenciesSold(origin.site.currencies, raw);
  const products = productsOf(raw, currencies);
  const project = data(raw.project);
  const scope: BrandScope = {
    id: origin.id,
    hosts: hostsOf(ownHosts(raw), origin.site),
    constants: brandConstants(raw),
    products,
    repeatable: repeatableOf(raw),
    currencies,
    wholeUnits: new Set(
      Object.values(shapes.language.payments).flatMap(
        (provider) => provider.wholeUnits ?? [],
      ),
    ),
    assets: origin.assets,
    longTexts: {
      ...shapes.longTexts,
      pages: shapes.longTexts.pages.filter(
        (page) => shapes.language.traits.pages[page]?.brandPage,
      ),
    },
    silenced: silencedBy(origin.site),
  };
  checkUrl(project.homepageLink, ["project", "homepageLink"], findings);
  const theme = themeOf(data(raw.theme), scope, findings);
  if (!origin.fonts.includes(theme.font.package))
    findings.add("font/unknown", ["theme", "font", "package"], {
      name: theme.font.package,
      known: origin.fonts,
    });
  else checkFamily(theme.font, findings);
  const pages = linkFunnel({ ...origin, id: "pages", brand: scope }, shapes);
  const links: MailLink[] = [];
  const node: BrandNode = {
    source: origin.source,
    brand: {
      ...brandOf(origin, raw, { scope, findings }, shapes.language.traits),
      currencies,
    },
    payPeoValue:
      project.payPeoValue === undefined
        ? null
        : oneOf(project.payPeoValue, ["1", "2"]),
    home: raw.home === undefined ? null : text(raw.home),
    redirects: items(raw.redirects).map((item) => ({
      from: text(data(item).from),
      to: text(data(item).to),
    })),
    theme,
    products,
    repeatable: scope.repeatable,
    assets: assetsShown(origin.assets),
    gifts: giftsOf(raw),
    retentionDays: number(raw.retentionDays),
    mails: linkMails(raw.mails, scope, { findings, links }, shapes),
    mailLinks: links,
    constants: scope.constants,
    providers: shapes.language.payments,
    pages: pages.node,
  };
  return {
    scope,
    node,
    diagnostics: [...findings.found, ...pages.diagnostics],
  };
}

function silencedBy({ rules }: SiteNode): Set<string> {
  return new Set(
    [...rules].flatMap(([code, wanted]) => (wanted === "off" ? [code] : [])),
  );
}

function assetsShown({ names, problems }: Assets): readonly string[] {
  const refused = new Set(problems.map(({ name }) => name));
  return names.filter((name) => !refused.has(name));
}

function checkUrl(value: unknown, path: Path, findings: Findings): void {
  const url = text(value);
  if (!safeUrl(url)) findings.add("url/unsafe", path, { url });
}

function brandOf(
  origin: BrandOrigin,
  raw: Data,
  { scope, findings }: { scope: BrandScope; findings: Findings },
  traits: Traits,
): Omit<Brand, "currencies"> {
  const project = data(raw.project);
  return {
    id: origin.id,
    project: {
      alias: text(project.alias),
      name: text(project.name),
      supportEmail: text(project.supportEmail),
      homepageLink: text(project.homepageLink),
    },
    hosts: ownHosts(raw),
    preloader: oneOf(raw.preloader, ["start-up", "none"]),
    consent: oneOf(raw.consent, ["notice", "none", "required"]),
    geo: oneOf(raw.geo, ["offers", "start", "off"]),
    visits: oneOf(raw.visits, ["counted", "off"]),
    deviceId: oneOf(raw.deviceId, ["local", "analytics"]),
    payments: paymentsOf(
      data(raw.payments),
      text(data(raw.company).name, text(project.name)),
    ),
    vendors: vendorsOf(raw.vendors, findings),
    logo:
      raw.logo === undefined
        ? null
        : (linkAsset(text(raw.logo), ["logo"], scope, findings) ?? null),
    look: lookOf(data(raw.theme)),
    legal: legalOf(raw, traits),
  };
}

/** What a brand that says nothing is paid by; the schema of brands tells editors the same. */
export const PAYMENTS: Pick<Brand["payments"], "checkout" | "saved"> = {
  checkout: "stripe",
  saved: "reference",
};

function paymentsOf(raw: Data, company: string): Brand["payments"] {
  const { checkout, saved, seller, accepts } = raw;
  return {
    checkout: text(checkout, PAYMENTS.checkout),
    saved: text(saved, PAYMENTS.saved),
    seller: text(seller, company),
    accepts: items(accepts).map((method) => text(method)),
  };
}

function ownHosts({ hosts }: Data): readonly string[] {
  return items(hosts).map((host) => text(host));
}

/** The brand's own pages that its footer leads to. */
function legalOf(raw: Data, { pages }: Traits): Brand["legal"] {
  return items(raw.pages)
    .map(data)
    .flatMap((page) => {
      const footer = pages[text(page.page)]?.footer ?? null;
      if (footer === null) return [];
      const label = footer.label ?? text(page[footer.property ?? ""]);
      return [{ label, href: text(page.path) }];
    });
}
