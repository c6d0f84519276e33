import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Note, Span } from "../diagnostics/span.ts";
import { codesOf, isCurrency } from "../link/currencies.ts";
import { data, items, text } from "../schema/read.ts";
import type { BrandNode, SiteNode } from "../link/program.ts";
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

/** Brands, prices and pages name only currencies that site.yaml declares, and that the brand sells in. */
export const currencyUnknown: BrandRule = (tree) => {
  const { site, brands, outlines, sourceOf } = tree;
  const ofSite = codesOf(site.currencies);
  const isMistyped = !ofSite.every(isCurrency);
  return brands.flatMap((node) => {
    const { source, brand } = node;
    const sold = codesOf(brand.currencies);
    const lint = (name: string, at: () => Span): Diagnostic[] => {
      // It may be the one that site.yaml means and does not say.
      if (!ofSite.includes(name) && isMistyped && isCurrency(name)) return [];
      if (!ofSite.includes(name))
        return [unknown(name, at(), { known: ofSite, site, node: null })];
      if (sold.includes(name)) return [];
      return [unknown(name, at(), { known: sold, site, node })];
    };
    const named = items(data(source.data).currencies).flatMap((code, i) =>
      ofSite.includes(text(code))
        ? []
        : lint(text(code), () => source.span(["currencies", i], "value")),
    );
    const priced = pricesWritten(node).flatMap(({ prices, path }) =>
      Object.keys(prices).flatMap((code) =>
        lint(code, () => source.span([...path, code], "key")),
      ),
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

function unknown(
  name: string,
  at: Span,
  {
    known,
    site,
    node,
  }: { known: readonly string[]; site: SiteNode; node: BrandNode | null },
): Diagnostic {
  const source = node?.source ?? site.source;
  const from = node === null ? "site.yaml" : declaredIn(node);
  const note: Note = {
    message: "currencies are declared here",
    at: source.span(["currencies"], "key"),
  };
  return diagnose("currency/unknown", at, { name, known, from }, [note]);
}
