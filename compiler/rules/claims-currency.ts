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
  let said: Said | null = null;
  eachClaim(node, NAMING, ({ text: claim, path }) => {
    const page = data(valueAt(node.source.data, path.slice(0, 2)));
    const own = text(page.currency);
    const paidIn = own === "" ? sold : [own];
    said ??= saidOf(sold);
    for (const [code, words] of namedIn(claim, said)) {
      if (paidIn.every((each) => each === code)) continue;
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

/** How sentences say that something is paid in a currency, and which one each name is of. */
interface Said {
  readonly pattern: RegExp;
  readonly codes: ReadonlyMap<string, string>;
}

/** "Prices are in US dollars", "charged in EUR". */
function saidOf(sold: readonly string[]): Said {
  const codes = new Map(
    [...NAMED, ...sold].flatMap((code) => {
      const name = (names.of(code) ?? code).toLowerCase();
      const others = [name, name.replace(/^us /, "u.s. ")];
      const each = others.flatMap((other) => [other, `${other}s`]);
      return [...each, code.toLowerCase()].map((word) => [word, code] as const);
    }),
  );
  // A longer name before one that it begins with.
  const longest = [...codes.keys()].toSorted((a, b) => b.length - a.length);
  const any = longest.map((word) =>
    word.replaceAll(/[^\w ]/g, String.raw`\$&`),
  );
  const pattern = String.raw`${MONEY}[^.!?;\d]{0,40}?\b(?<words>in (?<name>${any.join("|")}))\b`;
  return { pattern: new RegExp(pattern, "gi"), codes };
}

/** Each currency that a text names, with the words that name it first. */
function namedIn(claim: string, { pattern, codes }: Said): [string, string][] {
  const found = new Map<string, string>();
  for (const { groups = {} } of claim.matchAll(pattern)) {
    const { words = "", name = "" } = groups;
    const code = codes.get(name.toLowerCase());
    if (code !== undefined && !found.has(code)) found.set(code, words);
  }
  return [...found];
}
