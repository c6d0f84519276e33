import type { Checkout } from "../checkout.mjs";
import { prefixOf, readContent } from "../workspace/content.ts";
import { pretty } from "../report/pretty.ts";
import { jsonRoutes, prettyRoutes } from "../report/routes.ts";
import { routeTable } from "../emit/routes.ts";
import { loadCompiler } from "../load-compiler.ts";

export interface RoutesOptions {
  readonly content: string;
  readonly format: "pretty" | "json";
  readonly brand?: string;
}

/** Prints every address of the content; 1 when the content has mistakes, 2 for a brand that is not there. */
export async function routesCommand(
  options: RoutesOptions,
  { root }: Checkout,
): Promise<number> {
  const { content, format, brand } = options;
  const files = readContent(content);
  const compilation = (await loadCompiler(root, content, "emit"))(files);
  const { program, diagnostics } = compilation;
  if (program === null) {
    const prefix = prefixOf(content);
    const texts = new Map(files.map(({ name, text }) => [prefix + name, text]));
    console.error(pretty(diagnostics, files.length, (file) => texts.get(file)));
    return 1;
  }
  const known = program.brands.map((node) => node.brand.id);
  if (brand !== undefined && !known.some((id) => id === brand)) {
    console.error(
      `There is no brand "${brand}". The brands are: ${known.join(", ")}.`,
    );
    return 2;
  }
  const rows = routeTable(program).filter(
    (row) => brand === undefined || row.brand === brand,
  );
  console.log(format === "json" ? jsonRoutes(rows) : prettyRoutes(rows));
  return 0;
}
