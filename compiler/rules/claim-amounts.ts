import { minorDigits } from "../shared/minor-digits.ts";
import type { CurrencyRule, Prices, Product } from "../shared/contract.ts";
import { around } from "./claim-subject.ts";

/** An amount of money in a text, such as "$4.99" or "12 dollars". */
export interface Amount {
  readonly words: string;
  readonly from: number;
  /** In whole units, with two decimal places. */
  readonly amount: string;
  /** The currencies of the site that are written like this; none for one that nobody pays in. */
  readonly currencies: readonly string[];
  /** What it is paid for, where its sentence says so. */
  readonly period: Period | null;
}

type Period = "day" | "week" | "month" | "year";

/** How many days each has; four weeks count as a month where they are paid as one. */
const PERIODS: Readonly<Record<Period, number>> = {
  day: 1,
  week: 7,
  month: 30,
  year: 365,
};
const EACH =
  /(?:\b(?:an?|per|each|every)\s|\/\s?)(day|week|month|year)\b|\b(?:dai|week|month|year)ly\b/i;
const ADVERBS: readonly (readonly [RegExp, Period])[] = [
  [/dai?ly|day/i, "day"],
  [/week/i, "week"],
  [/month/i, "month"],
  [/year/i, "year"],
];

const CODES = "USD|EUR|GBP|CAD|AUD|CHF|JPY";
const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,5}(?:[.,]\d{1,2})?)`;
const AMOUNT = new RegExp(
  [
    String.raw`(?<![\w$€£¥])(?<sign>(?:US|CA|AU|C|A)?[$€£¥]|${CODES})\s?(?<behind>${NUMBER})(?!\d|[.,]\d|\s?%)`,
    String.raw`(?<![\d.,$€£¥-])(?<before>${NUMBER})\s?(?<word>[€£¥$](?!\d)|(?:${CODES})\b|dollars?\b|euros?\b)`,
  ].join("|"),
  "g",
);

/** Texts without one of these name no amount. */
export const MAY_PRICE = new RegExp(
  String.raw`[$€£¥]|\b(?:${CODES}|dollars?|euros?)\b`,
);

/** The amounts that a text names. */
export function amountsIn(
  text: string,
  rules: readonly CurrencyRule[],
): Amount[] {
  return [...text.matchAll(AMOUNT)].map((match) => {
    const { sign, word, behind, before } = match.groups ?? {};
    const written = (behind ?? before ?? "").replace(/,(?=\d{3})/g, "");
    return {
      words: match[0],
      from: match.index,
      amount: Number(written.replace(",", ".")).toFixed(2),
      currencies: currenciesOf(sign ?? word ?? "", rules),
      period: periodOf(text, match.index, match[0]),
    };
  });
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^dollars?$/, "$"],
  [/^euros?$/, "€"],
];

function currenciesOf(sign: string, rules: readonly CurrencyRule[]): string[] {
  const symbol = WORDS.find(([word]) => word.test(sign))?.[1] ?? sign;
  const codes = rules.flatMap(({ code, symbol: own }) =>
    code === symbol || own.trim() === symbol || own.trim() === symbol.slice(2)
      ? [code]
      : [],
  );
  return [...new Set(codes)];
}

/** "$4 a week", or "a weekly price of $4". */
function periodOf(text: string, from: number, words: string): Period | null {
  const { before, behind } = around(text, from, words);
  const said = EACH.exec(behind) ?? EACH.exec(before);
  return (
    ADVERBS.find(([pattern]) => pattern.test(said?.[0] ?? ""))?.[1] ?? null
  );
}

/** What somebody pays. */
export interface Payable {
  readonly currency: string;
  readonly amount: string;
  /** The product that costs it; null for what is only a part of a price, or a price with a code. */
  readonly code: string | null;
  /** What an amount comes to by the day, the week, the month, the year; null for a price as it is charged. */
  readonly period: Period | null;
}

/** Each price of some products, and what it comes to by the day, the week, the month and the year. */
export function payable(
  products: readonly Pick<Product, "code" | "prices" | "days" | "renewal">[],
  lowered: ReadonlyMap<string, Prices>,
): Payable[] {
  return products.flatMap(({ code, prices, days, renewal }) => [
    ...spread(prices, days, code),
    ...spread(lowered.get(code) ?? {}, days, null),
    ...(renewal === null
      ? []
      : spread(renewal.prices, renewal.everyDays, null)),
  ]);
}

function spread(
  prices: Prices,
  days: number | null,
  code: string | null,
): Payable[] {
  return Object.entries(prices).flatMap(([currency, minor = 0]) => {
    const price = minor / 10 ** (minorDigits(currency) ?? 2);
    const part = (period: Period | null, each: number): Payable[] =>
      // Rounded, or rounded up: both are said.
      [each, Math.ceil(each * 100) / 100].map((amount) => ({
        currency,
        amount: amount.toFixed(2),
        code: period === null ? code : null,
        period,
      }));
    if (days === null) return part(null, price);
    const periods = PERIOD_NAMES.flatMap((period) => [
      ...part(period, (price * PERIODS[period]) / days),
      ...(isAbout(days, PERIODS[period]) ? part(period, price) : []),
    ]);
    return [...part(null, price), ...periods];
  });
}

const PERIOD_NAMES = ["day", "week", "month", "year"] as const;

/** Whether somebody would call so many days a month, or a year. */
function isAbout(days: number, period: number): boolean {
  return days === period || (period === 30 && days >= 28 && days <= 31);
}
