import type { IncomingMessage } from "node:http";
import { getPath } from "hono/utils/url";

/** Where a request leads. */
export interface Address extends Readonly<
  Pick<URL, "protocol" | "host" | "pathname" | "search">
> {
  /** The path as routes and the log have it: decoded as far as it can be. */
  readonly path: string;
}

/** What `@hono/node-server` takes for a host as it stands; all others have to be what `URL` makes of them. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;
/** Nothing that `URL` would read in another way: no number for an address, no encoded name. */
const NAME = /^(?!.*xn--)(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*(?::\d+)?$/;
/** A path and a query that `URL` leaves as they are. */
const PLAIN_TARGET =
  /^(\/[\w~!$&()*+,\-.:;=@/]*)(\?[\w~!$&()*+,\-.:;=@/?%]*)?$/;

/**
 * The address of a request, read as `@hono/node-server` reads it. null for one that is none: that one is refused by
 * whoever answers all that is no page.
 */
export function readAddress(request: IncomingMessage): Address | null {
  const { url: target = "", headers } = request;
  const host = headers.host ?? "";
  const [, pathname, search = ""] = PLAIN_TARGET.exec(target) ?? [];
  const isPlain =
    pathname !== undefined &&
    !pathname.includes("/.") &&
    PLAIN_HOST.test(host) &&
    NAME.test(host);
  if (isPlain)
    return {
      protocol: "http:",
      host,
      pathname,
      search: search === "?" ? "" : search,
      path: pathname,
    };
  const url = /^[^?]*\\/.test(target) ? null : parse(target, host);
  if (url === null) return null;
  const { protocol, host: named, pathname: path, search: query } = url;
  // No `Request` is made with them.
  url.username = "";
  url.password = "";
  return {
    protocol,
    host: named,
    pathname: path,
    search: query,
    path: getPath(new Request(url)),
  };
}

function parse(target: string, host: string): URL | null {
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
