import {
  diagnose,
  type Diagnostic,
  type Fix,
} from "../diagnostics/diagnostic.ts";
import { declaredCode, regularCode } from "../link/regular.ts";
import type { Value } from "../diagnostics/change.ts";
import type { BrandNode, Program, SiteNode } from "../link/program.ts";
import { data } from "../schema/read.ts";
import type { Brand, Prices } from "../shared/contract.ts";
import { href } from "../shared/address.ts";
import { type Answering, inPlaceOf, isKnown, redirects } from "./addresses.ts";
import type { LiveBrand, LiveProduct, LiveShape } from "./shape.ts";

/** What becomes of a brand's price list, of its own pages and of its redirects. */
export function brandFindings(
  before: LiveBrand,
  owner: Answering,
  forgotten: ReadonlySet<string>,
): Diagnostic[] {
  const { node } = owner;
  const key = (name: string) =>
    node.source.span(
      [data(node.source.data)[name] === undefined ? "hosts" : name],
      "key",
    );
  const goneAddress = (place: string, address: string, to: string | null) =>
    diagnose(
      "live/address-gone",
      key(place),
      { address, isMount: false, was: null, forget: null },
      [],
      redirects([{ from: address, to }], owner),
    );
  return [
    ...goneProducts(before, node)
      .filter(({ code }) => !forgotten.has(`product/${code}`))
      .map((product) => {
        const { code } = product;
        const declared = declaredCode(code);
        const isRegular = declared !== code;
        return diagnose(
          "live/product-gone",
          key("products"),
          { product: declared, isRegular, forget: `product/${code}` },
          [],
          isRegular
            ? atRegularPrice(product, node)
            : retired(product, before, node),
        );
      }),
    ...before.addresses
      .filter((address) => !isKnown(address, owner))
      .map((address) =>
        goneAddress("pages", address, pageInstead(address, before, node)),
      ),
    ...Object.entries(before.redirects)
      .filter(([from]) => !isKnown(from, owner))
      .map(([from, to]) => goneAddress("redirects", from, to)),
  ];
}

/** The address of the new page in the place of one that is gone; else the brand's home. */
function pageInstead(
  address: string,
  { addresses }: LiveBrand,
  { pages, home }: BrandNode,
): string | null {
  const now = pages.funnel.steps.map(({ path }) => href("", path));
  const place = addresses.indexOf(address);
  const position = (one: string) => now.indexOf(one);
  return now[inPlaceOf(place, addresses, position, now.length)] ?? home;
}

/** Without the regular price of what is gone as a whole. */
function goneProducts(
  before: LiveBrand,
  { products }: BrandNode,
): readonly LiveProduct[] {
  const gone = Object.values(before.products).filter(
    ({ code }) => !Object.hasOwn(products, code),
  );
  const twins = new Set(gone.map(({ code }) => regularCode(code)));
  return gone.filter(({ code }) => !twins.has(code));
}

/** The product as it was, to be sold no more. */
function retired(
  product: LiveProduct,
  before: LiveBrand,
  { source: { file }, brand }: BrandNode,
): Fix {
  const { code, name, days, repeatable, gift } = product;
  const regular = before.products[regularCode(code)];
  const value = {
    name,
    ...charged(product, brand),
    ...(days !== null && { days }),
    ...(regular && { regular: charged(regular, brand) }),
    ...(gift !== undefined && { gift }),
    ...(repeatable !== undefined && { repeatable }),
    retired: true,
  };
  const path = ["products"];
  const change = { kind: "set-key", file, path, key: code, value } as const;
  return { kind: "suggested", changes: [change] };
}

/** What a product cost behind a countdown, at the product that is there still. */
function atRegularPrice(
  product: LiveProduct,
  { source: { file }, brand }: BrandNode,
): Fix {
  const path = ["products", declaredCode(product.code)];
  const value = charged(product, brand);
  const change = {
    kind: "set-key",
    file,
    path,
    key: "regular",
    value,
  } as const;
  return { kind: "suggested", changes: [change] };
}

function charged(
  { prices, renewal }: LiveProduct,
  { currencies }: Brand,
): Record<string, Value> {
  return {
    price: written(prices, currencies),
    ...(renewal !== null && {
      renews: {
        everyDays: renewal.everyDays,
        price: written(renewal.prices, currencies),
      },
    }),
  };
}

/** Amounts as content has them: 3999 cents are 39.99. */
function written(
  prices: Prices,
  currencies: Brand["currencies"],
): Record<string, Value> {
  const digits = new Map(currencies.map((one) => [one.code, one.digits]));
  return Object.fromEntries(
    Object.entries(prices).flatMap(([currency, amount]) => {
      const places = digits.get(currency);
      return amount === undefined || places === undefined
        ? []
        : [[currency, amount / 10 ** places]];
    }),
  );
}

/** The hosts that no brand has any more, and that lead nowhere. */
export function goneHosts(before: LiveShape, program: Program): Diagnostic[] {
  const { site, brands } = program;
  const known = new Set([
    ...brands.flatMap(({ brand }) => brand.hosts),
    ...site.redirectedHosts.map(({ from }) => from),
  ]);
  const ofBrands = Object.entries(before.brands).flatMap(([id, { hosts }]) => {
    const node = brands.find(({ brand }) => brand.id === id);
    return hosts
      .filter((host) => !known.has(host))
      .map((host) =>
        diagnose(
          "live/host-gone",
          node?.source.span(["hosts"], "key") ??
            site.source.span(["defaultBrand"], "key"),
          { host, shown: site.defaultBrand },
          [],
          node && added(node.source.file, "hosts", host),
        ),
      );
  });
  const moved = Object.entries(before.redirectedHosts)
    .filter(([from]) => !known.has(from))
    .map(([from, to]) =>
      diagnose(
        "live/host-gone",
        site.source.span(
          [
            site.redirectedHosts.length > 0
              ? "redirectedHosts"
              : "defaultBrand",
          ],
          "key",
        ),
        { host: from, shown: site.defaultBrand },
        [],
        known.has(to) ? redirected(site, { from, to }) : undefined,
      ),
    );
  return [...ofBrands, ...moved];
}

function redirected({ source: { file } }: SiteNode, item: Value): Fix {
  return added(file, "redirectedHosts", item);
}

function added(file: string, key: string, item: Value): Fix {
  const items = [item];
  const change = { kind: "add-items", file, path: [], key, items } as const;
  return { kind: "suggested", changes: [change] };
}
