import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import { codesOf } from "../link/currencies.ts";
import { narrow } from "../link/narrow.ts";
import { productsIn } from "../link/products-in.ts";
import type { FunnelNode } from "../link/program.ts";
import { sidesOf } from "../link/sides.ts";
import { pathOf, textsOf } from "../link/texts.ts";
import { valueAt } from "../schema/json-pointer.ts";
import { data, items, text } from "../schema/read.ts";
import { PRICE } from "./prices-shown.ts";
import type { Step } from "../shared/contract.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/** A price in a text is read in the currency that it is charged in: pages may sell in one of their own. */
export const priceCurrency: FunnelRule = (node) => {
  const { funnel, source, used } = node;
  const isFixed = ({ props }: Step) => text(data(props).currency) !== "";
  if (!funnel.steps.some(isFixed)) return [];
  if (![...used].some((name) => name.startsWith("prices."))) return [];
  return textsOf(source.data).flatMap(({ text: said, place }): Diagnostic[] =>
    [...said.matchAll(PRICE)].flatMap(([written, product = ""]) => {
      const sellers = funnel.steps.filter((step) =>
        sidesOf(step).some(({ props }) => productsIn(props).includes(product)),
      );
      const paidIn = sellers.map(({ props }) => text(data(props).currency));
      const [first] = sellers;
      if (first === undefined || paidIn.includes("")) return [];
      const path = pathOf(place);
      const read = readersOf(path, node).flatMap((own) =>
        own === "" ? codesOf(node.currencies) : [own],
      );
      if (read.every((code) => paidIn.includes(code))) return [];
      const at = nameOf(node, funnel.steps.indexOf(first));
      const note = { message: "it is sold here", at };
      const seller = first.id;
      const words = { written, product, seller, paidIn: [...new Set(paidIn)] };
      return [
        diagnose("currency/not-charged", narrow(source, path, written), words, [
          note,
        ]),
      ];
    }),
  );
};

/** The currencies of the pages that show what is written at a path; empty for one that the visitor's place decides. */
function readersOf(path: Path, { source }: FunnelNode): readonly string[] {
  const [top, name] = path;
  const pages = items(data(source.data).pages);
  if (top === "shared")
    return pages
      .filter((page) =>
        items(data(page).sections).some((one) => data(one).use === name),
      )
      .map((page) => text(data(page).currency));
  const page = data(valueAt(source.data, path.slice(0, 2)));
  const alias =
    path[2] === "aliases" ? data(valueAt(source.data, path.slice(0, 4))) : {};
  return [text(alias["currency"], text(page["currency"]))];
}
