import type { Path } from "../diagnostics/span.ts";
import { eachText } from "./each-text.ts";

/** A sentence by which a page says that something comes by mail. */
export interface MailPromise {
  /** The moment at which that mail is sent; null: what the sentence speaks of is never sent. */
  readonly moment: "payment.taken" | null;
  readonly words: string;
  readonly path: Path;
}

const MAIL = String.raw`(?:by|per|an?|your) e?-?mail|inbox`;
/** A sentence is looked at by itself: `[^.!?\n]` stays within it. */
const WITHIN = String.raw`[^.!?\n]{0,80}`;
const INBOX = String.raw`(?:e-?mails?|inbox|mail(?:box)?)`;
/** "Check your inbox": told to do so, not asked how often one does. */
const CHECK = String.raw`(?:^|[.!?:]\s+|\b(?:please|then|now)\s+)check your ${INBOX}\b`;
const RECEIPT = new RegExp(
  String.raw`${CHECK}${WITHIN}\b(?:receipt|confirmation|order)\b|\b(?:receipt|confirmation)\b${WITHIN}\b(?:on its way|(?:comes?|arrives?|is sent|will be sent|follows)\b${WITHIN}\b(?:${MAIL}))`,
  "i",
);
const OTHER = new RegExp(
  [
    String.raw`\b(?:we|we've|we have|we'll|we will|i)\s+(?:just\s+)?(?:sent|emailed|mailed|send|email|mail)\s+(?:it|them|you|your|the)\b${WITHIN}(?:\b(?:to|${MAIL})\b|\{\{)`,
    String.raw`\b(?:plan|card|gift|guide|drawings|practice|code|link|letter)\b${WITHIN}\bon its way (?:to|by)\b`,
    String.raw`\bwhere (?:shall|may|should|can|do) (?:we|i) send\b`,
    String.raw`\b(?:your )?(?:plan|card|gift|guide), by e?-?mail\b`,
    String.raw`${CHECK}(?=$|[.!:,]| (?:in a (?:minute|moment|few)|now|for|to confirm|and)\b)`,
    String.raw`\b(?:it|plan|guide|link|results?)\b[^.!?\n]{0,40}\b(?:is|are|waits?|lands?|arrives?)\b[^.!?\n]{0,30}\bin your ${INBOX}\b`,
    String.raw`\ban e?-?mail (?:tells|brings|follows)\b`,
  ].join("|"),
  "i",
);

/** Every promise has one of these words; most texts have none of them. */
const MAY_PROMISE = /mail|inbox|sen[dt]|receipt|confirmation|on its way/i;

/** What the texts below a value promise; the legal pages of a brand speak of what its people do, and are not asked. */
export function promisesIn(value: unknown, path: Path): MailPromise[] {
  const found: MailPromise[] = [];
  eachText(value, path, (text, at) => {
    if (MAY_PROMISE.test(text)) found.push(...promisesOf(text, [...at]));
  });
  return found;
}

function promisesOf(text: string, path: Path): MailPromise[] {
  const [receipt] = RECEIPT.exec(text) ?? [];
  if (receipt !== undefined)
    return [{ moment: "payment.taken", words: receipt, path }];
  const [other] = OTHER.exec(text) ?? [];
  return other === undefined ? [] : [{ moment: null, words: other, path }];
}
