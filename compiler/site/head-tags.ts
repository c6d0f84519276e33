import type { Brand, Funnel, Step } from "../shared/contract.ts";
import type { Prerendered } from "../shared/render-contract.ts";
import type { Traits } from "../schema/traits.ts";
import { href } from "../shared/address.ts";
import { isHidden } from "../shared/privacy.ts";
import { literal } from "../emit/file.ts";
import { canonicalOf, isFound, originOf } from "../link/found.ts";
import type { Ground } from "./brand-files.ts";
import { escapeHtml } from "../emit/escape-html.ts";
import { SHARE_SIZE } from "./drawn-sizes.ts";

interface HeadParts {
  readonly brand: Brand;
  readonly funnel: Funnel;
  readonly step: Step;
  readonly page: Pick<Prerendered, "title" | "description">;
  /** The funnel's first page: what others see of a page that is nothing without answers. */
  readonly front: {
    readonly step: Step;
    readonly page: Pick<Prerendered, "title" | "description">;
  };
  readonly traits: Traits;
  /** Address of the picture that stands for the funnel. */
  readonly picture: string;
}

/** What search engines, networks and messengers are told of a page. */
export function headTags(parts: HeadParts): string[] {
  const { brand, funnel, step, page, front, traits, picture } = parts;
  if (traits.pages[step.page]?.unknownAddress) return [NOT_LISTED];
  const canonical = canonicalOf(brand, funnel, step);
  const listed = isFound(step, funnel, traits);
  const isOwn = funnel.id === "pages" || (listed && !isHidden(step.sensitive));
  const shown = isOwn ? page : front.page;
  const url = isOwn ? canonical : canonicalOf(brand, funnel, front.step);
  return [
    ...(listed ? [] : [NOT_LISTED]),
    `<link rel="canonical" href="${escapeHtml(encodeURI(canonical))}">`,
    property("type", "website"),
    property("site_name", brand.project.name),
    property("title", shown.title),
    ...(shown.description === null
      ? []
      : [property("description", shown.description)]),
    property("url", encodeURI(url)),
    property("image", originOf(brand) + picture),
    property("image:width", String(SHARE_SIZE.width)),
    property("image:height", String(SHARE_SIZE.height)),
    // All else networks of this name take from the properties above.
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

interface LinkedParts extends Pick<
  HeadParts,
  "brand" | "funnel" | "step" | "traits"
> {
  /** Where `/` leads; `/` where a page is there. */
  readonly home: string;
}

/** What the page where a visit to the bare host ends says of who is behind it, as data; "" on all others. */
export function linkedData(parts: LinkedParts): string {
  const { brand, funnel, step, traits } = parts;
  return isFound(step, funnel, traits) && isHome(parts)
    ? `<script type="application/ld+json">${literal(organisation(brand))}</script>`
    : "";
}

/** The colours of what browsers paint around the page. */
export function themeColors({ light, dark }: Ground): string[] {
  if (dark === null) return [`<meta name="theme-color" content="${light}">`];
  return [
    `<meta name="theme-color" content="${light}" media="(prefers-color-scheme:light)">`,
    `<meta name="theme-color" content="${dark}" media="(prefers-color-scheme:dark)">`,
  ];
}

/** For documents that are not to be found. */
export const NOT_LISTED = '<meta name="robots" content="noindex">';

function property(name: string, content: string): string {
  return `<meta property="og:${name}" content="${escapeHtml(content)}">`;
}

/** Whether `/` shows this page, or leads to it. */
function isHome({ home, funnel, step }: LinkedParts): boolean {
  const [mount = ""] = funnel.mounts;
  const isEntry = home === mount && step.id === funnel.entry;
  return isEntry || home === href(mount, step.path);
}

/** Prices are told nowhere: which one holds depends on the visitor's country and on what is left of their time. */
function organisation(brand: Brand): object {
  const { name, supportEmail } = brand.project;
  const url = `${originOf(brand)}/`;
  const id = `${url}#organization`;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": id,
        name,
        url,
        logo: `${url}icon-512.png`,
        email: supportEmail,
      },
      { "@type": "WebSite", name, url, publisher: { "@id": id } },
    ],
  };
}
