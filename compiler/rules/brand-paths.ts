import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { narrow } from "../link/narrow.ts";
import type { Outline } from "../link/outline.ts";
import type { BrandNode } from "../link/program.ts";
import type { Source } from "../parse/source.ts";
import { valueAt } from "../schema/json-pointer.ts";
import type { BrandRule } from "./rule.ts";

/** `home`, redirects and links in texts must lead to an address of the brand. */
export const brandPaths: BrandRule = ({ site, brands, outlines, sourceOf }) => {
  return brands.flatMap((node) => {
    const own = outlines.filter(({ brand }) => brand === node.brand.id);
    const pages = new Set<string>();
    for (const { addresses } of own)
      for (const { path } of addresses) pages.add(path);
    const fromBrand = lost(ofBrand(node), pages);
    const fromTexts = own.flatMap((outline) => ofTexts(outline, sourceOf));
    // Texts may also lead to what is redirected.
    const redirected = [
      ...node.brand.redirects.map(({ from }) => from),
      ...(pages.has(site.otoPath) ? ["/oto"] : []),
      "/",
    ];
    for (const path of redirected) pages.add(path);
    return [...fromBrand, ...lost(fromTexts, pages)];
  });
};

function lost(
  targets: readonly Target[],
  known: ReadonlySet<string>,
): Diagnostic[] {
  return targets
    .filter(({ name }) => !known.has(name))
    .map(({ name, at, defaultOf }) =>
      diagnose("path/unknown", at(), {
        name,
        known: [...known],
        defaultOf: defaultOf?.() ?? null,
      }),
    );
}

/** An address that something leads to; where it stands is looked up only when it does not exist. */
interface Target {
  readonly name: string;
  at(): Span;
  /** The property that is not written and whose default text leads there; null where the text is written. */
  defaultOf?(): string | null;
}

function ofBrand({ source, home, brand }: BrandNode): Target[] {
  const start =
    home === null
      ? []
      : [{ name: home, at: () => source.span(["home"], "value") }];
  return [
    ...start,
    ...brand.redirects.map(({ to }, i) => ({
      name: to,
      at: () => source.span(["redirects", i, "to"], "value"),
    })),
  ];
}

function ofTexts(
  { file, links }: Outline,
  sourceOf: (file: string) => Source,
): Target[] {
  return links.map(({ to, path }) => ({
    name: to.replace(/[?#].*$/, ""),
    at: () => narrow(sourceOf(file), path, to),
    defaultOf: () =>
      valueAt(sourceOf(file).data, path) === undefined
        ? String(path.at(-1))
        : null,
  }));
}
