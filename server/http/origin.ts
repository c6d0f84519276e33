import type { AppContext } from "./app-env.ts";
import type { Site } from "../site.ts";

/** Origins that may call an API on another host, and be returned to. */
export type Origins = (origin: string) => boolean;

/**
 * Exactly the brands' hosts by https, with `www.`, and `testing.` or `staging.`, before them; on a developer's machine
 * `http://<brand>.localhost` with any port. `staging-<host>` is not among them: anybody could register that name.
 */
export function createOrigins(site: Site, production: boolean): Origins {
  const brands = Object.values(site.brands);
  const names = new Set(brands.flatMap((brand) => brand.hosts));
  const local = new Set(brands.map((brand) => `${brand.id}.localhost`));
  return (origin) => {
    if (!URL.canParse(origin)) return false;
    const url = new URL(origin);
    if (url.origin !== origin) return false;
    if (local.has(url.hostname)) return !production;
    const name = url.hostname.replace(
      /^(?:www\.)?(?:(?:testing|staging)\.)?/,
      "",
    );
    return url.protocol === "https:" && url.port === "" && names.has(name);
  };
}

/**
 * Whether a request was sent by a page of our own. Browsers say so in `Sec-Fetch-Site`; older ones only name the
 * origin, which need not equal the `Host` that a proxy sends.
 */
export function isSameSite(c: AppContext, origins: Origins): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin" || site === "none";
  const origin = c.req.header("origin");
  if (origin === undefined || origins(origin)) return true;
  return (
    URL.canParse(origin) && new URL(origin).host === new URL(c.req.url).host
  );
}
