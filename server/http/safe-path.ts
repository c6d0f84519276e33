/** A path of this site, in printable ASCII: one slash, and no backslash, which browsers read as another. */
const PATH = /^\/(?![/\\])[!->@-[\]-~]*(\?[!-~]*)?$/;
const MAX_PATH = 8_000;

/** The path and query of an address, as a place to come back to; `/` when it holds none that is safe. */
export function pathOf(address: string | null): string {
  if (address === null || !URL.canParse(address)) return "/";
  const { pathname, search } = new URL(address);
  const path = `${pathname}${search}`;
  return PATH.test(path) && path.length <= MAX_PATH ? path : "/";
}

/** `/quiz/oto?utm_source=x` -> `/quiz/oto?utm_source=x&checkout=<id>`; the query stays as it was written. */
export function withCheckout(path: string, checkoutId: string): string {
  if (!PATH.test(path)) return "/";
  const [address = "/", hash] = path.split("#", 2);
  const [pathname = "/", ...rest] = address.split("?");
  const query = rest
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !/^checkout(=|$)/.test(pair));
  return `${pathname}?${[...query, `checkout=${checkoutId}`].join("&")}${hash === undefined ? "" : `#${hash}`}`;
}
