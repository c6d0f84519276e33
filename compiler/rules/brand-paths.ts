import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path, Span } from "../diagnostics/span.ts";
import { narrow } from "../link/narrow.ts";
import type { Outline } from "../link/outline.ts";
import { pathOfLink } from "../link/own-path.ts";
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
    const fromBrand = lost(ofBrand(node), pages, node.redirects);
    const fromMails = ofTexts(node.source, node.mailLinks);
    const fromTexts = own.flatMap(({ file, links }) =>
      ofTexts(sourceOf(file), links),
    );
    // Texts may also lead to what is redirected.
    const redirected = [
      ...node.redirects.map(({ from }) => from),
      ...(pages.has(site.otoPath) ? ["/oto"] : []),
      "/",
    ];
    for (const path of redirected) pages.add(path);
    return [...fromBrand, ...lost([...fromMails, ...fromTexts], pages)];
  });
};

function lost(
  targets: readonly Target[],
  known: ReadonlySet<string>,
  redirects: Redirects = [],
): Diagnostic[] {
  return targets
    .filter(({ name }) => !known.has(name))
    .map(({ name, at, defaultOf }) =>
      diagnose("path/unknown", at(), {
        name,
        known: [...known],
        defaultOf: defaultOf?.() ?? null,
        redirectedTo: redirectedTo(name, known, redirects),
      }),
    );
}

type Redirects = BrandNode["redirects"];

/** The page that redirects lead to one after the other; "" where they lead to none, null where there is none. */
function redirectedTo(
  name: string,
  pages: ReadonlySet<string>,
  redirects: Redirects,
): string | null {
  const next = new Map(redirects.map(({ from, to }) => [from, to]));
  if (!next.has(name)) return null;
  const seen = new Set([name]);
  for (const at of seen) {
    const to = next.get(at);
    if (to === undefined) continue;
    if (pages.has(to)) return to;
    seen.add(to);
  }
  return "";
}

/** An address that something leads to; where it stands is looked up only when it does not exist. */
interface Target {
  readonly name: string;
  at(): Span;
  /** The property that is not written and whose default text leads there; null where the text is written. */
  defaultOf?(): string | null;
}

function ofBrand({ source, home, redirects }: BrandNode): Target[] {
  const start =
    home === null
      ? []
      : [{ name: home, at: () => source.span(["home"], "value") }];
  return [
    ...start,
    ...redirects.map(({ to }, i) => ({
      name: to,
      at: () => source.span(["redirects", i, "to"], "value"),
    })),
  ];
}

function ofTexts(source: Source, links: Outline["links"]): Target[] {
  return links.map(({ to, path }) => ({
    name: pathOfLink(to),
    at: () => placeOfPath(source, path, to),
    defaultOf: () =>
      valueAt(source.data, path) === undefined ? String(path.at(-1)) : null,
  }));
}

/** Where the path of a link is written, behind its host; the whole text where the link is written with escapes. */
function placeOfPath(source: Source, path: Path, url: string): Span {
  const place = narrow(source, path, url);
  const name = pathOfLink(url);
  const from = place.column + url.indexOf(name, url.indexOf("//") + 2);
  const isFound =
    place.line === place.endLine &&
    place.endColumn - place.column === url.length;
  return isFound && from > place.column
    ? { ...place, column: from, endColumn: from + name.length }
    : place;
}
