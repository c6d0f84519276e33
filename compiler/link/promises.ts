import type { Path } from "../diagnostics/span.ts";
import type { Data } from "../schema/read.ts";
import { pathOf, textFilter, textsWith } from "./texts.ts";

/** A sentence by which a page says that something comes by mail, or is given as a link. */
export interface MailPromise {
  /** The moments at which such a mail is sent, of which one is enough; none: what is spoken of is never sent. */
  readonly moments: readonly string[];
  readonly words: string;
  readonly path: Path;
}

/** The link of a gift, which is no mail of its own. */
export const GIFT = "gift.link";
/** A call by somebody who would need a number, which no visitor leaves. */
export const CALL = "call";
/** Of the mail to whoever has left an email. */
export const CONTACT = "contact.stored";
const RECEIPT = "payment.taken";
/** Before the next payment of a plan. */
export const UPCOMING = "renewal.upcoming";

const BY_MAIL = String.raw`(?:by|per|an?|your) e?-?mail|inbox`;
/** A sentence is looked at by itself: `[^.!?\n]` stays within it. */
const WITHIN = String.raw`[^.!?\n]{0,80}`;
const INBOX = String.raw`(?:e-?mails?|inbox|mail(?:box)?)`;
/** "Check your inbox": told to do so, not asked how often one does. */
const CHECK = String.raw`(?:^|[.!?:]\s+|\b(?:please|then|now)\s+)check your ${INBOX}\b`;
const COMES = String.raw`(?:comes?|arrives?|is sent|will be sent|follows|reach(?:es)? you)`;
const WE_SEND = String.raw`\b(?:we|we've|we have|we'll|we will|i)\s+(?:just\s+)?(?:sent|emailed|mailed|send|email|mail)\s+(?:it|them|you|your|the)\b`;
const PLAN = String.raw`(?:plan|results?|summary|profile|routine|guide|drawings?|practice|deck|letter)`;
/** Of which nothing is ever sent. */
const OTHER = String.raw`(?:card|code|coupon)`;

/** Nothing is sent on paper, nor to a phone. */
const BY_POST = String.raw`(?:by|in the|through the) post\b`;
const BY_TEXT = String.raw`(?:by|via|per|as an?|in an?) (?:sms|text(?: message)?)\b`;
const ON_PAPER = String.raw`(?:certificate|letter|card|booklet|book|workbook|poster|print|parcel|package|gift|copy)`;
/** "If you ask, we send you a copy by post" is about what somebody does by hand. */
const UNASKED = String.raw`(?<!\b(?:if|whoever|request|asks?|asked)\b[^.!?\n]{0,100})(?!\s+(?:nothing|no|none)\b)`;
const ON_REQUEST = String.raw`(?!${WITHIN}\b(?:if|request|ask)\b)`;
/** "We text you the link"; not "we text the way we talk". */
const WE_TEXT = String.raw`\b(?:we|we've|we have|we'll|we will)\s+(?:just\s+)?text(?:ed)?\s+you\b`;

const PHONES = String.raw`(?:call|ring|phone)`;
/** "We call you tomorrow"; not "what may we call you?" */
const WE_CALL = String.raw`\b(?:we|we'll|we will|somebody will|someone will)\s+${PHONES}\s+you\s+(?:back|soon|today|tomorrow|tonight|within|(?:on|in) (?:the|this)|(?:next|this) \w+day|by phone)\b`;

/** What an app says there is its own. */
const BEFORE_RENEWAL = String.raw`\bbefore\b${WITHIN}\b(?:renew\w*|charged|billed|next payment|trial ends|plan ends)`;
const WE_WRITE = String.raw`\b(?:we|we'll|we will)(?: also| always)? (?:e?-?mail you|write to you|(?:remind|tell|warn|notify) you by e?-?mail|send you (?:an e?-?mail|a reminder))\b`;
const YOU_GET = String.raw`\byou(?:'ll| will)? (?:get|receive) (?:an e?-?mail|a reminder)\b`;
const IN_APP = String.raw`(?!${WITHIN}\bapp\b)`;

/** What is promised, the first that fits counts: at which moments such a mail is sent, and by which words. */
const PROMISES: readonly (readonly [
  moments: MailPromise["moments"],
  words: RegExp,
])[] = [
  [
    [RECEIPT],
    anyOf(
      String.raw`${CHECK}${WITHIN}\b(?:receipt|confirmation|order)\b`,
      String.raw`\b(?:receipt|confirmation)\b${WITHIN}\b(?:on its way|${COMES}\b${WITHIN}\b(?:${BY_MAIL}))`,
      String.raw`${WE_SEND}${WITHIN}\b(?:receipt|confirmation)\b`,
    ),
  ],
  [
    ["subscription.cancelled"],
    anyOf(
      String.raw`\bcancel\w*\b${WITHIN}\b(?:confirm\w*|told?)\b${WITHIN}\b(?:${BY_MAIL})`,
      String.raw`\bconfirm\w*\b${WITHIN}\bcancel\w*\b${WITHIN}\b(?:${BY_MAIL})`,
    ),
  ],
  [
    ["payment.refunded"],
    anyOf(
      String.raw`\brefund\w*\b${WITHIN}\bconfirm\w*\b${WITHIN}\b(?:${BY_MAIL})`,
      String.raw`\bconfirm\w*\b${WITHIN}\brefund\w*\b${WITHIN}\b(?:${BY_MAIL})`,
    ),
  ],
  [
    [UPCOMING],
    anyOf(
      String.raw`(?:${WE_WRITE}|${YOU_GET}|\b(?:e?-?mail|reminder) ${COMES}\b)${UNASKED}${IN_APP}${WITHIN}${BEFORE_RENEWAL}${ON_REQUEST}`,
      String.raw`(?:\b[\w-]+ (?:day|week|month)s? )?${BEFORE_RENEWAL}${WITHIN}(?:${WE_WRITE}|${YOU_GET})${UNASKED}${IN_APP}${ON_REQUEST}`,
    ),
  ],
  [
    [GIFT],
    anyOf(
      String.raw`\blinks?\b[^.!?\n]{0,20}\bpass(?:ed)? (?:it )?on\b`,
      String.raw`\bpass (?:it|them|this|the gift) on\b${WITHIN}\blink\b`,
      String.raw`\bgift\b${WITHIN}\b(?:as|get) a link\b`,
    ),
  ],
  [
    [CALL],
    anyOf(
      String.raw`${WE_CALL}${UNASKED}${IN_APP}${ON_REQUEST}`,
      String.raw`\b(?:what|which) (?:phone |mobile )?number (?:shall|should|may|can|do) we ${PHONES}\b`,
    ),
  ],
  [
    [],
    anyOf(
      String.raw`${WE_SEND}${WITHIN}\b${OTHER}\b`,
      String.raw`\b(?:${OTHER}|gift)\b${WITHIN}\bon its way (?:to|by)\b`,
      String.raw`\b(?:${OTHER}|gift), by e?-?mail\b`,
      String.raw`\bwhere (?:shall|may|should|can|do) (?:we|i) send ${WITHIN}\b${OTHER}\b`,
      String.raw`${WE_SEND}${UNASKED}${WITHIN}\b(?:${BY_POST}|${BY_TEXT})${ON_REQUEST}`,
      String.raw`${WE_TEXT}${UNASKED}(?=\s+(?:an?|the|your|it|them|when|as soon|once|every|each)\b|[.!,])`,
      String.raw`\byou (?:will )?(?:get|receive)${UNASKED} (?:an?|the|your) ${WITHIN}\bfrom us\b${WITHIN}\b${BY_POST}`,
      String.raw`\byour (?:own |personal |printed )?(?:${ON_PAPER}|${PLAN}) ${COMES}${UNASKED}${WITHIN}\b${BY_POST}`,
    ),
  ],
  [
    [CONTACT],
    anyOf(
      String.raw`${WE_SEND}${WITHIN}(?:\b(?:to|${BY_MAIL})\b|\{\{)`,
      String.raw`${WE_SEND}\s+(?:own |personal )?${PLAN}\b`,
      String.raw`\b(?:${PLAN}|link)\b${WITHIN}\bon its way (?:to|by)\b`,
      String.raw`\bwhere (?:shall|may|should|can|do) (?:we|i) send\b`,
      String.raw`\bwhere (?:shall|does|do|should|may) (?:your|the) ${PLAN} (?:go|be delivered|be sent)\b`,
      String.raw`\b(?:your )?${PLAN}, by e?-?mail\b`,
      String.raw`\b(?:it|link|${PLAN})\b[^.!?\n]{0,40}\b(?:is|are|waits?|lands?|arrives?)\b[^.!?\n]{0,30}\bin your ${INBOX}\b`,
      String.raw`\bto send (?:you )?(?:it|your|the) ${PLAN}\b`,
      String.raw`\b(?:to an|the) (?:e-?mail )?address (?:that|which) only you read\b`,
      String.raw`\bone (?:letter|e?-?mail)\b[^.!?\n]{0,20}\b(?:your ${PLAN}|the way back)\b`,
    ),
  ],
  // Whoever has bought something, or left an email, finds one.
  [
    [CONTACT, RECEIPT],
    anyOf(
      String.raw`${CHECK}(?=$|[.!:,]| (?:in a (?:minute|moment|few)|now|for|to confirm|and)\b)`,
      String.raw`\ban e?-?mail (?:tells|brings|follows)\b`,
    ),
  ],
];

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join("|"), "i");
}

/** Every promise has one of these words; most texts have none of them. */
const MAY_PROMISE =
  /mail|inbox|sen[dt]|receipt|confirm|on its way|pass(?:ed)?\b.*\bon|address|where|letter|link|\b(?:call|ring|phone)\b|\bpost\b|\btext(?:ed)? you|remind|write to you/i;

const PROMISING = textFilter(
  (text) =>
    MAY_PROMISE.test(text) &&
    PROMISES.some(([, pattern]) => pattern.test(text)),
);

/** What the pages of a file promise; its mails are what is sent. */
export function promisesOf(file: Data): MailPromise[] {
  return textsWith(file, PROMISING).flatMap(({ text, place }) => {
    const path = pathOf(place);
    return PAGES.has(String(path[0])) ? promisesIn(text, path) : [];
  });
}

const PAGES: ReadonlySet<string> = new Set(["questions", "pages", "shared"]);

/** One of each kind is enough to know of. */
function promisesIn(text: string, path: Path): MailPromise[] {
  const found: MailPromise[] = [];
  for (const [moments, pattern] of PROMISES) {
    const [words] = pattern.exec(text) ?? [];
    // What one kind has found is no promise of another.
    const isNew = found.every(
      (one) => words === undefined || !overlaps(one.words, words),
    );
    if (words !== undefined && isNew) found.push({ moments, words, path });
  }
  return found;
}

function overlaps(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one);
}
