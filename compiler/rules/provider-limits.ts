import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { codesOf } from "../link/currencies.ts";
import type { BrandNode } from "../link/program.ts";
import { type PaymentProvider, providersFor } from "../schema/payments.ts";
import { data, number } from "../schema/read.ts";
import { pricesWritten } from "./missing-price.ts";
import type { BrandRule, Tree } from "./rule.ts";

/** A provider's payment page that visitors are led to, what is sold to them there, and the place that names it. */
interface Checkout {
  readonly id: string;
  readonly provider: PaymentProvider;
  readonly at: () => Span;
  readonly products: ReadonlySet<string>;
}

/** Whoever takes the money takes it in the brand's currencies, and again when a product renews. */
export const providerLimits: BrandRule = (tree) =>
  tree.brands.flatMap((node) => {
    const checkouts = checkoutsOf(node, tree);
    return [
      ...checkouts.flatMap((checkout) => limitsOf(checkout, node)),
      ...partUnits(node, checkouts),
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
    return [{ id, provider, at, products }];
  });
}
