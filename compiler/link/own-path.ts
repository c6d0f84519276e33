import { withoutPrefix } from "../shared/host-prefix.ts";
import type { SiteNode } from "./program.ts";

/** Where an address on a host begins to say which page it is of. */
const ORIGIN = /^https:\/\/[^/?#]*/i;

/** The hosts that lead to a brand: its own, and those that have moved to them. */
export function hostsOf(
  own: readonly string[],
  { redirectedHosts }: Pick<SiteNode, "redirectedHosts">,
): ReadonlySet<string> {
  const hosts = new Set(own);
  // The set grows while it is gone through.
  for (const host of hosts)
    for (const { from, to } of redirectedHosts)
      if (withoutPrefix(to) === host) hosts.add(from);
  return hosts;
}

/** Whether a link leads to an address of a brand: by its path alone, or with a host of the brand, as the server knows it. */
export function isOwnLink(url: string, hosts: ReadonlySet<string>): boolean {
  if (url.startsWith("/")) return true;
  if (!ORIGIN.test(url) || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hosts.has(withoutPrefix(hostname.replace(/\.$/, "")));
}

/** The path of an address of a brand, without what goes with it. */
export function pathOfLink(url: string): string {
  const path = url.replace(ORIGIN, "").replace(/[?#].*$/, "");
  return path === "" && ORIGIN.test(url) ? "/" : path;
}
