import type { Checkout } from "../checkout.mjs";
import { routeTable } from "../emit/routes.ts";
import { jsonRoutes, prettyRoutes } from "../report/routes.ts";
import { compiledOr, type OfBrand } from "./compiled.ts";

/** Prints every address of the content; 1 when the content has mistakes, 2 for a brand that is not there. */
export async function routesCommand(
  options: OfBrand,
  { root }: Checkout,
): Promise<number> {
  const found = await compiledOr(options, root);
  if (typeof found === "number") return found;
  const ids = new Set(found.brands.map(({ brand }) => brand.id));
  const rows = routeTable(found.program).filter(({ brand }) => ids.has(brand));
  console.log(
    options.format === "json" ? jsonRoutes(rows) : prettyRoutes(rows),
  );
  return 0;
}
