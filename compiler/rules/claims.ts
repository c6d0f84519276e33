import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { eachText } from "../link/each-text.ts";
import { timedPlans } from "../link/timed-plans.ts";
import type { Prices } from "../shared/contract.ts";
import type { FunnelNode } from "../link/program.ts";
import type { Path } from "../diagnostics/span.ts";
import { data } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";

/** "20% off", "save up to 20 %", "30% discount": a share of the price that a text says is saved. */
const SHARE =
  /(?:sav(?:e|es|ing|ings)\s+(?:up to\s+)?(?:of\s+)?(\d{1,2})\s?%)|(?:(\d{1,2})\s?%\s*(?:off\b|discount|less\b|cheaper|saving|reduc))/gi;
/** "half off", "half price": the same in words. */
const HALF = /\bhalf[- ](?:off|price)\b/gi;
/** A saving without a number. */
const SAVING =
  /\b(?:discount(?:s|ed)?|promo(?:tional)? codes?|coupons?|vouchers?|(?:reduced|introductory|starting|special) prices?|lowers? (?:the|your|their) (?:first )?(?:price|payment))\b/gi;

/** Every claim has one of these words; most texts have none of them. */
const MAY_CLAIM = /%|half|discount|promo|coupon|voucher|price|payment/i;

/** What a text says is saved, rules of the funnel have to save: a regular price after a countdown, or a promo code. */
export const claims: FunnelRule = (node) => {
  const shares = sharesOf(node);
  const { pages, shared } = data(node.source.data);
  const found: Diagnostic[] = [];
  for (const [key, value] of Object.entries({ pages, shared }))
    eachText(
      value,
      [key],
      (text, path) => {
        if (MAY_CLAIM.test(text))
          found.push(...lintText(text, path, shares, node));
      },
      NAMES,
    );
  return found;
};

/** What is saved, in whole percent of the full price and never more: by the countdown, by a code, and by both. */
function sharesOf({ funnel, traits, codes }: FunnelNode): ReadonlySet<number> {
  const listed = (product: string) => funnel.products[product]?.prices ?? {};
  const lowered = codes.flatMap(({ prices }) => Object.entries(prices));
  const savings = [
    ...timedPlans(funnel, traits).changes.flatMap(({ product, regular }) =>
      [
        listed(product),
        ...lowered.flatMap(([name, left]) => (name === product ? [left] : [])),
      ].map((left) => ({ left, full: listed(regular) })),
    ),
    ...lowered.map(([product, left]) => ({ left, full: listed(product) })),
  ];
  return new Set(savings.flatMap(({ left, full }) => sharesIn(left, full)));
}

function sharesIn(left: Prices, full: Prices): number[] {
  const amounts = new Map(Object.entries(full));
  return Object.entries(left).flatMap(([currency, price = 0]) => {
    const before = amounts.get(currency);
    return before === undefined || before === 0
      ? []
      : [Math.floor(100 - (price / before) * 100)];
  });
}

function lintText(
  text: string,
  path: Path,
  shares: ReadonlySet<number>,
  { source }: FunnelNode,
): Diagnostic[] {
  const at = () => source.span(path, "value");
  const said = [
    ...[...text.matchAll(SHARE)].map((match) => ({
      words: match[0],
      percent: Number(match[1] ?? match[2]),
    })),
    ...[...text.matchAll(HALF)].map(([words]) => ({ words, percent: 50 })),
  ];
  const wrong = said.find(({ percent }) => !shares.has(percent));
  const known = [...shares].filter((share) => share > 0).sort((a, b) => a - b);
  if (wrong !== undefined)
    return [
      known.length === 0
        ? diagnose("claim/no-rule", at(), { words: wrong.words })
        : diagnose("claim/other-share", at(), { words: wrong.words, known }),
    ];
  const [saving] = text.match(SAVING) ?? [];
  return saving === undefined || known.length > 0
    ? []
    : [diagnose("claim/no-rule", at(), { words: saving })];
}

/** Keys whose values are names, not words for visitors. */
export const NAMES: ReadonlySet<string> = new Set([
  "path",
  "id",
  "page",
  "section",
  "use",
  "product",
]);
