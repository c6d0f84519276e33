import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ViteDevServer } from "vite";
import { stepAddresses } from "../link/address.ts";
import type { Brand, Funnel } from "../shared/contract.ts";
import type { PrerenderModule } from "../shared/render-contract.ts";
import type { Traits } from "../schema/traits.ts";
import { entryId, type Unit } from "./vite-plugin.ts";
import { escapeHtml } from "./escape-html.ts";

/** The document of `/calm/quiz-adhd/start/index.html`, rendered now; null when there is no such page. */
export async function developmentDocument(
  path: string,
  { unknownAddress }: Traits,
  server: ViteDevServer,
): Promise<string | null> {
  const module: DevelopmentModule = await server
    .ssrLoadModule("virtual:prerender")
    .then(readModule);
  const [, brandId = "", ...rest] = path
    .replace(/\/(index|404)\.html$/, "")
    .split("/");
  const isMissing = path.endsWith("/404.html");
  for (const unit of module.units) {
    if (unit.brand !== brandId) continue;
    const { brand, funnel } = await module.load(unit.brand, unit.funnel);
    const found = stepAddresses(funnel).find(({ path: address, step }) =>
      isMissing
        ? step.page === unknownAddress
        : address === `/${rest.join("/")}`,
    );
    if (found === undefined) continue;
    const { step } = found;
    const mount = funnel.mounts[found.mount] ?? "";
    const page = await module.render({ brand, funnel, mount, step });
    const theme = readFileSync(
      join(server.config.root, `generated/brands/${brandId}/theme.css`),
      "utf8",
    );
    const look = Object.entries(brand.look).map(
      ([name, value]) => ` ${name}="${value}"`,
    );
    const html = [
      `<!doctype html><html lang="en"${look.join("")}><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
      `<title>${escapeHtml(page.title)}</title><style>${theme}</style>`,
      `<script type="module" src="/@id/__x00__${entryId(unit)}"></script></head>`,
      `<body><div id="root">${page.body}</div></body></html>`,
    ].join("\n");
    return server.transformIndexHtml(path, html);
  }
  return null;
}

/** `virtual:prerender`: the runtime, and the units' data as they are now. */
interface DevelopmentModule extends Pick<PrerenderModule, "render"> {
  readonly units: readonly Unit[];
  load(
    brand: string,
    funnel: string,
  ): Promise<{ readonly brand: Brand; readonly funnel: Funnel }>;
}

function readModule(module: Record<string, unknown>): DevelopmentModule {
  const { render, load, units } = module;
  return Object.assign(Object.create(null), { render, load, units });
}
