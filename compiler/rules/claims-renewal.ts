import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { IN_DAYS } from "../link/lengths.ts";
import { narrow } from "../link/narrow.ts";
import { fromWords } from "../link/number-words.ts";
import { data } from "../schema/read.ts";
import type { Product } from "../shared/contract.ts";
import { eachText } from "../link/each-text.ts";
import { claimFilter, eachClaim } from "./claim-texts.ts";
import type { BrandRule, FunnelRule } from "./rule.ts";

/** "Paid once", "no subscription": the product does not renew. */
const ONCE =
  /\b(?:(?:paid|pay|charged) (?:only |just )?once|one[- ]time (?:payment|charge)|a single (?:payment|charge)(?! (?:every|each|per|a)\b)|no (?:subscription|renewals?|auto-?renewal)\b|(?:does not|doesn't|never) renews?)\b/i;
const UNIT = "(day|week|month|year)";
/** "Renews every 8 weeks", "renews monthly". */
const EVERY = new RegExp(
  String.raw`\brenew(?:s|ed|al)?\b[^.!?\n]{0,20}?\b(?:(?:every|each)\s+(?:([\w-]+)\s+)?${UNIT}s?\b|(daily|weekly|monthly|yearly|annually)\b)`,
  "i",
);
/** "Followed by periods of 4 weeks", "then 4 weeks at a time". */
const PERIODS = [
  String.raw`\b(?:followed by|go(?:es)? on in|renews? (?:in|for)) periods of ([\w-]+) ${UNIT}s?\b`,
  String.raw`\bthen ([\w-]+) ${UNIT}s? at a time\b`,
].map((pattern) => new RegExp(pattern, "gi"));
const MAY_BE_PERIODS = /periods of|(?:day|week|month|year)s? at a time/i;
const MAY_CLAIM = new RegExp(
  `once|one[- ]time|a single|subscription|renew|${MAY_BE_PERIODS.source}`,
  "i",
);
const CLAIMING = claimFilter(
  MAY_CLAIM,
  (words) =>
    ONCE.test(words) ||
    EVERY.test(words) ||
    PERIODS.some((pattern) => words.search(pattern) !== -1),
);

const ADVERBS: Readonly<Record<string, string>> = {
  daily: "day",
  weekly: "week",
  monthly: "month",
  yearly: "year",
  annually: "year",
};

/** What is said to be paid once does not renew; what is said to renew does so, and as often. */
export const renewalsInWords: FunnelRule = (node) => {
  const found: Diagnostic[] = [];
  eachClaim(node, CLAIMING, ({ text, path, sold }) => {
    const products = sold.flatMap((code) => node.funnel.products[code] ?? []);
    const wrong = wrongIn(text, products);
    if (wrong === null) return;
    const at = narrow(node.source, path, wrong.words);
    found.push(diagnose("claim/renewal", at, wrong));
  });
  return found;
};

/** The same of mails about orders: each goes to whoever has bought anything. */
export const renewalsInMails: BrandRule = ({ brands }) =>
  brands.flatMap(({ source, products }) => {
    const sold = Object.values(products);
    const [renewing] = sold.filter(({ renewal }) => renewal !== null);
    if (renewing === undefined) return [];
    const found: Diagnostic[] = [];
    eachText(data(source.data).mails, ["mails"], (text, path) => {
      // What a variable falls back to is shown to those alone whom it fits.
      const words = MAY_CLAIM.test(text)
        ? ONCE.exec(text.replaceAll(/\{\{[^{}]*\}\}/g, ""))?.[0]
        : undefined;
      if (words === undefined) return;
      const at = narrow(source, path, words);
      found.push(
        sold.every(({ renewal }) => renewal !== null)
          ? diagnose("claim/renewal", at, {
              of: "once",
              words,
              product: renewing.code,
            })
          : diagnose("claim/doubtful", at, { words, of: "renewal" }),
      );
    });
    return found;
  });

type Wrong = Parameters<typeof diagnose<"claim/renewal">>[2];

/** What a text says of the products that its page or its plan sells, and that is true of none of them. */
function wrongIn(text: string, products: readonly Product[]): Wrong | null {
  const [first] = products;
  if (first === undefined) return null;
  const once = ONCE.exec(text)?.[0];
  if (once !== undefined && products.every(({ renewal }) => renewal !== null))
    return { of: "once", words: once, product: first.code };
  const every =
    EVERY.exec(text) ??
    (MAY_BE_PERIODS.test(text)
      ? PERIODS.flatMap((pattern) => [...text.matchAll(pattern)])[0]
      : undefined);
  if (every === undefined) return null;
  const [words = ""] = every;
  const days = daysOf(every);
  if (days === null) return null;
  const renewing = products.filter(({ renewal }) => renewal !== null);
  const [other] = renewing;
  if (other === undefined) return { of: "never", words, product: first.code };
  const isTrue = renewing.some(({ renewal }) =>
    days.includes(renewal?.everyDays ?? 0),
  );
  return isTrue
    ? null
    : {
        of: "every",
        words,
        product: other.code,
        days: other.renewal?.everyDays ?? 0,
      };
}

/** The days of "every 8 weeks"; null where the words name no number. */
function daysOf([, count, unit, adverb]: readonly string[]): number[] | null {
  const each =
    IN_DAYS[unit?.toLowerCase() ?? ADVERBS[adverb?.toLowerCase() ?? ""] ?? ""];
  if (each === undefined) return null;
  const times = count === undefined ? 1 : fromWords(count);
  return times === null ? null : each.map((days) => days * times);
}
