import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { minorDigits } from "../link/currencies.ts";
import { eachText } from "../link/each-text.ts";
import { productsIn } from "../link/products-in.ts";
import type { FunnelNode } from "../link/program.ts";
import { data } from "../schema/read.ts";
import type { Prices } from "../shared/contract.ts";
import { NAMES } from "./claims.ts";
import type { FunnelRule } from "./rule.ts";

const SIGN = String.raw`(?:US|CA|A)?[$€£¥]\s?`;
const NUMBER = String.raw`(\d{1,4}(?:[.,]\d{2})?)`;
/** "only $3.99", "$3.99 a week": an amount that a text gives as the price. */
const OWN_PRICE = new RegExp(
  String.raw`\b(?:only|just|pay|price(?: of)?|trial(?: for)?|from|instead of)\s${SIGN}${NUMBER}(?![\d.,]*\d)|${SIGN}${NUMBER}(?![\d.,]*\d)\s(?:a|per|each|every)\s(?:day|week|month|year)\b`,
  "giu",
);
/** "Paid once", "no subscription": the product does not renew. */
const ONCE =
  /\b(?:(?:paid|pay|charged) (?:only |just )?once|one[- ]time (?:payment|charge)|no (?:subscription|renewals?|auto-?renewal)\b|(?:does not|doesn't|never) renews?)\b/i;

/** An amount in a text is one that visitors of this funnel pay. */
export const pricesInWords: FunnelRule = (node) => {
  const { pages, shared } = data(node.source.data);
  const found: Diagnostic[] = [];
  let known: ReadonlySet<string> | null = null;
  for (const [key, value] of Object.entries({ pages, shared }))
    eachText(
      value,
      [key],
      (text, path) => {
        if (!/[$€£¥]/.test(text)) return;
        known ??= amountsOf(node);
        for (const [words, before, behind] of text.matchAll(OWN_PRICE)) {
          const amount = (before ?? behind ?? "").replace(",", ".");
          if (known.has(Number(amount).toFixed(2))) continue;
          const at = node.source.span(path, "value");
          found.push(diagnose("claim/other-price", at, { words }));
          break;
        }
      },
      NAMES,
    );
  return found;
};

/** All that somebody may pay here, and what it comes to by the day, the week and the month; with two decimal places. */
function amountsOf({ funnel, codes }: FunnelNode): ReadonlySet<string> {
  const lowered = new Map(
    codes.flatMap(({ prices }) => Object.entries(prices)),
  );
  return new Set(
    Object.values(funnel.products).flatMap((product) => {
      const { prices, days, renewal, code } = product;
      return [
        ...spread(prices, days),
        ...spread(lowered.get(code) ?? {}, days),
        ...(renewal === null ? [] : spread(renewal.prices, renewal.everyDays)),
      ];
    }),
  );
}

function spread(prices: Prices, days: number | null): string[] {
  return Object.entries(prices).flatMap(([currency, minor = 0]) => {
    const price = minor / 10 ** (minorDigits(currency) ?? 2);
    if (days === null) return [price.toFixed(2)];
    const parts = [1, 7, 30, 365].map((each) => (price * each) / days);
    return [price, ...parts].flatMap((amount) => [
      amount.toFixed(2),
      (Math.ceil(amount * 100) / 100).toFixed(2),
    ]);
  });
}

/** What is said to be paid once does not renew, nothing of what its page sells. */
export const paidOnce: FunnelRule = ({ funnel, source, origins }) =>
  funnel.steps.flatMap(({ props }, i) => {
    const sold = productsIn(props);
    const renews = sold.filter(
      (code) => (funnel.products[code]?.renewal ?? null) !== null,
    );
    const [product] = renews;
    if (product === undefined || renews.length < sold.length) return [];
    const found: Diagnostic[] = [];
    const origin = origins[i] ?? [];
    const written = origin.reduce<unknown>(
      (at, key) => (Array.isArray(at) ? at[Number(key)] : data(at)[key]),
      source.data,
    );
    eachText(
      written,
      origin,
      (text, path) => {
        const words = ONCE.exec(text)?.[0];
        if (words === undefined || found.length > 0) return;
        const at = source.span(path, "value");
        found.push(diagnose("claim/renewal", at, { words, product }));
      },
      NAMES,
    );
    return found;
  });
