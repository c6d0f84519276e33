import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Note, Path, Span } from "../diagnostics/span.ts";
import { codesOf, isCurrency } from "../link/currencies.ts";
import { data, items, text } from "../schema/read.ts";
import type { BrandNode, SiteNode } from "../link/program.ts";
import { fitsAll } from "./currency-default.ts";
import { declaredIn, pricesWritten } from "./missing-price.ts";
import type { BrandRule, SiteRule } from "./rule.ts";

/** site.yaml may declare any currency of ISO 4217, and nothing else. */
export const currencyIso: SiteRule = ({ site: { source } }) =>
  items(data(source.data).currencies).flatMap((rule, i) =>
    ["currency", "code"].flatMap((key) => {
      const name = data(rule)[key];
      if (name === undefined || isCurrency(text(name))) return [];
      const at = source.span(["currencies", i, key], "value");
      return [diagnose("currency/not-iso", at, { name: text(name) })];
    }),
  );

/**
 * Brands, prices and pages name only currencies that site.yaml declares, and that the brand sells in. Where a brand has
 * prices in a currency that is not among them, the list is mistaken rather than each price: that is one finding.
 */
export const currencyUnknown: BrandRule = (tree) => {
  const { site, brands, outlines, sourceOf } = tree;
  const ofSite = codesOf(site.currencies);
  const isIncomplete =
    !ofSite.every(isCurrency) || !site.currencies.some(fitsAll);
  return brands.flatMap((node) => {
    const { source, brand } = node;
    const sold = codesOf(brand.currencies);
    const lint = (name: string, at: () => Span, more = 0): Diagnostic[] => {
      // It may be the one that site.yaml means and does not say.
      if (!ofSite.includes(name) && isIncomplete && isCurrency(name)) return [];
      if (!ofSite.includes(name))
        return [unknown(name, at(), { known: ofSite, more, site, node: null })];
      if (sold.includes(name)) return [];
      return [unknown(name, at(), { known: sold, more, site, node })];
    };
    const named = items(data(source.data).currencies).flatMap((code, i) =>
      ofSite.includes(text(code))
        ? []
        : lint(text(code), () => source.span(["currencies", i], "value")),
    );
    const priced = currenciesPriced(node).flatMap(({ name, path, more }) =>
      lint(name, () => source.span(path, "key"), more),
    );
    const asked = outlines
      .filter((outline) => outline.brand === brand.id)
      .flatMap(({ file, currencies }) =>
        currencies.flatMap(({ name, path }) =>
          lint(name, () => sourceOf(file).span(path, "value")),
        ),
      );
    return [...named, ...priced, ...asked];
  });
};

interface Priced {
  readonly name: string;
  /** Where it stands first. */
  readonly path: Path;
  /** How many more prices are in it. */
  more: number;
}

/** The currencies of a brand's prices; a name that is none is misspelt, and counts wherever it stands. */
function currenciesPriced(node: BrandNode): Priced[] {
  const found = new Map<string, Priced>();
  for (const { prices, path } of pricesWritten(node))
    for (const name of Object.keys(prices)) {
      const own = [...path, name];
      const key = isCurrency(name) ? name : own.join(" ");
      const first = found.get(key);
      if (first === undefined) found.set(key, { name, path: own, more: 0 });
      else first.more += 1;
    }
  return [...found.values()];
}

function unknown(
  name: string,
  at: Span,
  {
    known,
    more,
    site,
    node,
  }: {
    known: readonly string[];
    more: number;
    site: SiteNode;
    node: BrandNode | null;
  },
): Diagnostic {
  const source = node?.source ?? site.source;
  const from = node === null ? "site.yaml" : declaredIn(node);
  const note: Note = {
    message: "currencies are declared here",
    at: source.span(["currencies"], "key"),
  };
  return diagnose("currency/unknown", at, { name, known, more, from }, [note]);
}
