import { around } from "./claim-subject.ts";

/** "We never have", "nothing is": what follows in the same clause is denied. */
const DENIES =
  /(?<!\bwhy )\b(?:not|never|nothing|nobody|none|nor|cannot)\b|(?<!\bwhy \w{2,5})n['\u2019]t\b/gi;
/** "No free trial", "without 50% off": what they stand before is denied. */
const NO = /\b(?:no|without)\b/gi;

/** Where a clause ends. "And" joins two of them where more than what is counted stands behind it. */
const CLAUSE =
  /[,;:()\u2013\u2014]|\s-\s|\b(?:but|yet|so|then|because|instead|and(?=\s+[^\s"'\u201c\u2018]))\b/i;
/** "Coupons, countdowns or 50% off": a list, which its commas do not end. */
const LISTED = /\b(?:or|nor)\s+(?:(?:an?|any)\s+)?["'\u201c\u2018]?\s*$/i;

/** Behind these, what is denied is something else: "not only $1", "don't miss 50% off", "you won't believe". */
const LEAVES =
  /^\s*you\b|\b(?:only|just|merely|more|less|fewer|over|under|above|below|better|cheaper|miss|wait|worry|lose|let|forget|hesitate|believe|beats?|pass|skip|regret|wrong|need(?! to (?:pay|buy)\b)|sure|until|unless|elsewhere|else|while|when|if|see|seen|find|leave|late|throw|ignore|rush|used?|claimed|started|again|to (?:save|get|take|claim|lose))\b/i;
/** Behind what is claimed, these say as much: "you won't get it for $9 again". */
const LEAVES_BEHIND = /^[^,;.!?]*\b(?:again|anywhere|elsewhere|yet)\b/i;
/** A "no" reaches no further than what it belongs to: "no subscription for $25", "no card needed: you pay $25". */
const LEAVES_NO =
  /\b(?:for|at|from|with|your?|our|we|it|they|pay|needed|required)\b/i;

/** Whether a text denies what `words`, which stand at `from`, claim: "we have no free trial", "nothing is half price". */
export function isDenied(text: string, from: number, words: string): boolean {
  const { before, behind } = around(text, from, words);
  const clauses = LISTED.test(before) ? [before] : before.split(CLAUSE);
  const clause = clauses.at(-1) ?? "";
  const found = [...clause.matchAll(DENIES), ...clause.matchAll(NO)];
  const [denial, ...others] = found;
  // Two of them deny each other: "don't leave without 50% off".
  if (denial === undefined || others.length > 0) return false;
  const [word] = denial;
  const between = clause.slice(denial.index + word.length);
  const isNo = /^(?:no|without)$/i.test(word);
  return !(
    LEAVES.test(between) ||
    LEAVES_BEHIND.test(behind) ||
    (isNo && LEAVES_NO.test(between))
  );
}
