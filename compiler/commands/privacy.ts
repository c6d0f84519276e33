import type { Checkout } from "../checkout.mjs";
import { dataFlowsOf } from "../link/data-flows.ts";
import { funnelsOf } from "../link/privacy-table.ts";
import { prettyFlows } from "../report/privacy.ts";
import { compiledOr, type OfBrand } from "./compiled.ts";

/** Prints what leaves the browsers of a brand's visitors; 1 when the content has mistakes, 2 for an unknown brand. */
export async function privacyCommand(
  options: OfBrand,
  { root }: Checkout,
): Promise<number> {
  const found = await compiledOr(options, root);
  if (typeof found === "number") return found;
  const { program, brands } = found;
  const lists = brands.map((node) => ({
    brand: node.brand.id,
    flows: dataFlowsOf(node, funnelsOf(program, node)),
  }));
  console.log(
    options.format === "json"
      ? JSON.stringify({ version: 1, brands: lists }, null, 2)
      : prettyFlows(lists),
  );
  return 0;
}
