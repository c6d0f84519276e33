import { diagnose } from "../catalogue.ts";
import { data, items, text } from "../link/read.ts";
import { currenciesOf } from "../program.ts";
import type { Path } from "../source.ts";
import type { ProgramRule } from "./registry.ts";

/** A page may only sell in a currency of site.yaml: in no other does every product have a price. */
export const currencyUnknown: ProgramRule = ({ site, funnels }) => {
  const known = currenciesOf(site);
  return funnels.flatMap(({ source }) =>
    items(data(source.data).pages)
      .flatMap((page, i) => currenciesAt(page, ["pages", i]))
      .filter(({ name }) => !known.some((code) => code === name))
      .map(({ name, path }) => {
        const at = source.span(path, "value");
        return diagnose("currency/unknown", at, { name, known });
      }),
  );
};

/** The currencies that a page and its aliases ask for, and where. */
function currenciesAt(
  page: unknown,
  path: Path,
): { name: string; path: Path }[] {
  const { currency, aliases } = data(page);
  const own =
    currency === undefined
      ? []
      : [{ name: text(currency), path: [...path, "currency"] }];
  const others = items(aliases).flatMap((alias, n) =>
    currenciesAt(alias, [...path, "aliases", n]),
  );
  return [...own, ...others];
}
