/**
 * Whose an amount, a share or a saving in a text is: of what is sold here, of something else ("A film ticket is $12"),
 * of nothing that is named ("Only $12"), or nobody can tell without understanding the sentence.
 */
export type Subject = "ours" | "theirs" | "unnamed" | "unclear";

/** The words of a sentence around a claim. */
export interface Around {
  readonly before: string;
  readonly behind: string;
}

/** The end of a sentence: `4.99` and `e.g.` go on. */
const END = /[.!?;:](?=\s)(?<!\b[A-Za-z]\.)|\n/g;
const MARKS = /[*_>#|`]/g;

/** What a text says around `words`, which stand at `from`: in the same sentence, without marks of Markdown. */
export function around(text: string, from: number, words: string): Around {
  const to = from + words.length;
  const starts = [...text.slice(0, from).matchAll(END)];
  const start = starts.at(-1);
  const stop = text.slice(to).search(END);
  return {
    before: text
      .slice(start === undefined ? 0 : start.index + 1, from)
      .replaceAll(MARKS, " "),
    behind: text
      .slice(to, stop === -1 ? undefined : to + stop)
      .replaceAll(MARKS, " "),
  };
}

/** What stands before the subject: "In one study, ", "Instead of $29, ". */
const FRAME =
  /^\s*(?:in|on|at|after|before|during|for|with|by|as|when|while|if|since|last|instead of|and|but|so|then)\b[^,]{0,60},\s*/i;
/** Words by which a price is said without a subject: "Only $3.99", "Now save 20%". */
const BARE =
  /^(?:only|just|from|now|today|for|pay|get|take|save|saving|start|starting|try|at|as|low|less|than|instead|of|up|to|another|a|an|further|extra|off|yours|now|here|buy|have|and|or|then|was|with|your|all|costs?|total|price)$/i;
/** What is sold, as texts call it; a pronoun speaks of what the page is about. */
const OURS =
  /\b(?:plans?|access|subscriptions?|memberships?|packs?|packages?|offers?|trials?|courses?|programm?es?|program|gifts?|orders?|payments?|prices?|renewals?|checkout)\b|\b(?:it|this|these|they|that|everything|something|all of (?:it|this))(?:'s|\u2019s)?\s+(?:is|are|was|were|costs?|comes?|renews?|for|only|just|saves?|smaller)\b|\bit['\u2019]s\b|^(?:all |your |the |another )?(?:\d+|one|two|three|four|six|eight|ten|twelve)[ -](?:(?:more|further|extra|additional) )?(?:days?|weeks?|months?|years?)\b|^(?:another|an? (?:extra|further|additional|more)) (?:day|week|month|year)\b/i;
/** "The price of a coffee": a price of something else. */
const OTHER_PRICE =
  /\b(?:price|cost)s? of (?:an?|one|two|three|your|their|my|peace|life|being|doing)\b/i;
/** A subject that may well be what is sold, by another word: "The app", "Our library". */
const DEFINITE = /^(?:the|our|your|that|this|those|these)\s/i;
const VISITOR = /^(?:you|we|(?:and|so|then) you)\b/i;
const SOLD_FOR = /\b(?:pay|paid|buy|bought|charged?|costs?)\b/i;

/** Only so many words can be the subject; behind them stands what is said of it. */
const SUBJECT_WORDS = 6;

/**
 * Whom the words before a claim speak of.
 * @param names what is sold here is called, in lower case
 */
export function subjectOf(before: string, names: readonly string[]): Subject {
  const lead = before.replace(FRAME, "").replace(/^[\s"“'‘(–-]+/, "");
  const words = lead.split(/[\s,]+/).filter((word) => word !== "");
  if (words.every((word) => BARE.test(word))) return "unnamed";
  const subject = words.slice(0, SUBJECT_WORDS).join(" ");
  if (OTHER_PRICE.test(lead)) return "theirs";
  const lower = subject.toLowerCase();
  if (OURS.test(subject) || names.some((name) => lower.includes(name)))
    return "ours";
  if (VISITOR.test(subject)) return SOLD_FOR.test(lead) ? "ours" : "unclear";
  return DEFINITE.test(subject) || SOLD_FOR.test(words[0] ?? "")
    ? "unclear"
    : "theirs";
}

/** "A $5 coffee": what an amount stands before; not what is given to the visitor, "get a $5 guide". */
const OF_A =
  /(?<!\b(?:get|claim|take|try|add|unlock|receive|have|save|with) )\ban?\s*$/i;
const THING = /^[ -]([a-z][a-z'\u2019-]*(?: [a-z'\u2019-]+){0,2})/i;
/** Behind an amount these say how it is paid, or are an amount of money themselves. */
const NO_THING =
  /^(?:an?|the|per|each|every|for|of|off|in|on|at|to|and|or|once|only|now|today|more|less|extra|further|days?|weeks?|months?|years?|values?|worth|discounts?|savings?|bonus|deals?|fees?|charges?|bills?|coupons?|vouchers?|credits?|refunds?|deposits?|reductions?|upgrades?|apps?)\b/i;

/** Whether an amount is the price of a thing that is named behind it, and not sold here: "less than a $5 coffee". */
export function isOfThing(
  { before, behind }: Around,
  names: readonly string[],
): boolean {
  const [, thing] = (OF_A.test(before) && THING.exec(behind)) || [];
  if (thing === undefined || NO_THING.test(thing) || OURS.test(thing))
    return false;
  const lower = thing.toLowerCase();
  return !names.some((name) => lower.includes(name));
}

const OBJECT =
  /^\s*(?:of|off(?=\s+(?:my|your|their|his|her|our|the|all|every|any)\b)|on|from)\s+([^,]{1,40})/i;
const OUR_OBJECT =
  /\b(?:price|plans?|orders?|payments?|purchases?|subscriptions?|memberships?|packs?|courses?|offers?|everything|it|them|all of it|first (?:day|week|month|year))\b/i;

/** What a saving is of, by the words behind it: "save 20% of their evenings"; null where they do not say. */
export function objectOf(
  behind: string,
  names: readonly string[],
): Subject | null {
  const [, object] = OBJECT.exec(behind) ?? [];
  if (object === undefined) return null;
  const lower = object.toLowerCase();
  return OUR_OBJECT.test(object) || names.some((name) => lower.includes(name))
    ? "ours"
    : "theirs";
}
