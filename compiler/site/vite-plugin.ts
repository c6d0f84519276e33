import { readFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import type { Plugin } from "vite";
import type { ServerSite } from "../shared/server-contract.ts";

/** One document kind: a funnel of a brand, or its own pages. */
export interface Unit {
  readonly brand: string;
  readonly funnel: string;
}

/** Renders documents while developing: offered to whoever serves them. */
export interface DocumentSource {
  document(path: string): Promise<string | null>;
  /** What the server has to know of the content, as it was last compiled. */
  site(): ServerSite;
}

const ENTRY = "virtual:entry/";
const PRERENDER = "virtual:prerender";

export function entryId(unit: Unit): string {
  return `${ENTRY}${unit.brand}/${unit.funnel}.ts`;
}

/**
 * The modules that join the runtime to one funnel's data. They are virtual, so that neither side imports the other
 * and a visitor's script names no funnel but their own.
 */
export function funnelModules(
  root: string,
  units: () => readonly Unit[],
): Plugin {
  return {
    name: "funnels:modules",
    resolveId: (id) =>
      id.startsWith(ENTRY) || id === PRERENDER ? `\0${id}` : undefined,
    load(id) {
      if (id === `\0${PRERENDER}`) return prerenderModule(root, units());
      if (!id.startsWith(`\0${ENTRY}`)) return undefined;
      const [brand = "", funnel = ""] = id
        .slice(ENTRY.length + 1)
        .replace(/\.ts$/, "")
        .split("/");
      return entryModule(root, { brand, funnel });
    },
  };
}

function moduleOf(root: string, { brand, funnel }: Unit): string {
  return JSON.stringify(join(root, `generated/brands/${brand}/${funnel}.ts`));
}

function siteOf(root: string, brand: string): string {
  return JSON.stringify(join(root, `generated/brands/${brand}/site.ts`));
}

function entryModule(root: string, unit: Unit): string {
  return [
    `import { start } from ${JSON.stringify(join(root, "runtime/main.tsx"))};`,
    `import { brand } from ${siteOf(root, unit.brand)};`,
    `import { funnel } from ${moduleOf(root, unit)};`,
    "start(brand, funnel);",
  ].join("\n");
}

function prerenderModule(root: string, units: readonly Unit[]): string {
  const loaders = units.map(
    (unit) =>
      `  ${JSON.stringify(`${unit.brand}/${unit.funnel}`)}: () => Promise.all([import(${siteOf(root, unit.brand)}), import(${moduleOf(root, unit)})]),`,
  );
  return [
    `export { render } from ${JSON.stringify(join(root, "runtime/prerender.tsx"))};`,
    `export const units = ${JSON.stringify(units)};`,
    "const loaders = {",
    ...loaders,
    "};",
    "export async function load(brand, funnel) {",
    "  const [site, data] = await loaders[`${brand}/${funnel}`]();",
    "  return { brand: site.brand, funnel: data.funnel };",
    "}",
  ].join("\n");
}

const TYPES: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".mp4": "video/mp4",
  ".vtt": "text/vtt",
};

/** The file that a variant of a photo would be made from: browsers take it for what it is. */
function original(
  files: Readonly<Record<string, string>>,
  address: string,
): string | undefined {
  const stem = /^(.*)-\d+\.(?:avif|webp)$/.exec(address)?.[1];
  const found = Object.keys(files).find(
    (one) => one.slice(0, one.lastIndexOf(".")) === stem,
  );
  return files[found ?? ""];
}

/** Serves pictures and fonts at their hashed addresses while developing. */
export function developmentAssets(
  root: string,
  files: () => Readonly<Record<string, string>>,
): Plugin {
  return {
    name: "funnels:assets",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const address = (request.url ?? "").split("?")[0] ?? "";
        const file = files()[address] ?? original(files(), address);
        if (file === undefined) return next();
        response.setHeader(
          "content-type",
          TYPES[extname(file)] ?? "application/octet-stream",
        );
        response.end(readFileSync(resolve(root, file)));
      });
    },
  };
}
