import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import { literal } from "../emit/file.ts";
import type { ContentChange, DevelopedContent } from "./develop-content.ts";
import type { Unit } from "./vite-plugin.ts";

const ENTRY = "virtual:entry/";
const CONTENT = "virtual:content/";
const MISTAKES = "virtual:mistakes/";
const FINDINGS = "virtual:findings/";
const KINDS = [ENTRY, CONTENT, MISTAKES, FINDINGS] as const;

/** What a page says once it is there: ids of the modules it shows, with the versions it has of them. */
const SHOWN = "funnels:shown";

/** What the module gives that a page starts with. */
type Now = () => Pick<DevelopedContent, "units" | "mistakes">;

/** The address of the script that starts a funnel's pages. */
export function entryAddress({ brand, funnel }: Unit): string {
  return addressOf(`${ENTRY}${brand}/${funnel}`);
}

function addressOf(id: string): string {
  return `/@id/__x00__${id}`;
}

/**
 * The modules that pages are made of while developing: what starts a funnel, its data, the mistakes of its brand. They
 * are virtual, so that neither runtime nor data imports the other, and read when they are asked for: a page that is
 * reloaded shows what one that stayed was sent.
 */
export function developmentModules(root: string, now: Now): Plugin {
  const codeOf = (id: string) => moduleCode(id, root, now());
  return {
    name: "funnels:modules",
    enforce: "pre",
    resolveId: (id) =>
      KINDS.some((kind) => id.startsWith(kind)) ? `\0${id}` : undefined,
    load: (id) => {
      const code = id.startsWith("\0") ? codeOf(id.slice(1))?.code : undefined;
      // Vite would add a source map, which repeats the data and more: 266 kB in place of 47 for a quiz.
      return code === undefined ? undefined : { code, map: { mappings: "" } };
    },
    configureServer(server) {
      // A change between a page's loading and its connecting would not have reached it.
      server.ws.on(SHOWN, (shown: unknown) => {
        for (const [id, version] of Object.entries(Object(shown)))
          if (version !== codeOf(id)?.version) reload(server, id);
      });
      server.middlewares.use((request, response, next) => {
        const brand = brokenBrand(request, now());
        if (brand === null) return next();
        response.statusCode = 500;
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(findingsDocument(brand, now()));
      });
    },
  };
}

/** Sends what has changed to the pages that show it. */
export function sendChange(
  server: ViteDevServer,
  { units, mistakes }: ContentChange,
): void {
  for (const { brand, funnel } of units)
    reload(server, `${CONTENT}${brand}/${funnel}`);
  const shown = [
    ...server.environments.client.moduleGraph.idToModuleMap.keys(),
  ].map((id) => id.slice(1));
  const isOther = mistakes.includes("")
    ? (id: string) => id.startsWith(MISTAKES)
    : (id: string) => mistakes.some((brand) => id === MISTAKES + brand);
  for (const id of shown.filter(isOther)) reload(server, id);
}

function reload(server: ViteDevServer, id: string): void {
  const { client } = server.environments;
  const module = client.moduleGraph.getModuleById(`\0${id}`);
  if (module !== undefined) void client.reloadModule(module);
}

/** A module with the version of what it says; undefined for one of another plugin. */
function moduleCode(
  id: string,
  root: string,
  now: ReturnType<Now>,
): { readonly code: string; readonly version: string } | undefined {
  const kind = KINDS.find((kind) => id.startsWith(kind));
  if (kind === undefined) return undefined;
  const [brand = "", funnel = ""] = id.slice(kind.length).split("/");
  const said = saidBy(kind, { brand, funnel }, root, now);
  const version = hash("sha256", said).slice(0, 8);
  return { code: `${said}\nexport const version = "${version}";`, version };
}

function saidBy(
  kind: (typeof KINDS)[number],
  unit: Unit,
  root: string,
  now: ReturnType<Now>,
): string {
  switch (kind) {
    case ENTRY:
      return entryCode(root, unit);
    case FINDINGS:
      return findingsCode(unit);
    case MISTAKES:
      return `export const mistakes = ${literal(mistakesOf(unit.brand, now))};`;
    case CONTENT:
      return `export const content = ${literal(contentOf(unit, now))};`;
  }
}

/** What a page is told of its funnel; null for one that is gone. */
function contentOf({ brand, funnel }: Unit, { units }: ReturnType<Now>) {
  const unit = units.find(
    (one) => one.brand === brand && one.funnel === funnel,
  );
  if (unit === undefined) return null;
  const { data } = unit;
  return { brand: data.brand, funnel: data.funnel, theme: data.theme };
}

function mistakesOf(brand: string, { mistakes }: ReturnType<Now>): string {
  return (mistakes.get("") ?? "") + (mistakes.get(brand) ?? "");
}

function entryCode(root: string, { brand, funnel }: Unit): string {
  const runtime = (name: string) => JSON.stringify(join(root, "runtime", name));
  const content = JSON.stringify(`${CONTENT}${brand}/${funnel}`);
  const mistakes = JSON.stringify(`${MISTAKES}${brand}`);
  return [
    `import { start } from ${runtime("main.tsx")};`,
    `import { takeContent } from ${runtime("development/content.ts")};`,
    `import { showMistakes } from ${runtime("development/mistakes.ts")};`,
    `import { content, version as ofContent } from ${content};`,
    `import { mistakes, version as ofMistakes } from ${mistakes};`,
    "showMistakes(mistakes);",
    "start(content.brand, content.funnel);",
    `import.meta.hot.accept(${content}, (next) => takeContent(next.content));`,
    `import.meta.hot.accept(${mistakes}, (next) => showMistakes(next.mistakes));`,
    `import.meta.hot.send("${SHOWN}", { [${content}]: ofContent, [${mistakes}]: ofMistakes });`,
  ].join("\n");
}

/** For the page of a brand that cannot be shown: it goes as soon as its mistakes are others, or none. */
function findingsCode({ brand }: Unit): string {
  const mistakes = JSON.stringify(`${MISTAKES}${brand}`);
  return [
    `import { version as ofMistakes } from ${mistakes};`,
    `import.meta.hot.accept(${mistakes}, () => location.reload());`,
    `import.meta.hot.send("${SHOWN}", { [${mistakes}]: ofMistakes });`,
  ].join("\n");
}

/** The brand that a page is asked of, when it has never been without mistakes; else null. */
function brokenBrand(
  { headers }: IncomingMessage,
  now: ReturnType<Now>,
): string | null {
  const brand = /^([a-z0-9-]+)\.localhost(?::\d+)?$/.exec(
    headers.host ?? "",
  )?.[1];
  if (brand === undefined || !headers.accept?.includes("text/html"))
    return null;
  const isServed = now.units.some((unit) => unit.brand === brand);
  return isServed || mistakesOf(brand, now) === "" ? null : brand;
}

const FINDINGS_STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{overflow-x:auto;padding:.5rem;background:#f3f3f3}";

function findingsDocument(brand: string, now: ReturnType<Now>): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${brand}: mistakes in the content</title><style>${FINDINGS_STYLE}</style>`,
    '<script type="module" src="/@vite/client"></script>',
    `<script type="module" src="${addressOf(FINDINGS + brand)}"></script></head>`,
    `<body><h1>${brand} has mistakes</h1>`,
    "<p>It is shown here as soon as they are mended.</p>",
    `<ul data-mistakes>${mistakesOf(brand, now)}</ul></body></html>`,
  ].join("\n");
}
