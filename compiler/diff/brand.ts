import type { BrandNode } from "../link/program.ts";
import type { Prices } from "../shared/contract.ts";
import type { Area, Change } from "./change.ts";
import { byMoment, funnelChanges } from "./funnel.ts";
import { propsChanges } from "./props.ts";

/** What changes of a brand: what it sells and how, whom it tells what, its addresses, words and looks. */
export function brandChanges(
  of: string,
  before: BrandNode | undefined,
  after: BrandNode | undefined,
): Change[] {
  const told = (area: Area, one: unknown, other: unknown) =>
    propsChanges(one, other).map((found): Change => ({
      ...found,
      of,
      step: null,
      area,
    }));
  if (before === undefined || after === undefined) {
    const ends = { before: before ? of : null, after: after ? of : null };
    return [{ area: "addresses", of, step: null, what: "the brand", ...ends }];
  }
  const [one, other] = [before.brand, after.brand];
  return [
    ...told("money", moneyOf(before), moneyOf(after)),
    ...told(
      "asked",
      {
        vendors: one.vendors,
        consent: one.consent,
        keeps: before.retentionDays,
      },
      {
        vendors: other.vendors,
        consent: other.consent,
        keeps: after.retentionDays,
      },
    ),
    ...told(
      "addresses",
      { hosts: one.hosts, home: before.home, redirects: redirectsOf(before) },
      { hosts: other.hosts, home: after.home, redirects: redirectsOf(after) },
    ),
    ...told("texts", textsOf(before), textsOf(after)),
    ...told(
      "looks",
      { theme: before.theme, look: one.look, logo: one.logo },
      { theme: after.theme, look: other.look, logo: other.logo },
    ),
    ...told("settings", settingsOf(before), settingsOf(after)),
    ...funnelChanges(of, before.pages, after.pages),
  ];
}

function moneyOf({ brand, products, repeatable, gifts }: BrandNode) {
  const digits = new Map(brand.currencies.map((one) => [one.code, one.digits]));
  const written = (prices: Prices) =>
    Object.fromEntries(
      Object.entries(prices).map(([code, amount = 0]) => {
        const places = digits.get(code) ?? 2;
        return [code, (amount / 10 ** places).toFixed(places)];
      }),
    );
  return {
    products: Object.fromEntries(
      Object.entries(products).map(([code, { renewal, prices, ...rest }]) => [
        code,
        {
          ...rest,
          prices: written(prices),
          renewal: renewal && { ...renewal, prices: written(renewal.prices) },
        },
      ]),
    ),
    payments: brand.payments,
    currencies: brand.currencies.map(({ region, code, symbol }) => ({
      id: region,
      code,
      symbol,
    })),
    repeatable: Object.fromEntries(repeatable),
    gifts: Object.fromEntries(gifts),
  };
}

function redirectsOf({ brand }: BrandNode) {
  return Object.fromEntries(brand.redirects.map(({ from, to }) => [from, to]));
}

function textsOf({ brand, mails }: BrandNode) {
  return { project: brand.project, legal: brand.legal, mails: byMoment(mails) };
}

function settingsOf({ brand }: BrandNode) {
  const { preloader, geo, deviceId, otoPath } = brand;
  return { preloader, geo, deviceId, otoPath };
}
