import { DIGITS, minorDigits } from "../shared/minor-digits.ts";
import type { CurrencyRule, Prices, Product } from "../shared/contract.ts";
import { declaredCode } from "../link/regular.ts";
import { claimFilter } from "./claim-texts.ts";
import type { TextFilter } from "../link/texts.ts";
import { around } from "./claim-subject.ts";

/** An amount of money in a text, such as "$4.99", "12 dollars" or "99 cents". */
export interface Amount {
  readonly words: string;
  readonly from: number;
  /** In whole units. */
  readonly amount: number;
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

/** Codes that are words or names too, as in "TRY 7 days": they name a currency only where the site declares it. */
const ALSO_WORDS =
  /^(?:ALL|AMD|BAM|BOB|COP|CUP|GEL|MAD|MOP|PEN|RON|SOS|TOP|TRY)$/;
/** Currencies that texts name, sold here or not. */
export const NAMED = [...DIGITS.keys()].filter(
  (code) => !ALSO_WORDS.test(code),
);
const CODES = NAMED.join("|");
/** "1,299.99", "1,23,456", "1.299,99", "4,99", "12.500" of a currency with three decimal places. */
const NUMBER = String.raw`(?:\d{1,3}(?:\.\d{3})+,\d{2}|\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d{1,3})?|\d{1,6}(?:[.,]\d{1,2}|\.\d{3})?)`;
/** "7 490 Ft": behind a sign, what follows a space is another number. */
const SPACED = String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3})+`;

/** What amounts are said in, by their names. */
const UNITS = "dollars?|euros?|yen|cents?|pence";

/** How the amounts are written that texts of a brand may name. */
export interface Notation {
  readonly amount: RegExp;
  /** Texts that may name an amount, or that something is free. */
  readonly filter: TextFilter;
}

const notations = new Map<string, Notation>();

/** The signs that everybody knows, and those of the site's own currencies. */
export function notationOf(rules: readonly CurrencyRule[]): Notation {
  const own = rules
    .flatMap(({ code, symbol }) => [code, symbol.trim()])
    .filter((sign) => !KNOWN.test(sign))
    .map((sign) => sign.replaceAll(/[^\w\s]/g, String.raw`\$&`));
  const words = [...new Set(own.filter((sign) => /^\w+$/.test(sign)))];
  const signs = [...new Set(own.filter((sign) => !/^\w+$/.test(sign)))];
  const codes = [CODES, ...words].join("|");
  const front = [String.raw`(?:US|CA|AU|C|A)?[$€£¥]`, codes, ...signs];
  const back = [
    "[€£¥$](?!\\d)",
    ...signs,
    String.raw`(?:${codes}|${UNITS})\b`,
    "¢",
  ];
  const amount = [
    String.raw`(?<![\w$€£¥])(?<sign>${front.join("|")})\s?(?<behind>${NUMBER})(?!\d|[.,]\d|\s?%)`,
    String.raw`(?<![\d.,$€£¥-])(?<before>${SPACED}|${NUMBER})\s?(?<word>${back.join("|")})`,
  ].join("|");
  const known = notations.get(amount);
  if (known !== undefined) return known;
  const may = [
    "[$€£¥¢]",
    ...signs,
    String.raw`\b(?:${codes}|${UNITS}|free)\b`,
  ].join("|");
  const notation = {
    amount: new RegExp(amount, "g"),
    filter: claimFilter(new RegExp(may, "i")),
  };
  notations.set(amount, notation);
  return notation;
}

const KNOWN = new RegExp(String.raw`^(?:(?:US|CA|AU|C|A)?[$€£¥]|${CODES})$`);

/** The amounts that a text names. */
export function amountsIn(
  text: string,
  { amount }: Notation,
  rules: readonly CurrencyRule[],
): Amount[] {
  return [...text.matchAll(amount)].flatMap((match): Amount[] => {
    const { sign, word, behind, before } = match.groups ?? {};
    const written = behind ?? before ?? "";
    const currencies = currenciesOf(sign ?? word ?? "", rules);
    // Behind a point, three digits are a part of something in few currencies alone, and thousands in the others.
    const isFine = currencies.some((code) => minorDigits(code) === 3);
    const hasThree = !isFine && /\.\d{3}$/.test(written);
    if (hasThree && !/^[1-9]\d{0,2}\./.test(written)) return [];
    const isByPoints = hasThree || /\..*,/.test(written);
    const plain = (isByPoints ? written.replaceAll(".", "") : written)
      .replaceAll(/[ \u00a0\u202f]/g, "")
      .replaceAll(/,(?=\d{3}|\d\d,)/g, "");
    return [
      {
        words: match[0],
        from: match.index,
        amount:
          Number(plain.replace(",", ".")) / (MINOR.test(word ?? "") ? 100 : 1),
        currencies,
        period: periodOf(text, match.index, match[0]),
      },
    ];
  });
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^dollars?$/, "$"],
  [/^euros?$/, "€"],
  [/^yen$/, "¥"],
];
/** The hundredth part of what ends with such a sign. */
const MINOR = /^(?:cents?|¢|pence)$/;
const CENTS_OF = /[$€]$/;
const PENCE_OF = /£$/;

function currenciesOf(sign: string, rules: readonly CurrencyRule[]): string[] {
  if (MINOR.test(sign)) {
    const major = sign === "pence" ? PENCE_OF : CENTS_OF;
    return rules
      .filter(({ symbol }) => major.test(symbol.trim()))
      .map(({ code }) => code);
  }
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
  readonly amount: number;
  /** The product it is paid for, at this or at its regular price. */
  readonly of: string;
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
  return products.flatMap(({ code, prices, days, renewal }) => {
    const of = declaredCode(code);
    return [
      ...spread(prices, days, of, code),
      ...spread(lowered.get(code) ?? {}, days, of, null),
      ...(renewal === null
        ? []
        : spread(renewal.prices, renewal.everyDays, of, null)),
    ];
  });
}

function spread(
  prices: Prices,
  days: number | null,
  of: string,
  code: string | null,
): Payable[] {
  return Object.entries(prices).flatMap(([currency, minor = 0]) => {
    const whole = 10 ** (minorDigits(currency) ?? 2);
    const price = minor / whole;
    const part = (period: Period | null, each: number): Payable[] =>
      // Rounded, or rounded up: both are said.
      [Math.round, Math.ceil].map((rounded) => ({
        currency,
        of,
        amount: rounded(Number((each * whole).toFixed(6))) / whole,
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
