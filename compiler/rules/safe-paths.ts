import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import type { BrandNode, FunnelNode, SiteNode } from "../link/program.ts";
import type { Path } from "../diagnostics/span.ts";
import type { Source } from "../parse/source.ts";
import { CALLS, NAMES_A_FILE } from "../shared/delivery.ts";
import type { FunnelRule, BrandRule, SiteRule } from "./rule.ts";

/** A part of an address between slashes, or `{parameter}`. Every page becomes a file of this name. */
const PART = /^(?:[A-Za-z0-9_][A-Za-z0-9._~'-]*|\{[A-Za-z][A-Za-z0-9]*\})$/;

/** Servers look for a file of such a name, and a build has some of its own: `robots.txt`. */
function isPart(part: string): boolean {
  return PART.test(part) && !NAMES_A_FILE.test(part);
}

/** A part of an address that was: no file has its name. It is compared with what browsers ask for, once that is decoded. */
function isOldPart(part: string): boolean {
  return /^(?!\.{1,2}$)[^%]+$/.test(part) && !PATTERN.test(part);
}

/** How other servers write any address: `/old/*`, `/old/:id`, `/old/{id}`. */
const PATTERN = /\*|^:[A-Za-z]|\{.*\}/;

/** First parts of addresses that the server answers before any page, whether or not proxies pass them on. */
const RESERVED: readonly string[] = [
  "assets",
  "metrics",
  ...CALLS.map((path) => path.split("/")[1] ?? ""),
];

/** Addresses stay below the site's root and mean the same to browsers, servers and file systems. */
export const safePaths: FunnelRule = (node) => badForms(ofFunnel(node));

/** The same for the addresses of the site. */
export const safeSitePaths: SiteRule = ({ site }) => badForms(ofSite(site));

/** The same for the addresses of a brand's own pages. */
export const safeBrandPaths: BrandRule = ({ brands }) =>
  brands.flatMap((node) => [
    ...badForms(ofFunnel(node.pages)),
    ...badForms(ofRedirects(node), isOldPart),
  ]);

function badForms(written: readonly Written[], isRight = isPart): Diagnostic[] {
  return written.flatMap(({ address, source, path }) => {
    if (address === "") return [];
    const parts = address.replace(/^\//, "").split("/");
    const bad = parts.find((each) => !isRight(each));
    if (bad !== undefined) {
      const at = narrow(source, path, bad);
      const isPattern = isRight === isOldPart && PATTERN.test(bad);
      return [diagnose("path/bad-form", at, { part: bad, isPattern })];
    }
    const [part = ""] = parts;
    if (!address.startsWith("/") || !RESERVED.includes(part)) return [];
    const at = narrow(source, path, part);
    return [diagnose("path/reserved", at, { part })];
  });
}

interface Written {
  readonly address: string;
  readonly source: Source;
  readonly path: Path;
}

function ofSite({ source, otoPath }: SiteNode): Written[] {
  return [{ address: otoPath, source, path: ["otoPath"] }];
}

function ofRedirects({ source, redirects }: BrandNode): Written[] {
  return redirects.map(({ from }, i) => ({
    address: from,
    source,
    path: ["redirects", i, "from"],
  }));
}

function ofFunnel({ source, funnel, origins }: FunnelNode): Written[] {
  // The addresses of a brand's own pages are written without the slash that they all begin with.
  const root = funnel.mounts.includes("") ? "/" : "";
  const mounts = funnel.mounts.flatMap((mount, i) =>
    mount === ""
      ? []
      : [{ address: mount, source, path: ["mounts", i, "path"] }],
  );
  const pages = funnel.steps.flatMap(({ pattern }, i) => {
    const origin = origins[i] ?? [];
    return origin[0] === "pages" && pattern !== ""
      ? [{ address: root + pattern, source, path: [...origin, "path"] }]
      : [];
  });
  return [...mounts, ...pages];
}
