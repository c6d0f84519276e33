import type { AppContext, Route } from "../http/app-env.ts";
import { ASSETS, type Files } from "./files.ts";
import { noticeResponse } from "../http/html-page.ts";
import type { Hosts, SiteBrand } from "../site.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const FRESH = "no-cache";

/** Documents and files of the brand that owns the host. */
export function serveStatic(files: Files, hosts: Hosts): Route {
  return async (c) => {
    const url = new URL(c.req.url);
    const moved = hosts.movedTo(url.host);
    if (moved !== null) return c.redirect(movedAddress(c, moved, url), 301);

    const path = readPath(url.pathname);
    if (path === null)
      return noticeResponse(
        c.get("brand").id,
        400,
        "This address cannot be read",
        "Part of the link is missing or damaged. Try the link once more, or begin at the start page.",
      );
    if (path.startsWith(ASSETS)) return serveAsset(c, files, path);
    return serveDocument(c, files, c.get("brand"), path, url);
  };
}

async function serveAsset(
  c: AppContext,
  files: Files,
  path: string,
): Promise<Response> {
  const answer = { cacheControl: IMMUTABLE };
  const found = await files.respond(path, c.req.raw, answer);
  // Not cached: after a deploy the same name may exist again.
  return found ?? c.text("Not found", 404, { "cache-control": "no-store" });
}

async function serveDocument(
  c: AppContext,
  files: Files,
  brand: SiteBrand,
  path: string,
  url: URL,
): Promise<Response> {
  const target = redirectOf(brand, path);
  if (target !== null) return redirect(c, target, url.search, 302);

  const page = `/${brand.id}${path === "/" ? "" : path}/index.html`;
  if (await files.has(page)) {
    const canonical = withoutSpareSlashes(url.pathname);
    if (canonical !== url.pathname)
      return redirect(c, canonical, url.search, 301);
    const found = await files.respond(page, c.req.raw, { cacheControl: FRESH });
    if (found !== null) return found;
  }
  const file = path.endsWith(".html")
    ? null
    : await files.respond(`/${brand.id}${path}`, c.req.raw, {
        cacheControl: FRESH,
      });
  if (file !== null) return file;
  const entry = fallbackOf(brand, path);
  if (entry !== null) return redirect(c, entry, url.search, 302);
  return notFound(c, files, brand);
}

async function notFound(
  c: AppContext,
  files: Files,
  brand: SiteBrand,
): Promise<Response> {
  const answer = { status: 404, cacheControl: FRESH };
  const page = `/${brand.id}/404.html`;
  return (
    (await files.respond(page, c.req.raw, answer)) ??
    noticeResponse(
      brand.id,
      404,
      "This page does not exist",
      "It may have moved. Begin at the start page.",
    )
  );
}

/**
 * The path as the build wrote it: decoded, without spare slashes. null when a percent sign is broken or a part decodes
 * to what no address of ours holds.
 */
function readPath(pathname: string): string | null {
  try {
    const parts = withoutSpareSlashes(pathname)
      .split("/")
      .map(decodeURIComponent);
    const isOdd = parts.some((part) => /[/\\\0]|^\.\.?$/.test(part));
    return isOdd ? null : parts.join("/");
  } catch {
    return null;
  }
}

/** One slash in front, none at the end: with two in front, a redirect would lead to another host. */
function withoutSpareSlashes(pathname: string): string {
  return `/${pathname
    .split("/")
    .filter((part) => part !== "")
    .join("/")}`;
}

function redirectOf(brand: SiteBrand, path: string): string | null {
  return Object.hasOwn(brand.redirects, path)
    ? (brand.redirects[path] ?? null)
    : null;
}

/** `/quiz/zzz` -> `/quiz/start`: exactly one unknown part where a funnel has a parameter. */
function fallbackOf(brand: SiteBrand, path: string): string | null {
  const parent = path.slice(0, path.lastIndexOf("/"));
  const to = brand.fallbacks.find(({ mount }) => mount === parent)?.to;
  return to === undefined || to === path ? null : to;
}

function redirect(
  c: AppContext,
  to: string,
  search: string,
  status: 301 | 302,
): Response {
  // The query is kept; parsing makes the path fit for a header.
  const target = new URL(to, "http://site.invalid");
  const query = [target.search, search].map((part) => part.slice(1));
  const kept = query.filter((part) => part !== "").join("&");
  c.header("cache-control", FRESH);
  return c.redirect(
    `${target.pathname}${kept === "" ? "" : `?${kept}`}${target.hash}`,
    status,
  );
}

function movedAddress(c: AppContext, host: string, url: URL): string {
  const secure =
    url.protocol === "https:" || c.req.header("x-forwarded-proto") === "https";
  return `${secure ? "https" : "http"}://${host}${url.pathname}${url.search}`;
}
