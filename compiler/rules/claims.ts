import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { isBareOffer } from "../link/bare-offer.ts";
import { narrow } from "../link/narrow.ts";
import { timedPlans } from "../link/timed-plans.ts";
import type { FunnelNode } from "../link/program.ts";
import type { Prices } from "../shared/contract.ts";
import { isDenied } from "./claim-denied.ts";
import {
  type Around,
  around,
  objectOf,
  type Subject,
  subjectOf,
} from "./claim-subject.ts";
import { claimFilter, eachClaim, type Said } from "./claim-texts.ts";
import type { FunnelRule } from "./rule.ts";

/** "20", "100", "33.3", "33,3". */
const SHARE = String.raw`(\d{1,3}(?:[.,]\d{1,2})?)`;
const PERCENT = String.raw`(?<![\d.,])${SHARE}\s?(?:%|per ?cent\b)`;

/** A manner of saying that a share is saved, and whose share it then is. */
interface Manner {
  readonly pattern: RegExp;
  /** Where the words say the share without a number. */
  readonly percent?: number;
  readonly subject: (
    around: Around,
    said: Said,
    names: readonly string[],
  ) => Subject;
}

const MANNERS: readonly Manner[] = [
  {
    // "Save up to 20%": of whatever stands behind it.
    pattern: new RegExp(
      String.raw`\bsav(?:e|es|ed|ing|ings)\s+(?:up to\s+)?(?:of\s+)?${PERCENT}`,
      "gi",
    ),
    subject: ({ before, behind }, _, names) =>
      objectOf(behind, names) ??
      (/\b(?:I|he|she|they|people)\b/.test(before) ? "unclear" : "ours"),
  },
  {
    // "20% off", "a 30 percent discount".
    pattern: new RegExp(String.raw`${PERCENT}\s*(?:off\b|discount)`, "gi"),
    subject: ({ before, behind }, _, names) => {
      const object =
        objectOf(`off${behind}`, names) ?? subjectOf(before, names);
      return object === "theirs" ? "unclear" : "ours";
    },
  },
  {
    // "half off", "at half the price", but not "half the price of a coffee".
    pattern: /\bhalf[- ](?:off|(?:the |its )?price)\b/gi,
    percent: 50,
    subject: ({ behind }, _, names) => objectOf(behind, names) ?? "ours",
  },
  {
    // "30% cheaper", "30% less": of the price, or of anything else.
    pattern: new RegExp(
      String.raw`${PERCENT}\s*(?:less\b|cheaper\b|savings?\b|reduc\w*)`,
      "gi",
    ),
    subject: ({ before, behind }, _, names) => {
      if (/^\s+(?!than\b|now\b|today\b|for\b|if\b|when\b)[a-z]/.test(behind))
        return "theirs";
      return subjectOf(before, names);
    },
  },
  {
    // "-70%", as badges have it; "5 - 10 %" is a range.
    pattern: new RegExp(
      String.raw`(?<![\w%]|[\d%]\s)[-\u2212\u2013]\s?${SHARE}\s?%`,
      "g",
    ),
    subject: ({ before, behind }, { sold, isOfPlan }) => {
      const isAlone = !/\w/.test(before + behind);
      if (isOfPlan || (isAlone && sold.length > 0)) return "ours";
      return isAlone || sold.length > 0 ? "unclear" : "theirs";
    },
  },
];

/** A saving without a number. */
const SAVING =
  /(?<!\b(?:no|without|never|any) )\b(?:discount(?:s|ed)?|promo(?:tional)? codes?|coupons?|vouchers?|(?:reduced|introductory|starting|special) prices?|lowers? (?:the|your|their) (?:first )?(?:price|payment))\b/gi;

/** Every claim has one of these words; most texts have none of them. */
const MAY_CLAIM =
  /%|per ?cent|half|discount|promo|coupon|voucher|price|payment/i;
const CLAIMING = claimFilter(
  MAY_CLAIM,
  (words) =>
    MANNERS.some(({ pattern }) => words.search(pattern) !== -1) ||
    words.search(SAVING) !== -1,
);

/** A share that a text says is saved, and of what. */
interface Share {
  readonly words: string;
  readonly percent: number;
  readonly subject: Subject;
}

/** What a text says is saved, rules of the funnel have to save: a regular price after a countdown, or a promo code. */
export const claims: FunnelRule = (node) => {
  const { funnel, traits } = node;
  // What an offer without plans saves, nobody can say yet.
  if (funnel.steps.some((step) => isBareOffer(step, traits))) return [];
  const found: Diagnostic[] = [];
  const names = namesOf(node.funnel.products);
  let shares: ReadonlySet<number> | null = null;
  eachClaim(node, CLAIMING, (said) => {
    shares ??= sharesOf(node);
    found.push(...lintText(said, shares, names, node));
  });
  return found;
};

/** What is sold here, as texts may call it. */
export function namesOf(products: FunnelNode["funnel"]["products"]): string[] {
  return Object.values(products).map(({ name }) => name.toLowerCase());
}

/**
 * What is saved, in whole percent of the full price and never more: by the countdown, by a code, and by both. What is
 * saved in some currencies alone is not saved by everybody who reads the text.
 */
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
  return new Set(savings.flatMap(({ left, full }) => shareIn(left, full)));
}

function shareIn(left: Prices, full: Prices): number[] {
  const amounts = new Map(Object.entries(full));
  const shares = Object.entries(left).flatMap(([currency, price = 0]) => {
    const before = amounts.get(currency);
    return before === undefined || before === 0
      ? []
      : [Math.floor(100 - (price / before) * 100)];
  });
  return shares.length === 0 ? [] : [Math.min(...shares)];
}

function lintText(
  said: Said,
  shares: ReadonlySet<number>,
  names: readonly string[],
  { source }: FunnelNode,
): Diagnostic[] {
  const known = [...shares].filter((share) => share > 0).sort((a, b) => a - b);
  const wrong = worst(
    sharesIn(said, names).filter(({ percent }) => !shares.has(percent)),
  );
  const saving =
    wrong ?? (known.length > 0 ? null : worst(savingsIn(said, names)));
  if (saving === null) return [];
  const { words, subject } = saving;
  const at = narrow(source, said.path, words);
  if (subject !== "ours")
    return [diagnose("claim/doubtful", at, { words, of: "saving" })];
  return [
    known.length === 0
      ? diagnose("claim/no-rule", at, { words })
      : diagnose("claim/other-share", at, { words, known }),
  ];
}

/** The first that is said of what is sold here, else the first that may be; null where all are of other things. */
function worst<T extends { readonly subject: Subject }>(
  claimed: readonly T[],
): T | null {
  const ours = claimed.find(({ subject }) => subject === "ours");
  return ours ?? claimed.find(({ subject }) => subject !== "theirs") ?? null;
}

/** The shares that a text says are saved. */
function sharesIn(said: Said, names: readonly string[]): Share[] {
  return MANNERS.flatMap(({ pattern, percent, subject }) =>
    [...said.text.matchAll(pattern)].flatMap((match) => {
      const [words, share] = match;
      if (isDenied(said.text, match.index, words)) return [];
      return {
        words,
        percent: percent ?? Number(share?.replace(",", ".")),
        subject: subject(around(said.text, match.index, words), said, names),
      };
    }),
  );
}

function savingsIn({ text }: Said, names: readonly string[]) {
  return [...text.matchAll(SAVING)].flatMap((match) => {
    const [words] = match;
    if (isDenied(text, match.index, words)) return [];
    const { before, behind } = around(text, match.index, words);
    const object = /price/i.test(words) ? objectOf(behind, names) : null;
    const subject: Subject =
      object ??
      (subjectOf(before, names) === "theirs" && /\w/.test(before)
        ? "unclear"
        : "ours");
    return { words, subject };
  });
}
