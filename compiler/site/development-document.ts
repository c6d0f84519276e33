import { join } from "node:path";
import type { ViteDevServer } from "vite";
import { stepAddresses } from "../link/address.ts";
import type { PrerenderModule } from "../shared/render-contract.ts";
import type { Traits } from "../schema/traits.ts";
import { ADDRESSES } from "../shared/delivery.ts";
import { addressList } from "./brand-files.ts";
import type { CompiledUnit } from "./compile-content.ts";
import { entryAddress } from "./development-modules.ts";
import { escapeHtml } from "../emit/escape-html.ts";

/** The list of a brand's addresses, `/calm/addresses.json`, as it is now; null for any other file. */
export function developmentAddresses(
  path: string,
  units: readonly CompiledUnit[],
): string | null {
  const own = units.filter(({ brand }) => path === `/${brand}${ADDRESSES}`);
  return own.length === 0
    ? null
    : addressList(own.map(({ data }) => data.funnel));
}

/** The document of `/calm/quiz-adhd/start/index.html`, rendered now; null when there is no such page. */
export async function developmentDocument(
  path: string,
  units: readonly CompiledUnit[],
  { unknownAddress }: Traits,
  server: ViteDevServer,
): Promise<string | null> {
  const { render } = await server
    .ssrLoadModule(join(server.config.root, "runtime/prerender.tsx"))
    .then(readModule);
  const [, brandId = "", ...rest] = path
    .replace(/\/(index|404)\.html$/, "")
    .split("/");
  const isMissing = path.endsWith("/404.html");
  for (const unit of units) {
    if (unit.brand !== brandId) continue;
    const { brand, funnel, theme } = unit.data;
    const found = stepAddresses(funnel).find(({ path: address, step }) =>
      isMissing
        ? step.page === unknownAddress
        : address === `/${rest.join("/")}`,
    );
    if (found === undefined) continue;
    const { step } = found;
    const mount = funnel.mounts[found.mount] ?? "";
    const page = await render({ brand, funnel, mount, step });
    const look = Object.entries(brand.look).map(
      ([name, value]) => ` ${name}="${value}"`,
    );
    const html = [
      `<!doctype html><html lang="en"${look.join("")}><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
      `<title>${escapeHtml(page.title)}</title><style data-theme>${theme}</style>`,
      `<script type="module" src="${entryAddress(unit)}"></script></head>`,
      `<body><div id="root">${page.body}</div></body></html>`,
    ].join("\n");
    return server.transformIndexHtml(path, html);
  }
  return null;
}

function readModule(
  module: Record<string, unknown>,
): Pick<PrerenderModule, "render"> {
  const { render } = module;
  return Object.assign(Object.create(null), { render });
}
