import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { eachText } from "../link/each-text.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelNode } from "../link/program.ts";
import { sectionsOfPages, traitsOf } from "../link/sections-written.ts";
import { isPassing, isUnder, textFilter } from "../link/texts.ts";
import { data, text } from "../schema/read.ts";
import { around } from "./claim-subject.ts";
import { NAMES } from "./claim-texts.ts";
import type { FunnelRule } from "./rule.ts";
import { writtenStep } from "./step-span.ts";

/** Where a sentence begins or ends, or a part of one. */
const OPENING = String.raw`(?<=(?:^|[.!?:;,(\n]|\s[\u2013\u2014-])[\s*_]*)`;
const ENDING = String.raw`(?=[ *_]*(?:[.!?:;,)\n\u2013\u2014]|$| and (?:your?|the|we)\b))`;
/** What is said of a payment that was made. */
const TAKEN = String.raw`(?:successful|received|completed?|confirmed)`;
/** Words by which a page says that the visitor has paid. "It is paid once" is about a price. */
const CLAIM = new RegExp(
  [
    String.raw`\b(?:that|this|it|all|everything|your [\w-]+) (?:is|has been) paid(?: for)?\b(?! (?:once|by|in|monthly|weekly|yearly|every)\b)`,
    String.raw`\b(?:your |the )?payment (?:has )?(?:went|gone|came|come) through\b`,
    String.raw`\byour payment (?:was|has been) (?:successfully )?${TAKEN}\b`,
    String.raw`(?:${OPENING}|\b(?:your|the|this) )payment (?:was|has been|is|is now) ${TAKEN}${ENDING}`,
    String.raw`${OPENING}(?:your |the )?payment ${TAKEN}${ENDING}`,
    String.raw`\byour (?:order|purchase) (?:is|has been) (?:complete|completed|confirmed)\b`,
    String.raw`\b(?:thank you|thanks) for (?:your (?:order|purchase|payment)|buying|ordering)\b`,
    String.raw`\byou(?:'ve| have) (?:just )?(?:paid|bought)\b(?! nothing)`,
  ].join("|"),
  "gi",
);

const CLAIMING = textFilter((written) => written.search(CLAIM) !== -1);

/** Words before a claim that make it one of what may come: "Once your payment has gone through". */
const CONDITION =
  /^\W*if\b|\b(?:if|once|when|whenever|after|until|till|before|unless|whether|where|in case|as soon as|the (?:moment|minute|second|day))\b[^,]*$/i;
/** "We return what you have paid." */
const RELATIVE = /\b(?:what|whatever)\s*$/i;
/** "A mail says that your payment was received." */
const REPORTED =
  /\b(?:e?-?mails?|messages?|notes?|letters?|receipts?|says?|tells?|see|check|confirms?)\b[^,]*\bthat\s*$/i;
/** Where "you have paid" is a sentence; behind a noun it only says which: "the plan you have bought". */
const CLAUSE = /(?:^|[,(\u2013\u2014-]|\b(?:and|so|now|because))\s*$/i;
const YOU = /^you/i;
/** What follows where sections tell how a price is paid, or that it goes back: "It is paid twice a year." */
const MANNER = /^ (?:twice|daily|annually|per|each|back)\b/i;

/** The properties by which pages speak; what is left out is shown to those who have paid once. */
const SAID = ["heading", "text", "empty"] as const;

/** A page behind an offer has an address: whoever opens it without having bought must not be told that it is paid. */
export const claimsPayment: FunnelRule = (node) => [
  ...inPages(node),
  ...inSections(node),
];

function inPages(node: FunnelNode): Diagnostic[] {
  const { funnel, source, origins, traits } = node;
  return funnel.steps.flatMap(({ page }, i) => {
    const own = traits.pages[page];
    const origin = origins[i];
    if (own === undefined || origin === undefined || own.flow === "forward")
      return [];
    const step = data(writtenStep(node, i));
    const sides = [
      { said: step, path: origin },
      {
        said: data(data(step.experiment).b),
        path: [...origin, "experiment", "b"],
      },
    ];
    return sides.flatMap(({ said, path }) =>
      SAID.flatMap((key) => {
        const words = claimIn(text(said[key]));
        if (words === null || own.buyersOnly.includes(key)) return [];
        const at = narrow(source, [...path, key], words);
        const keys = own.buyersOnly;
        return [diagnose("text/claims-payment", at, { words, keys })];
      }),
    );
  });
}

/** Whoever opens such a page sees its sections, but for those that are there for buyers. */
function inSections({ source, traits }: FunnelNode): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { page, shown } of sectionsOfPages(source)) {
    const own = traits.pages[page];
    if (own === undefined || own.flow === "forward") continue;
    const keys = own.buyersOnly;
    for (const { section, path } of shown) {
      if (traitsOf(section, traits)?.buyersOnly === true) continue;
      eachText(section, path, (written, place) => {
        const words = isUnder(NAMES, place.slice(path.length))
          ? null
          : claimIn(written, true);
        if (words === null) return;
        const at = narrow(source, [...place], words);
        found.push(diagnose("text/claims-payment", at, { words, keys }));
      });
    }
  }
  return found;
}

/** The first words of a text that claim a payment; null where none do. A question claims nothing, nor do terms in a section. */
function claimIn(written: string, isSection = false): string | null {
  if (!isPassing(written, CLAIMING)) return null;
  const isTerm = (words: string, before: string, behind: string) =>
    MANNER.test(behind) || (YOU.test(words) && !CLAUSE.test(before));
  const claim = [...written.matchAll(CLAIM)].find(({ 0: words, index }) => {
    const { before, behind } = around(written, index, words);
    const end = written[index + words.length + behind.length];
    return (
      end !== "?" &&
      !CONDITION.test(before) &&
      !RELATIVE.test(before) &&
      !REPORTED.test(before) &&
      !(isSection && isTerm(words, before, behind))
    );
  });
  return claim?.[0] ?? null;
}
