import { diagnose } from "../diagnostics/diagnostic.ts";
import { data, type Data } from "../schema/read.ts";
import { currenciesOf } from "../link/program.ts";
import type { Path, Source } from "../parse/source.ts";
import type { ProgramRule } from "./rule.ts";

/** Every product is sold in every currency, in whole cents. */
export const missingPrice: ProgramRule = ({ site, brands }) => {
  const wanted = currenciesOf(site);
  return brands.flatMap(({ source }) =>
    Object.entries(data(data(source.data).products)).flatMap(
      ([code, product]) =>
        pricesOf(data(product), ["products", code]).flatMap(
          ({ prices, path }) => check(code, data(prices), path, wanted, source),
        ),
    ),
  );
};

/** The prices of a product, of its renewal, and those of its regular form. */
function pricesOf(
  { price, renews, regular }: Data,
  path: Path,
): { prices: unknown; path: Path }[] {
  const renewal = data(renews);
  return [
    { prices: price, path: [...path, "price"] },
    ...(renews === undefined
      ? []
      : [{ prices: renewal.price, path: [...path, "renews", "price"] }]),
    ...(regular === undefined
      ? []
      : pricesOf(data(regular), [...path, "regular"])),
  ];
}

function check(
  code: string,
  prices: Readonly<Record<string, unknown>>,
  path: Path,
  wanted: readonly string[],
  source: Source,
) {
  const currencies = wanted.filter(
    (currency) => prices[currency] === undefined,
  );
  const missing =
    currencies.length === 0
      ? []
      : [
          diagnose("product/no-price", source.span(path, "key"), {
            code,
            currencies,
          }),
        ];
  const fractions = Object.entries(prices).flatMap(([currency, price]) =>
    typeof price === "number" && Number(price.toFixed(2)) !== price
      ? [
          diagnose(
            "product/fraction",
            source.span([...path, currency], "value"),
            { price },
          ),
        ]
      : [],
  );
  return [...missing, ...fractions];
}
