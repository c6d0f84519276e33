import type { IncomingMessage } from "node:http";
import { getPath } from "hono/utils/url";

/** Where a request leads. */
export interface Address extends Readonly<
  Pick<URL, "protocol" | "host" | "pathname" | "search">
> {
  /** The path as routes and the log have it: decoded as far as it can be. */
  readonly path: string;
}

/** What `@hono/node-server` takes for a host as it stands; of others it has to be sure what `URL` makes of them. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/**
 * The address of a request, read as `@hono/node-server` reads it. null for one that is none: that one is refused by
 * whoever answers all that is no page.
 */
export function readAddress({
  url: target = "",
  headers,
}: Pick<IncomingMessage, "url" | "headers">): Address | null {
  const url = /^[^?]*\\/.test(target)
    ? null
    : readTarget(target, headers.host ?? "");
  if (url === null) return null;
  const { protocol, host, pathname, search } = url;
  const path = pathname.includes("%") ? decoded(url) : pathname;
  return { protocol, host, pathname, search, path };
}

function readTarget(target: string, host: string): URL | null {
  if (/^https?:\/\//.test(target)) return readUrl(target);
  if (!target.startsWith("/") || host === "") return null;
  const url = readUrl(`http://${host}${target}`);
  if (url === null || PLAIN_HOST.test(host)) return url;
  const { hostname } = url;
  const isWhole =
    hostname.length === host.length ||
    hostname === host.replace(/:\d+$/, "").toLowerCase();
  return isWhole ? url : null;
}

function readUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function decoded(url: URL): string {
  // No `Request` is made with them.
  url.username = "";
  url.password = "";
  return getPath(new Request(url));
}
