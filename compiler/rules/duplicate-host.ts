import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { withoutPrefix } from "../shared/host-prefix.ts";
import type { SiteNode } from "../link/program.ts";
import type { SiteRule } from "./rule.ts";

/** A host belongs to one brand, or has moved to another one. */
export const duplicateHost: SiteRule = ({ site, brands, sourceOf }) => {
  const listed = [
    ...brands.flatMap(({ file, hosts }) =>
      hosts.map((name, i) => ({
        name,
        at: () => sourceOf(file).span(["hosts", i], "value"),
      })),
    ),
    // A host that leads in a circle is told as such.
    ...site.redirectedHosts.flatMap(({ from: name }, i) => {
      const path = ["redirectedHosts", i, "from"];
      const at = () => site.source.span(path, "value");
      return circleFrom(name, site) === null ? [{ name, at }] : [];
    }),
  ];
  return repeated(listed).map(({ name: host, at, earlier }) =>
    diagnose("host/duplicate", at(), { host }, [
      { message: "first listed here", at: earlier() },
    ]),
  );
};

/** The server and analytics know a brand by its alias alone. */
export const duplicateAlias: SiteRule = ({ brands, sourceOf }) => {
  const listed = brands.map(({ alias: name, file }) => ({
    name,
    at: () => sourceOf(file).span(["project", "alias"], "value"),
  }));
  return repeated(listed).map(({ name: alias, at, earlier }) =>
    diagnose("brand/same-alias", at(), { alias }, [
      { message: "first used here", at: earlier() },
    ]),
  );
};

interface Named {
  readonly name: string;
  readonly at: () => Span;
}

/** What is named as something before it, and where that is. */
function repeated(
  listed: readonly Named[],
): (Named & { readonly earlier: Named["at"] })[] {
  const first = new Map<string, Named["at"]>();
  return listed.flatMap(({ name, at }) => {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, at);
    return earlier === undefined ? [] : [{ name, at, earlier }];
  });
}

/** A host that has moved leads to one that has not. */
export const hostLoop: SiteRule = ({ site }) => {
  const told = new Set<string>();
  return site.redirectedHosts.flatMap(({ from }, i) => {
    const circle = circleFrom(from, site);
    if (circle === null || told.has(from)) return [];
    for (const host of circle) told.add(host);
    const at = site.source.span(["redirectedHosts", i, "to"], "value");
    return [diagnose("host/endless", at, { circle })];
  });
};

/** A host that has moved leads to one of a brand, or to one that has moved as well. */
export const brandlessHost: SiteRule = ({ site, brands, complete }) => {
  if (!complete) return [];
  const known = brands.flatMap(({ hosts }) => hosts);
  const served = new Set([
    ...known,
    ...site.redirectedHosts.map(({ from }) => from),
  ]);
  return site.redirectedHosts.flatMap(({ to }, i) => {
    if (served.has(withoutPrefix(to))) return [];
    const at = site.source.span(["redirectedHosts", i, "to"], "value");
    return [diagnose("host/no-brand", at, { name: to, known })];
  });
};

/** The hosts that visitors are led through from a host that has moved until they are there again; null: never. */
function circleFrom(
  host: string,
  { redirectedHosts }: SiteNode,
): readonly string[] | null {
  const moved = new Map(redirectedHosts.map(({ from, to }) => [from, to]));
  const circle = [host];
  let next = moved.get(host);
  while (next !== undefined) {
    circle.push(next);
    const plain = withoutPrefix(next);
    if (plain === host) return circle;
    next = circle.length > moved.size ? undefined : moved.get(plain);
  }
  return null;
}
