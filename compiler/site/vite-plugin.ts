import { readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import type { Plugin } from "vite";
import { CONTENT_TYPES, OTHER_TYPE } from "../shared/delivery.ts";
import type { ServerSite } from "../shared/server-contract.ts";

/** One document kind: a funnel of a brand, or its own pages. */
export interface Unit {
  readonly brand: string;
  readonly funnel: string;
}

/** Renders documents while developing: offered to whoever serves them. */
export interface DocumentSource {
  document(path: string): Promise<string | null>;
  /** The list of a brand's addresses, where the path is that. */
  addresses(path: string): string | null;
  /** What the server has to know of the content, as it was last compiled. */
  site(): ServerSite;
}

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
          CONTENT_TYPES[extname(file)] ?? OTHER_TYPE,
        );
        response.end(readFileSync(resolve(root, file)));
      });
    },
  };
}
