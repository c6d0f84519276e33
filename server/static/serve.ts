/** The folder `static` holds what answers with pages and files of the build that is served. */
import type { IncomingHttpHeaders } from "node:http";
import { nameBehindNumber } from "../../generated/address.ts";
import {
  FRESH,
  GONE,
  IMMUTABLE,
  NAMES_A_FILE,
} from "../../generated/delivery.ts";
import type { Address } from "./address.ts";
import { noticeResponse } from "../http/html-page.ts";
import type { Hosts, SiteBrand } from "../site.ts";
import {
  acceptedCodings,
  type Answer,
  createFileAnswers,
  type MakeAnswer,
} from "./answer.ts";
import { ASSETS, type Files } from "./files.ts";

/** Answered where a file is not. */
const ABSENT = {
  "content-type": GONE.type,
  "cache-control": GONE.cacheControl,
};

/** Where an address leads, whatever is asked for with it. */
export type Place =
  | { readonly kind: "moved"; readonly host: string }
  | { readonly kind: "unreadable" }
  /** At a host that has the calls alone. */
  | { readonly kind: "pageless" }
  | { readonly kind: "redirect"; readonly to: string }
  | { readonly kind: "asset"; readonly path: string }
  | {
      readonly kind: "document";
      /** As the build wrote it. */
      readonly path: string;
      readonly file: string;
      /** Where it is instead, if it was asked for in another spelling than its own. */
      readonly canonical: string | null;
    };

/** Finds the place of an address at a brand; of an address without its query, too. */
export function findPlace(
  { host, pathname }: Address,
  brand: SiteBrand,
  hosts: Hosts,
): Place {
  const moved = hosts.movedTo(host);
  if (moved !== null) return { kind: "moved", host: moved };
  const path = readPath(pathname);
  if (path === null) return { kind: "unreadable" };
  if (path.startsWith(ASSETS)) return { kind: "asset", path };
  const to = redirectOf(brand, path);
  if (to !== null) return { kind: "redirect", to };
  const file = `/${brand.id}${path === "/" ? "" : path}/index.html`;
  const canonical = withoutSpareSlashes(pathname);
  return {
    kind: "document",
    path,
    file,
    canonical: canonical === pathname ? null : canonical,
  };
}

/** A request for a page or a file. */
export interface Asked {
  readonly place: Place;
  /** Whose host it is. */
  readonly brand: SiteBrand;
  readonly headers: IncomingHttpHeaders;
  /** Reads the address with its query, which few answers need. */
  address(): Address;
}

/** Documents and files of the brand that owns the host; at once where memory has them, else after a look at the disk. */
export function createStatic(
  files: Files,
  make: MakeAnswer,
  { production }: { readonly production: boolean },
): (asked: Asked) => Answer | Promise<Answer> {
  const parts: Parts = {
    files,
    make,
    document: createFileAnswers(make, { cacheControl: FRESH }),
    asset: createFileAnswers(make, { cacheControl: IMMUTABLE }),
    absent: createFileAnswers(make, { status: 404, cacheControl: FRESH }),
  };
  return (asked) => {
    const { place, brand } = asked;
    switch (place.kind) {
      case "document":
        return serveDocument(parts, asked, place);
      case "asset":
        return serveAsset(parts, asked, place.path);
      case "pageless":
        return make(404, ABSENT, GONE.body);
      case "moved": {
        const location = movedAddress(asked, place.host, production);
        return make(301, { location }, null);
      }
      case "redirect":
        return redirect(make, place.to, asked.address().search, 302);
      case "unreadable":
        return notice(
          make,
          brand,
          400,
          "This address cannot be read",
          "Part of the link is missing or damaged. Try the link once more, or begin at the start page.",
        );
    }
  };
}

type FileAnswers = ReturnType<typeof createFileAnswers>;
interface Parts {
  readonly files: Files;
  readonly make: MakeAnswer;
  readonly document: FileAnswers;
  readonly asset: FileAnswers;
  readonly absent: FileAnswers;
}
type DocumentPlace = Extract<Place, { kind: "document" }>;

function serveAsset(
  { files, make, asset }: Parts,
  { headers }: Asked,
  path: string,
): Answer | Promise<Answer> {
  const codings = acceptedCodings(headers);
  const kept = files.kept(path, codings);
  if (kept !== null) return asset(kept, headers);
  return files
    .find(path, codings)
    .then((found) =>
      found === null ? make(404, ABSENT, GONE.body) : asset(found, headers),
    );
}

function serveDocument(
  parts: Parts,
  asked: Asked,
  place: DocumentPlace,
): Answer | Promise<Answer> {
  const { headers } = asked;
  const kept =
    place.canonical === null
      ? parts.files.kept(place.file, acceptedCodings(headers))
      : null;
  return kept === null
    ? findDocument(parts, asked, place)
    : parts.document(kept, headers);
}

async function findDocument(
  { files, make, document, absent }: Parts,
  { brand, headers, address }: Asked,
  { path, file: page, canonical }: DocumentPlace,
): Promise<Answer> {
  const codings = acceptedCodings(headers);
  const found = await files.find(page, codings);
  if (found !== null)
    return canonical === null
      ? document(found, headers)
      : redirect(make, canonical, address().search, 301);
  const file = path.endsWith(".html")
    ? null
    : await files.find(`/${brand.id}${path}`, codings);
  if (file !== null) return document(file, headers);
  if (NAMES_A_FILE.test(path)) return make(404, ABSENT, GONE.body);
  const entry = fallbackOf(brand, path);
  if (entry !== null) return redirect(make, entry, address().search, 302);
  const none = await files.find(`/${brand.id}/404.html`, codings);
  return none === null
    ? notice(
        make,
        brand,
        404,
        "This page does not exist",
        "It may have moved. Begin at the start page.",
      )
    : absent(none, headers);
}

async function notice(
  make: MakeAnswer,
  brand: SiteBrand,
  status: number,
  title: string,
  text: string,
): Promise<Answer> {
  const page = await noticeResponse(brand, status, title, text);
  return make(status, Object.fromEntries(page.headers), await page.text());
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

/**
 * `/quiz/zzz` -> `/quiz/start`: exactly one unknown part where a funnel has a parameter. `/quiz/3-age` -> `/quiz/4-age`:
 * a step that had another number when the link was made.
 */
function fallbackOf(brand: SiteBrand, path: string): string | null {
  const parent = path.slice(0, path.lastIndexOf("/"));
  const found = brand.fallbacks.find(({ mount }) => mount === parent);
  if (found === undefined || found.to === path) return null;
  const { to, numbered = {} } = found;
  const name = nameBehindNumber(path);
  const step =
    name !== null && Object.hasOwn(numbered, name) ? numbered[name] : undefined;
  if (step === undefined) return to;
  // A page with an absolute path stands there, whatever it was asked for below.
  return step.startsWith("/") ? step : `${parent}/${step}`;
}

function redirect(
  make: MakeAnswer,
  to: string,
  search: string,
  status: 301 | 302,
): Answer {
  // The query is kept; parsing makes the path fit for a header.
  const target = new URL(to, "http://site.invalid");
  const query = [target.search, search].map((part) => part.slice(1));
  const kept = query.filter((part) => part !== "").join("&");
  const location = `${target.pathname}${kept === "" ? "" : `?${kept}`}${target.hash}`;
  return make(status, { location, "cache-control": FRESH }, null);
}

/** In production visitors come by https, also where the proxy before us does not say so. */
function movedAddress(
  { address, headers }: Asked,
  host: string,
  production: boolean,
): string {
  const { protocol, pathname, search } = address();
  const told = headers["x-forwarded-proto"] ?? (production ? "https" : "");
  const secure = protocol === "https:" || told === "https";
  return `${secure ? "https" : "http"}://${host}${pathname}${search}`;
}
