import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path, Span } from "../diagnostics/span.ts";
import { codesOf } from "../link/currencies.ts";
import type { Outline } from "../link/outline.ts";
import type { BrandNode } from "../link/program.ts";
import { type PaymentProvider, providersFor } from "../schema/payments.ts";
import { data, type Data, number } from "../schema/read.ts";
import { minorDigits } from "../shared/minor-digits.ts";
import { pricesWritten } from "./missing-price.ts";
import type { BrandRule, Tree } from "./rule.ts";

/** A provider's payment page that visitors are led to, what is sold to them there, and the place that names it. */
interface Checkout {
  readonly id: string;
  readonly provider: PaymentProvider;
  readonly at: () => Span;
  readonly funnels: readonly Outline[];
  readonly products: ReadonlySet<string>;
}

/**
 * Whoever takes the money takes it in the brand's currencies, as much or as little as is asked for, and again when a
 * product renews.
 */
export const providerLimits: BrandRule = (tree) =>
  tree.brands.flatMap((node) => {
    const checkouts = checkoutsOf(node, tree);
    const low = lowPrices(node, checkouts);
    return [
      ...checkouts.flatMap((checkout) => limitsOf(checkout, node)),
      ...partUnits(node, checkouts),
      ...longFirst(node, checkouts),
      // A price that is too low by itself is told as that.
      ...(low.length > 0 ? low : loweredTooFar(checkouts, tree)),
    ];
  });

function limitsOf(
  { id, provider, at, products }: Checkout,
  { brand, source, providers }: BrandNode,
): Diagnostic[] {
  const { title, renews = true, currencies } = provider;
  const others = providersFor("checkout", providers).filter(
    (other) => other !== id,
  );
  const list = data(data(source.data).products);
  const renewing = [...products].filter(
    (code) => data(list[code]).renews !== undefined,
  );
  const refused = codesOf(brand.currencies).filter(
    (code) => currencies?.includes(code) === false,
  );
  return [
    ...(renews || renewing.length === 0
      ? []
      : [
          diagnose("payment/no-renewals", at(), {
            title,
            products: renewing,
            others: others.filter((other) => providers[other]?.renews ?? true),
          }),
        ]),
    ...(refused.length === 0
      ? []
      : [
          diagnose("payment/currency", at(), {
            title,
            currencies: refused,
            others: others.filter((other) =>
              refused.every(
                (code) => providers[other]?.currencies?.includes(code) ?? true,
              ),
            ),
          }),
        ]),
  ];
}

/** Prices finer than a provider takes them. */
function partUnits(
  node: BrandNode,
  checkouts: readonly Checkout[],
): Diagnostic[] {
  return pricesWritten(node).flatMap(({ code, prices, path }) => {
    const whole = checkouts.filter(({ products }) => products.has(code));
    return Object.entries(prices).flatMap(([currency, price]) => {
      const by = whole.find(({ provider }) =>
        provider.wholeUnits?.includes(currency),
      );
      const amount = number(price);
      if (by === undefined || amount === null || Number.isInteger(amount))
        return [];
      const at = node.source.span([...path, currency], "value");
      const { title } = by.provider;
      return [diagnose("payment/whole-units", at, { title, currency })];
    });
  });
}

/** First payments for more days than a provider lets the renewals wait. */
function longFirst(
  { source }: BrandNode,
  checkouts: readonly Checkout[],
): Diagnostic[] {
  const products = Object.entries(data(data(source.data).products));
  return products.flatMap(([code, product]) =>
    firstPayments(data(product), ["products", code]).flatMap(
      ({ days, path }) => {
        const by = checkouts.find(
          (one) =>
            one.products.has(code) &&
            days > (one.provider.firstDays ?? Infinity),
        );
        if (by?.provider.firstDays === undefined) return [];
        const { title, firstDays: most } = by.provider;
        const at = source.span(path, "value");
        return [diagnose("payment/first-days", at, { title, days, most })];
      },
    ),
  );
}

/** How many days the first payments of a product that renews are for, and where that is written. */
function firstPayments(
  { days, renews, regular }: Data,
  path: Path,
): { readonly days: number; readonly path: Path }[] {
  const renewals = [
    { renewal: renews, at: path },
    { renewal: data(regular).renews, at: [...path, "regular"] },
  ].filter(({ renewal }) => renewal !== undefined);
  if (renewals.length === 0) return [];
  if (days !== undefined)
    return [{ days: number(days) ?? 0, path: [...path, "days"] }];
  return renewals.map(({ renewal, at }) => ({
    days: number(data(renewal).everyDays) ?? 0,
    path: [...at, "renews", "everyDays"],
  }));
}

/** Prices lower than a provider charges at all. */
function lowPrices(
  node: BrandNode,
  checkouts: readonly Checkout[],
): Diagnostic[] {
  return pricesWritten(node).flatMap(({ code, prices, path }) =>
    Object.entries(prices).flatMap(([currency, price]) => {
      const amount = number(price);
      if (amount === null) return [];
      const by = refusing(checkouts, code, currency, amount);
      if (by === null) return [];
      const at = node.source.span([...path, currency], "value");
      const words = { ...by, currency, lowered: null };
      return [diagnose("payment/too-little", at, words)];
    }),
  );
}

/** Promo codes that leave less of a price than a provider charges, each with the first such price. */
function loweredTooFar(
  checkouts: readonly Checkout[],
  { sourceOf }: Tree,
): Diagnostic[] {
  const funnels = new Set(checkouts.flatMap((one) => one.funnels));
  return [...funnels].flatMap((funnel) => {
    const paidBy = checkouts.filter((one) => one.funnels.includes(funnel));
    return funnel.codes.flatMap(({ id, prices }) => {
      const at = () =>
        sourceOf(funnel.file).span(["codes", id, "off"], "value");
      return Object.entries(prices)
        .flatMap(([product, left]) =>
          Object.entries(left).flatMap(([currency, minor = 0]) => {
            const to = minor / 10 ** (minorDigits(currency) ?? 0);
            // A code that leaves nothing is told as that.
            const by = to > 0 && refusing(paidBy, product, currency, to);
            if (!by) return [];
            const words = { ...by, currency, lowered: { product, to } };
            return [diagnose("payment/too-little", at(), words)];
          }),
        )
        .slice(0, 1);
    });
  });
}

/** The first provider of a product that does not charge so little, in whole units; null where all do. */
function refusing(
  checkouts: readonly Checkout[],
  product: string,
  currency: string,
  amount: number,
): { readonly title: string; readonly least: number } | null {
  for (const { provider, products } of checkouts) {
    const least = provider.minimum?.[currency];
    if (products.has(product) && least !== undefined && amount < least)
      return { title: provider.title, least };
  }
  return null;
}

/** Each provider once for a place that names it. */
function checkoutsOf(
  node: BrandNode,
  { outlines, sourceOf }: Tree,
): Checkout[] {
  const { brand, providers, source } = node;
  const own = outlines.filter((outline) => outline.brand === brand.id);
  const preset = own.filter(({ checkouts }) =>
    checkouts.some(({ provider }) => provider === null),
  );
  const places = [
    {
      id: brand.payments.checkout,
      at: () => source.span(["payments", "checkout"], "value"),
      sold: preset,
    },
    ...own.flatMap((outline) =>
      outline.checkouts.flatMap(({ provider, path }) =>
        provider === null
          ? []
          : [
              {
                id: provider,
                at: () => sourceOf(outline.file).span(path, "value"),
                sold: [outline],
              },
            ],
      ),
    ),
  ];
  return places.flatMap(({ id, at, sold }) => {
    const provider = providers[id];
    if (provider === undefined || sold.length === 0) return [];
    const products = new Set(sold.flatMap((outline) => outline.products));
    return [{ id, provider, at, funnels: sold, products }];
  });
}
