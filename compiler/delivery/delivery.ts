/** The folder `delivery` holds the settings by which nginx, Caddy and others serve a build. */
import { href } from "../shared/address.ts";
import { withoutPrefix } from "../shared/host-prefix.ts";
import type { ServerBrand, ServerSite } from "../shared/server-contract.ts";

/** A build, as whoever serves its files has to know it. */
export interface Delivered {
  readonly site: ServerSite;
  /** The host of the API where it has one of its own, with its port if it is no usual one: no page is there. */
  readonly apiHost: string | null;
  /** Addresses of files of brands that are no documents, such as `/sw.js`: each once, sorted. */
  readonly files: readonly string[];
  /** Its documents: the id of the brand and the address after a space, as in `calm /quiz/start`; sorted. */
  readonly documents: readonly string[];
  /** The text of `edge.mjs`. */
  readonly edge: string;
}

/** Where it will be served. */
export interface Place {
  /** The folder of the build on that machine, or a link to it. */
  readonly root: string;
  /** Where the processes of the API listen, as `host:port`. */
  readonly api: readonly string[];
  /** Where nginx writes a line for each request. */
  readonly log: string;
}

/** Where they are taken to be when nobody says otherwise. */
export const PLACE: Place = {
  root: "/srv/funnels/dist",
  api: ["127.0.0.1:4173"],
  log: "/var/log/nginx/access.log",
};

/** A file for whoever serves a build. */
export interface DeliveryFile {
  readonly name: string;
  readonly content: string;
}

/** The host names of a brand as they are looked up, without `www.` and what testing puts in front. */
export function hostsOf({ id, hosts }: ServerBrand): string[] {
  return [`${id}.localhost`, ...hosts];
}

export function brandsOf(site: ServerSite): readonly ServerBrand[] {
  return Object.values(site.brands);
}

/** The host of an origin, unless it is a brand's; null for no origin. */
export function apiHostOf(site: ServerSite, origin: string): string | null {
  if (origin === "") return null;
  const { host, hostname } = new URL(origin);
  const isOfBrand = brandsOf(site).some((brand) =>
    hostsOf(brand).includes(withoutPrefix(hostname)),
  );
  return isOfBrand ? null : host;
}

/**
 * Of `Host|X-Host`: that a page is asked for at the API's own host, by nobody who tells another one. Operators' tokens
 * are sent there, and on pages run scripts of third parties.
 */
export function apiHostPatterns({ apiHost }: Delivered): string[] {
  return apiHost === null
    ? []
    : [String.raw`^${escaped(apiHost)}\.?(?::(?:80|443))?[|]$`];
}

/** A text as a regular expression that only it matches. */
export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Groups types by what they are called: type -> endings without the dot. */
export function byType(
  types: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [ending, type] of Object.entries(types))
    groups.set(type, [...(groups.get(type) ?? []), ending.slice(1)]);
  return groups;
}

/** What is said of a call while no process of the API answers: as they say it of their database. */
export const AWAY = JSON.stringify({
  type: "urn:problem:unavailable",
  title: "The calls cannot be answered now.",
  status: 503,
  detail: "Ask again in a while; asking again never pays twice.",
});

type Pairs = readonly (readonly [string, string])[];

/** Where addresses of all brands lead, by the id of the brand and the rest after a space. */
export function addressesOf(site: ServerSite): {
  /** `calm /oto` -> path. */
  readonly redirects: Pairs;
  /** Where an unknown part below a mount leads: `calm /quiz` -> path. */
  readonly entries: Pairs;
  /** Where a step that had another number leads: `calm /quiz age` -> path. */
  readonly numbered: Pairs;
} {
  const inBrand = (pairs: (brand: ServerBrand) => Pairs) =>
    brandsOf(site).flatMap((brand) =>
      pairs(brand).map(([key, to]) => [`${brand.id} ${key}`, to] as const),
    );
  return {
    redirects: inBrand(({ redirects }) => Object.entries(redirects)),
    entries: inBrand(({ fallbacks }) =>
      fallbacks.map(({ mount, to }) => [mount, to] as const),
    ),
    numbered: inBrand(({ fallbacks }) =>
      fallbacks.flatMap(({ mount, numbered = {} }) =>
        Object.entries(numbered).map(
          ([name, step]) => [`${mount} ${name}`, href(mount, step)] as const,
        ),
      ),
    ),
  };
}
