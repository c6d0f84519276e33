import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { codesOf } from "../link/currencies.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelNode } from "../link/program.ts";
import { valueAt } from "../schema/json-pointer.ts";
import { data, text } from "../schema/read.ts";
import { NAMED } from "./claim-amounts.ts";
import { claimFilter, eachClaim } from "./claim-texts.ts";
import type { BrandRule, FunnelRule } from "./rule.ts";

const MONEY = String.raw`\b(?:prices?|amounts?|charge[sd]?|billed|pays?|paid|costs?)\b`;
const NAMING = claimFilter(new RegExp(String.raw`${MONEY}[^.!?;]* in `, "i"));

/** A text that says in which currency is paid is read by those alone who pay in it. */
export const claimsCurrency: FunnelRule = (node) => lint(node);

/** The same of a brand's own pages and mails. */
export const brandCurrency: BrandRule = ({ brands }) =>
  brands.flatMap(({ pages }) => lint(pages));

function lint(node: FunnelNode): Diagnostic[] {
  const found: Diagnostic[] = [];
  const sold = codesOf(node.currencies);
  let patterns: readonly [string, RegExp][] | null = null;
  eachClaim(node, NAMING, ({ text: said, path }) => {
    const page = data(valueAt(node.source.data, path.slice(0, 2)));
    const own = text(page.currency);
    const paidIn = own === "" ? sold : [own];
    patterns ??= patternsOf(sold);
    for (const [code, pattern] of patterns) {
      const words = pattern.exec(said)?.groups?.["words"];
      if (words === undefined || paidIn.every((each) => each === code))
        continue;
      const isMail = path[0] === "mails";
      const at = narrow(node.source, path, words);
      found.push(
        paidIn.includes(code)
          ? diagnose("claim/one-currency", at, {
              words,
              product: null,
              paidIn: [code],
              isMail,
            })
          : diagnose("claim/other-price", at, { words, isMail }),
      );
    }
  });
  return found;
}

const names = new Intl.DisplayNames("en", { type: "currency" });

/** How sentences say that something is paid in a currency: "prices are in US dollars", "charged in EUR". */
function patternsOf(sold: readonly string[]): [string, RegExp][] {
  return [...new Set([...NAMED, ...sold])].map((code) => {
    const name = names.of(code) ?? code;
    const said = `${name}s?|${name.replace("US ", String.raw`U\.S\. `)}s?|${code}`;
    return [
      code,
      new RegExp(
        String.raw`${MONEY}[^.!?;\d]{0,40}?\b(?<words>in (?:${said}))\b`,
        "i",
      ),
    ];
  });
}
