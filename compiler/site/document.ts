import { createHash } from "node:crypto";
import type { Brand } from "../shared/contract.ts";
import type { HandoverPlan, Prerendered } from "../shared/render-contract.ts";
import { literal } from "../emit/file.ts";
import { escapeHtml } from "../emit/escape-html.ts";
import { NO_SCRIPT_HEAD, NO_SCRIPT_STYLE, noScript } from "./no-script.ts";
import type { VendorSources } from "./vendor-sources.ts";

/** Everything one HTML file is made of. */
export interface DocumentParts {
  readonly brand: Brand;
  readonly page: Prerendered;
  /** Address of what stands in the browser's tab. */
  readonly tabIcon: string;
  /** Custom properties and fonts of the brand. */
  readonly theme: string;
  /** Rules of the page's own parts. */
  readonly critical: string;
  /** Stylesheets whose rules are inlined already. */
  readonly inlined: readonly string[];
  readonly entry: string;
  readonly modules: readonly string[];
  readonly font: string;
  /** What others are told of the page, as tags. */
  readonly tags: readonly string[];
  /** What the page says of its brand as JSON-LD, in its tag; "" for most. */
  readonly linkedData: string;
  /** Inline script that runs before the body is painted; empty for most. */
  readonly head: string;
  readonly handover: {
    readonly script: string;
    readonly plan: HandoverPlan;
    readonly templates: string;
  } | null;
  /** Attributes of <html> for scripts: experiment name, storage key. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly apiHosts: readonly string[];
  /** Origins beside the document's own that its forms may lead to. */
  readonly formTargets: readonly string[];
  /** Pictures that exist in the visitor's browser alone are shown in this funnel. */
  readonly ownPictures: boolean;
  readonly vendors: VendorSources;
  /** Stands above the page: what the document says of itself. */
  readonly notice?: string;
  /** All of it can be read without a script. */
  readonly isReading: boolean;
}

/** The whole document, with a policy that allows exactly what is in it. */
export function renderDocument(parts: DocumentParts): string {
  const { brand, page, handover } = parts;
  const style = parts.theme + parts.critical;
  const scripts = [parts.head, handover?.script ?? ""].filter(
    (script) => script !== "",
  );
  const html = { lang: "en", ...brand.look, ...parts.attributes };
  return [
    "<!doctype html>",
    `<html${attributes(html)}>`,
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy(style, scripts, parts))}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">',
    `<title>${escapeHtml(page.title)}</title>`,
    ...(page.description === null
      ? []
      : [
          `<meta name="description" content="${escapeHtml(page.description)}">`,
        ]),
    ...parts.tags,
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...(parts.head === "" ? [] : [`<script>${parts.head}</script>`]),
    `<link rel="icon" type="image/png" href="${parts.tabIcon}">`,
    `<style>${style}</style>`,
    NO_SCRIPT_HEAD,
    ...parts.inlined.map(
      (href) => `<link rel="stylesheet" href="${href}" disabled>`,
    ),
    ...(handover === null ? moduleParts(parts) : []),
    "</head>",
    "<body>",
    ...(brand.preloader === "start-up" ? [preloader(brand)] : []),
    ...(parts.isReading ? [] : [noScript(brand)]),
    ...(parts.notice === undefined ? [] : [parts.notice]),
    `<div id="root">${page.body}</div>`,
    ...(parts.linkedData === "" ? [] : [parts.linkedData]),
    // In the head it would hold back the first paint: browsers wait a moment for a font that is announced there.
    `<link rel="preload" href="${parts.font}" as="font" type="font/woff2" crossorigin>`,
    ...(handover === null ? [] : handoverParts(handover, parts)),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

function moduleParts({ modules, entry }: DocumentParts): string[] {
  return [
    ...modules.map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="module" src="${entry}"></script>`,
  ];
}

/** The script asks for the modules itself, behind the first paint: whoever asks here makes the paint wait. */
function handoverParts(
  { script, plan, templates }: NonNullable<DocumentParts["handover"]>,
  { modules, entry }: DocumentParts,
): string[] {
  return [
    templates,
    `<script type="application/json" id="handover">${literal(plan)}</script>`,
    `<script data-entry="${entry}" data-modules="${[...modules, entry].join(" ")}">${script}</script>`,
  ];
}

/** Painted before any script; the runtime takes it away when start-up is done. */
function preloader(brand: Brand): string {
  return `<div data-preloader role="status"><span data-preloader-mark></span><span>${escapeHtml(brand.project.name)}</span></div>`;
}

function policy(
  style: string,
  scripts: readonly string[],
  { apiHosts, formTargets, ownPictures, vendors }: DocumentParts,
): string {
  const rules = [
    ["default-src", "'none'"],
    ["script-src", "'self'", ...scripts.map(cspHash), ...vendors.script],
    ["style-src", "'self'", cspHash(style), cspHash(NO_SCRIPT_STYLE)],
    [
      "img-src",
      "'self'",
      "data:",
      ...(ownPictures ? ["blob:"] : []),
      ...vendors.image,
    ],
    ["font-src", "'self'"],
    ["media-src", "'self'"],
    ["manifest-src", "'self'"],
    // Payment pages of our own, in a sheet.
    ["frame-src", "'self'"],
    ["connect-src", "'self'", ...apiHosts, ...vendors.connect],
    ["form-action", "'self'", ...formTargets],
    ["base-uri", "'none'"],
    ["require-trusted-types-for", "'script'"],
  ];
  return rules.map((rule) => rule.join(" ")).join("; ");
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join("");
}

/** The source expression a Content-Security-Policy needs for an inline script or style. */
function cspHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
