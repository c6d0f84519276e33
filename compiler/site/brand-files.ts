import type { Brand, Funnel } from "../shared/contract.ts";
import type { Traits } from "../schema/traits.ts";
import { stepAddresses } from "../link/address.ts";
import { foundSteps, originOf } from "../link/found.ts";
import { escapeHtml } from "../emit/escape-html.ts";
import { ICONS } from "./drawn-sizes.ts";

/** Colours of a brand's pages, for what browsers paint around them. */
export interface Ground {
  readonly light: string;
  /** null where the brand has one palette for everybody. */
  readonly dark: string | null;
}

interface BrandFiles {
  readonly brand: Brand;
  readonly ground: Ground;
  readonly funnels: readonly Funnel[];
  readonly traits: Traits;
  readonly now: Date;
}

/** Files at the root of a brand's hosts that programs ask for by name. */
export function brandFiles(
  files: BrandFiles,
): Readonly<Record<string, string>> {
  return {
    "robots.txt": robots(files.brand),
    "sitemap.xml": sitemap(files),
    "manifest.webmanifest": manifest(files),
    ".well-known/security.txt": security(files),
  };
}

/**
 * Only calls are closed: a crawler that may not read a page never sees its `noindex`, and may list its bare address.
 */
function robots(brand: Brand): string {
  return [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /ai-api/",
    `Sitemap: ${originOf(brand)}/sitemap.xml`,
    "",
  ].join("\n");
}

function sitemap({ brand, funnels, traits }: BrandFiles): string {
  const paths = funnels.flatMap((funnel) =>
    foundSteps(funnel, traits).map(({ path }) => path),
  );
  const urls = paths
    .toSorted()
    .map(
      (path) =>
        `<url><loc>${escapeHtml(new URL(path, originOf(brand)).href)}</loc></url>`,
    );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

function manifest({ brand, ground }: BrandFiles): string {
  const icons = Object.entries(ICONS).flatMap(([name, [size]]) =>
    name.startsWith("icon-")
      ? [
          {
            src: `/${name}`,
            sizes: `${size}x${size}`,
            type: "image/png",
            purpose: "any maskable",
          },
        ]
      : [],
  );
  return JSON.stringify({
    name: brand.project.name,
    short_name: brand.project.name,
    lang: "en",
    start_url: "/",
    display: "browser",
    background_color: ground.light,
    theme_color: ground.light,
    icons,
  });
}

/** RFC 9116. It holds for a year from the month of the build, so that builds of one month are alike. */
function security({ brand, now }: BrandFiles): string {
  const until = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth()));
  return [
    `Contact: mailto:${brand.project.supportEmail}`,
    `Expires: ${until.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${originOf(brand)}/.well-known/security.txt`,
    "",
  ].join("\n");
}

/** Every address of the given funnels, by the funnel's id: for testers alone, as some are not announced yet. */
export function addressList(funnels: readonly Funnel[]): string {
  const lists = funnels.map((funnel) => [
    funnel.id,
    stepAddresses(funnel).map(({ path }) => path),
  ]);
  return JSON.stringify(Object.fromEntries(lists));
}
