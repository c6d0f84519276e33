import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { html, raw } from "hono/html";
import { EVERYWHERE } from "../../generated/delivery.ts";
import type { SiteBrand } from "../site.ts";

/** Markup whose values are escaped. */
export type Markup = ReturnType<typeof html>;

/** Read at the start: the folder that a server was started from may be gone later. */
const css = readFileSync(new URL("./pages.css", import.meta.url), "utf8");

interface HtmlPage {
  /** Whose look the page wears. */
  readonly brand: SiteBrand;
  readonly title: string;
  readonly body: Markup;
  readonly status: number;
  /** Where forms may lead, redirects included; left out: there are none. */
  readonly formAction?: readonly string[];
  /** Whether it shows something of this origin in a frame. */
  readonly framing?: boolean;
  /** Whether a page of this origin may show it in a frame. */
  readonly framed?: boolean;
  /** Of the page's own; it may be kept from running. */
  readonly script?: string;
  /** Whose script runs in it besides; left out: nobody's. */
  readonly thirdParty?: ThirdParty;
}

interface ThirdParty {
  /** Address of its script, which loads others from these origins. */
  readonly script: string;
  readonly scripts: readonly string[];
  /** Origins whose pages it shows in frames. */
  readonly frames: readonly string[];
  /** Origins that it calls. */
  readonly calls: readonly string[];
  /** Origins whose frames may ask the browser to pay. */
  readonly pays: readonly string[];
}

/** A page of the server's own: style and script are known by their hashes, and nothing is stored. */
export async function htmlResponse(page: HtmlPage): Promise<Response> {
  const style = `${css}${page.brand.theme ?? ""}`;
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover"
        />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${page.title}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        ${page.body}
        ${
          page.thirdParty === undefined
            ? ""
            : html`<script async src="${page.thirdParty.script}"></script>`
        }
        ${page.script === undefined ? "" : raw(`<script>${page.script}</script>`)}
      </body>
    </html>`;
  return new Response(document.toString(), {
    status: page.status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policyOf(page, style),
      ...(page.thirdParty && {
        "permissions-policy": permissionsOf(page.thirdParty),
      }),
    },
  });
}

function policyOf(page: HtmlPage, style: string): string {
  const { script, thirdParty, framing = false } = page;
  const own = script === undefined ? [] : [hashOf(script)];
  const frames = [
    ...(framing ? ["'self'"] : []),
    ...(thirdParty?.frames ?? []),
  ];
  const scripts = [...own, ...(thirdParty?.scripts ?? [])];
  const rules = [
    ["default-src", "'none'"],
    ["style-src", hashOf(style)],
    ...(scripts.length > 0
      ? [
          ["script-src", ...scripts],
          ["connect-src", "'self'", ...(thirdParty?.calls ?? [])],
        ]
      : []),
    ["font-src", "'self'"],
    // The empty icon, without which browsers ask for one that is not there.
    ["img-src", "data:"],
    ["form-action", ...(page.formAction ?? ["'none'"])],
    ...(frames.length > 0 ? [["frame-src", ...frames]] : []),
    ["base-uri", "'none'"],
    ["frame-ancestors", page.framed === true ? "'self'" : "'none'"],
    // A third party's script adds others of its own.
    ...(thirdParty
      ? []
      : [
          ["require-trusted-types-for", "'script'"],
          ["trusted-types", "'none'"],
        ]),
  ];
  return rules.map((rule) => rule.join(" ")).join("; ");
}

/** As everywhere, but for whoever may ask to pay. */
function permissionsOf({ pays }: ThirdParty): string {
  const origins = pays.map((origin) => ` "${origin}"`).join("");
  return (EVERYWHERE["permissions-policy"] ?? "").replace(
    "payment=(self)",
    `payment=(self${origins})`,
  );
}

/** The source expression by which a policy lets an inline style or script through. */
function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** A page that a link of a mail or a message leads to, with what is asked there; its forms lead to this server. */
export function brandPage(
  brand: SiteBrand,
  page: {
    readonly title: string;
    /** Left out: the title. */
    readonly heading?: string;
    readonly body: Markup;
    readonly status?: number;
    /** Where its forms lead on, besides. */
    readonly leadsOn?: readonly string[];
  },
): Promise<Response> {
  const { title, heading = title, body, status = 200, leadsOn = [] } = page;
  return htmlResponse({
    brand,
    title: `${title} · ${brand.projectName}`,
    status,
    formAction: ["'self'", ...leadsOn],
    body: html`<main class="docs narrow">
      <p>${brand.projectName}</p>
      <h1>${heading}</h1>
      ${body}
    </main>`,
  });
}

/** A page that says what is the matter, and one way on. */
export function noticeResponse(
  brand: SiteBrand,
  status: number,
  title: string,
  text: string,
  {
    framed = false,
    onward = { to: "/", label: "Go to the start page" },
  }: Pick<HtmlPage, "framed"> & {
    /** The way on; left out: to the start page. */
    readonly onward?: { readonly to: string; readonly label: string };
  } = {},
): Promise<Response> {
  return htmlResponse({
    brand,
    title,
    status,
    framed,
    body: html`<main class="notice">
      <h1>${title}</h1>
      <p>${text}</p>
      ${framed ? "" : html`<a href="${onward.to}">${onward.label}</a>`}
    </main>`,
  });
}
