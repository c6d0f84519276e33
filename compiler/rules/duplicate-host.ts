import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { withoutPrefix } from "../shared/host-prefix.ts";
import type { SiteNode } from "../link/program.ts";
import type { SiteRule } from "./rule.ts";

/** A host belongs to one brand, or has moved to another one. */
export const duplicateHost: SiteRule = ({ site, brands, sourceOf }) => {
  const first = new Map<string, () => Span>();
  const listed = [
    ...brands.flatMap(({ file, hosts }) =>
      hosts.map((host, i) => ({
        host,
        at: () => sourceOf(file).span(["hosts", i], "value"),
      })),
    ),
    // A host that leads in a circle is told as such.
    ...site.redirectedHosts.flatMap(({ from: host }, i) => {
      const path = ["redirectedHosts", i, "from"];
      const at = () => site.source.span(path, "value");
      return circleFrom(host, site) === null ? [{ host, at }] : [];
    }),
  ];
  return listed.flatMap(({ host, at }) => {
    const earlier = first.get(host);
    if (earlier === undefined) first.set(host, at);
    if (earlier === undefined) return [];
    return [
      diagnose("host/duplicate", at(), { host }, [
        { message: "first listed here", at: earlier() },
      ]),
    ];
  });
};

/** A host that has moved leads to one that has not. */
export const endlessHost: SiteRule = ({ site }) => {
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
