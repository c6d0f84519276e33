import {
  diagnose,
  type Diagnostic,
  type Fix,
} from "../diagnostics/diagnostic.ts";
import { codesOf } from "../link/currencies.ts";
import { declaredCode, isDeclared } from "../link/regular.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelNode } from "../link/program.ts";
import { timedPlans } from "../link/timed-plans.ts";
import type { CurrencyRule, Product } from "../shared/contract.ts";
import {
  type Amount,
  amountsIn,
  notationOf,
  type Payable,
  payable,
} from "./claim-amounts.ts";
import { isDenied } from "./claim-denied.ts";
import { around, isOfThing, type Subject, subjectOf } from "./claim-subject.ts";
import { eachClaim, type Said } from "./claim-texts.ts";
import { namesOf } from "./claims.ts";
import type { BrandRule, FunnelRule } from "./rule.ts";

/** Words behind which an amount is a price. */
const CUE =
  /\b(?:only|just|pay|paid|prices?(?: of| is|:)?|trial(?: for)?|save|from|instead of|costs?|was|buy|get|for|at|less than|under)\s*$/i;
/** "Less than $5 a week" is true of all that is cheaper. */
const AT_MOST = /\b(?:less than|under|below|up to)\s*$/i;
/** "A month for $29": what a month is paid with, however long what is sold lasts. */
const IN_ALL = /\b(?:day|week|month|year),? for (?:only |just )?$/i;
/** What is sold is not free. */
const FREE =
  /\bfree (?:trial|first (?:day|week|month)\b|for \w+ (?:days?|weeks?|months?)\b)|\b(?:\d+ (?:days?|weeks?|months?)|first (?:day|week|month|\d+ days?)) (?:is |are )?free\b/gi;
/** The same of a button that buys, and of words beside it; elsewhere "it" may be the quiz. */
const TAKEN_FREE =
  /\b(?:claim|get|take|try) (?:it|this|yours) (?:for )?free\b(?! of\b)|\b(?:all|absolutely|completely|entirely|everything(?: here)?(?: is)?|totally|100 ?%) free\b(?!-| (?:of|to|from|time)\b)|\bfree (?:today|now|forever)\b/gi;
/** An amount in a text is one that visitors of this funnel pay, in whatever currency they do. */
export const pricesInWords: FunnelRule = (node) => {
  const lowered = new Map(
    node.codes.flatMap(({ prices }) => Object.entries(prices)),
  );
  return lint(node, node.funnel.products, lowered);
};

/** The same of a brand's own pages, which speak of its whole price list. */
export const brandPrices: BrandRule = ({ brands }) =>
  brands.flatMap(({ pages, products }) => lint(pages, products, new Map()));

function lint(
  node: FunnelNode,
  products: Readonly<Record<string, Product>>,
  lowered: Parameters<typeof payable>[1],
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const names = namesOf(products);
  const { currencies } = node;
  const sold = Object.values(products);
  if (sold.length === 0) return [];
  const notation = notationOf(currencies);
  let known: readonly Payable[] | null = null;
  eachClaim(node, notation.filter, (said) => {
    const at = (words: string) => narrow(node.source, said.path, words);
    const free = freeIn(said, sold, names);
    const isMail = said.path[0] === "mails";
    if (free !== null) found.push(told(free, at(free.words), isMail));
    known ??= payable(sold, lowered);
    const amounts = amountsIn(said.text, notation, currencies);
    if (amounts.length === 0) return;
    const charged = chargedWith(said.sold, node);
    const of = { currencies, names, charged };
    for (const one of claimedIn(said, amounts, known, of)) {
      const { words, truth, product, currencies: paidIn } = one;
      // What is paid is read in another currency by some, whatever is said of it.
      if (truth !== "in-one" && isDenied(said.text, one.from, words)) continue;
      if (truth === "elsewhere")
        found.push(
          diagnose("claim/doubtful", at(words), { words, of: "price" }),
        );
      if (truth === "false") found.push(told(one, at(words), isMail));
      if (truth === "in-one")
        found.push(
          diagnose(
            "claim/one-currency",
            at(words),
            { words, product, paidIn, isMail },
            [],
            product === null || isMail
              ? undefined
              : withPrice(node, said, one, product),
          ),
        );
    }
  });
  return found;
}

/** What is sold, and what takes its place when a countdown ends. */
function chargedWith(
  sold: readonly string[],
  { funnel, traits }: FunnelNode,
): Set<string> {
  const { changes } = timedPlans(funnel, traits);
  const regular = changes.filter(({ product }) => sold.includes(product));
  return new Set([...sold, ...regular.map((one) => declaredCode(one.regular))]);
}

/** The price as each visitor reads it in the place of the amount; nothing is known of them where a title is shown. */
function withPrice(
  { source }: FunnelNode,
  { written, path }: Said,
  { from, words }: Amount,
  product: string,
): Fix | undefined {
  if (["title", "description"].includes(String(path.at(-1)))) return undefined;
  const value = `${written.slice(0, from)}{{ price.${product} }}${written.slice(from + words.length)}`;
  return {
    kind: "suggested",
    changes: [{ kind: "set-value", file: source.file, path, value }],
  };
}

/** An amount that is said of what is sold here, or may be. */
interface Claimed extends Amount {
  readonly subject: Subject;
  /** Whether somebody pays it: nobody, those who pay in one currency (for what another page sells), everybody. */
  readonly truth: "false" | "in-one" | "elsewhere" | "true";
  /** What costs it; null where it is a part of a price. */
  readonly product: string | null;
}

function claimedIn(
  said: Said,
  amounts: readonly Amount[],
  known: readonly Payable[],
  sold: {
    readonly currencies: readonly CurrencyRule[];
    readonly names: readonly string[];
    readonly charged: ReadonlySet<string>;
  },
): Claimed[] {
  const all = codesOf(sold.currencies);
  return amounts.flatMap((amount) => {
    const subject = subjectOfAmount(said, amount, sold.names);
    if (subject === "theirs") return [];
    const { before } = around(said.text, amount.from, amount.words);
    const isAtMost = AT_MOST.test(before);
    const isOfPage = isHeadline(said) && !ELSEWHERE.test(before);
    const costs = known.filter(
      (one) =>
        (!isOfPage || said.sold.includes(one.of)) &&
        (one.period === amount.period ||
          (one.period === null && IN_ALL.test(before))) &&
        amount.currencies.includes(one.currency) &&
        (isAtMost ? one.amount <= amount.amount : one.amount === amount.amount),
    );
    const paidIn = all.filter((each) =>
      costs.some(({ currency }) => currency === each),
    );
    const here = costs.filter(({ of }) => sold.charged.has(of));
    const isElsewhere =
      said.sold.length > 0 && here.length === 0 && !ELSEWHERE.test(before);
    const truth =
      paidIn.length === 0
        ? "false"
        : paidIn.length === all.length
          ? "true"
          : isElsewhere
            ? "elsewhere"
            : "in-one";
    const product =
      (here.length > 0 ? here : costs).find(
        ({ code }) => code !== null && isDeclared(code),
      )?.code ?? null;
    return [{ ...amount, currencies: paidIn, subject, truth, product }];
  });
}

const HEADLINES: ReadonlySet<unknown> = new Set(["heading", "acceptLabel"]);
/** Words before an amount that is not what the page asks for. */
const ELSEWHERE =
  /\b(?:paid|bought|had|instead of|rather than|was|were|less than|under|below|worth|not|no longer)\b/i;

/** Whether words are a page's own about what it sells; those of its sections may be about anything. */
function isHeadline({ sold, path }: Said): boolean {
  return (
    sold.length > 0 && HEADLINES.has(path.at(-1)) && !path.includes("sections")
  );
}

function subjectOfAmount(
  said: Said,
  { from, words, period }: Amount,
  names: readonly string[],
): Subject {
  const { text, sold, isOfPlan } = said;
  const { before, behind } = around(text, from, words);
  if (isOfThing({ before, behind }, names)) return "theirs";
  const isPrice = period !== null || CUE.test(before);
  const subject = subjectOf(before, names);
  const isOfSale = isHeadline(said) || isOfPlan;
  if (subject === "theirs" && isOfSale && CUE.test(before)) return "unclear";
  if (subject === "ours" || subject === "theirs") return subject;
  if (subject === "unclear") return isPrice ? "unclear" : "theirs";
  const isAlone = !/\w/.test(before + behind);
  if (sold.length > 0)
    return isPrice || isOfPlan || isAlone ? "ours" : "unclear";
  return isPrice ? "unclear" : "theirs";
}

/** "Free trial", where everything costs something. */
function freeIn(
  { text, sold, isOfPlan }: Said,
  products: readonly Product[],
  names: readonly string[],
): { readonly words: string; readonly subject: Subject } | null {
  const match = [FREE, ...(sold.length > 0 ? [TAKEN_FREE] : [])]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .find(({ 0: words, index }) => !isDenied(text, index, words));
  if (match === undefined) return null;
  const isFree = products.some(({ prices }) =>
    Object.values(prices).includes(0),
  );
  if (isFree) return null;
  const [words] = match;
  const { before } = around(text, match.index, words);
  const subject = subjectOf(before, names);
  const isOurs = isOfPlan || (sold.length > 0 && subject !== "theirs");
  return { words, subject: isOurs ? "ours" : "unclear" };
}

function told(
  { words, subject }: { readonly words: string; readonly subject: Subject },
  at: Diagnostic["at"],
  isMail: boolean,
): Diagnostic {
  return subject === "ours"
    ? diagnose("claim/other-price", at, { words, isMail })
    : diagnose("claim/doubtful", at, { words, of: "price" });
}
