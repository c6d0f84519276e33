import { data, items, text } from "../schema/read.ts";
import type { Path } from "../diagnostics/span.ts";
import type { FunnelNode } from "./program.ts";
import { isUnder, pathOf, textFilter, textsWith } from "./texts.ts";

/** A sentence by which a text says where data stays or who sees it. */
export interface PrivacyClaim {
  readonly kind:
    | "answers-stay"
    | "answer-stays"
    | "answers-go"
    | "contact-unshared"
    | "contact-unkept"
    | "nothing-leaves"
    | "untracked"
    | "asked-first"
    | "no-cookies"
    | "nobody-else"
    | "posthog-in-europe"
    | "posthog-in-america"
    | "posthog-unused";
  readonly words: string;
  readonly path: Path;
  /** The text that it stands in: what is said around it counts. */
  readonly context: string;
  /** The question it stands on; null where it stands elsewhere. */
  readonly step: string | null;
}

/** A sentence is looked at by itself: `[^.!?\n]` stays within it. */
const WITHIN = String.raw`[^.!?\n]{0,80}`;
const NEAR = String.raw`[^.!?\n]{0,30}`;
const NOT = String.raw`(?:never|not|(?:do|does|is|are|will|wo|ca)n['’]t|cannot)`;
const HERE = String.raw`(?:browser|device|phone|computer)\b`;
const STAYS = String.raw`(?:stays?|remains?|lives?|(?:is|are) kept|(?:will )?never leaves?|(?:do(?:es)? not|do(?:es)?n['’]t|will not|won['’]t) leave)\b`;
const NOBODY = String.raw`(?:nobody|no ?one|no-one)`;
const SEES = String.raw`(?:sees?|reads?|knows?|learns?|gets? to (?:see|know|read))`;

/** What a visitor answers, and what says who they are. */
const TOLD = String.raw`what(?:ever)? you(?:['’]ve| have)? (?:answer|tell|told|say|said|write|wrote|written|type|choose|chose|enter)(?:ed|d)?`;
const ANSWERS = String.raw`(?:\b(?:answers|responses|replies)|\b${TOLD})\b`;
const PERSON = String.raw`(?:e-?mail(?: address(?:es)?)?|name|(?:contact |personal |your )(?:details|data|information)|data)`;
const SHARED = String.raw`(?:shared?|sharing|pass(?:ed)? (?:it |them |\w+ )?on|given? away|hand(?:ed)? (?:it |them )?(?:over|on)|disclosed?|given? (?:it |them )?to|told? to)`;
const KEPT = String.raw`(?:sent|send|stored?|saved?|record(?:ed)?|collect(?:ed)?|kept|keep|transmit(?:ted)?|upload(?:ed)?)`;
const PRIVATE = String.raw`(?:is|are|stays?|remains?|(?:is|are) kept) (?:strictly |completely |entirely |always )?(?:private|confidential|secret|anonymous|between us)`;

const CLAIMS: readonly (readonly [PrivacyClaim["kind"], RegExp])[] = [
  [
    "answers-stay",
    anyOf(
      String.raw`${ANSWERS}${WITHIN}\b${STAYS}${WITHIN}\b(?:${HERE}|with you\b)`,
      String.raw`\bthey ${STAYS}${WITHIN}${HERE}`,
      String.raw`${ANSWERS} (?:is|are|will be|get) ${NOT} (?:ever |be )*(?:${SHARED}|${KEPT}|seen|read|sold or ${SHARED})\b`,
      String.raw`${ANSWERS} (?:will )?(?:isn['’]t|aren['’]t|won['’]t be|never get) (?:ever )?(?:${SHARED}|${KEPT}|seen|read)\b`,
      String.raw`\bwe (?:\w+ )?${NOT} (?:ever )?(?:${SHARED}|${KEPT}|see|read|look at)\b${NEAR}${ANSWERS}`,
      String.raw`\b(?:nothing|none of what|not a word of what) (?:that )?you (?:answer|tell|say|write|type|choose|enter)\b${NEAR}\b(?:${SHARED}|${KEPT}|leaves?|goes|reaches)\b`,
      String.raw`\b(?:only you|${NOBODY}(?: else)?(?: but you)?) (?:can |will |may |ever )*${SEES} (?:\w+ )?(?:(?:your|the|these) (?:answers|responses|replies)|${TOLD})\b`,
      String.raw`\b(?:not even we|neither do we) (?:can |will )?${SEES}\b`,
      String.raw`\bwe (?:can ?not|can['’]t|never|do not|don['’]t) (?:even |ever )?${SEES}\b${NEAR}${ANSWERS}`,
      String.raw`${ANSWERS} ${PRIVATE}\b`,
    ),
  ],
  [
    "answer-stays",
    anyOf(
      String.raw`\b(?:your answer|it|this) ${STAYS}${WITHIN}${HERE}`,
      String.raw`\bonly this ${HERE}${WITHIN}\bknows\b`,
      String.raw`\bnobody is told\b`,
      String.raw`\b${NOBODY} (?:else )?but you(?:rself)? (?:can |will |ever )*${SEES}\b`,
      String.raw`\b${NOBODY} (?:can |will |ever )*${SEES} (?:it|this|them|that) (?:but|except|besides) you\b`,
      String.raw`\bonly you (?:can |will |ever )*${SEES} (?:it|this|them)\b`,
      String.raw`\b(?:for|meant for) your eyes only\b`,
      String.raw`\b(?:your answer|it|this|that|what you say|all of it) (?:will )?(?:stays?|remains?|is) (?:just |strictly )?between (?:you and me|the two of us|us)\b`,
    ),
  ],
  [
    "answers-go",
    anyOf(
      String.raw`${ANSWERS} (?:is|are|will be|get) (?:deleted|erased|wiped|forgotten|removed|destroyed)\b(?! (?:if|at once|when) you (?:ask|clear|want))`,
      String.raw`\bwe (?:delete|erase|wipe|forget|remove|destroy) ${NEAR}${ANSWERS}(?! (?:if|at once|when) you (?:ask|clear|want))`,
    ),
  ],
  [
    "contact-unshared",
    anyOf(
      String.raw`\byour ${PERSON}${NEAR}\b(?:is|are|will|gets?) ${NOT} (?:ever |be )*(?:sold or |sold, rented or |rented or )?${SHARED}\b`,
      String.raw`\byour ${PERSON} (?:isn['’]t|aren['’]t|won['’]t be) (?:ever )?(?:sold or )?${SHARED}\b`,
      String.raw`\bwe (?:\w+ )?${NOT} (?:ever )?(?:sell or |sell, rent or |rent or )?${SHARED}\b${NEAR}\b(?:your ${PERSON}|data|anything|it|them)\b`,
      String.raw`\byour ${PERSON} (?:${PRIVATE}|stays? with us)\b`,
      String.raw`\b${NOBODY} (?:else |but us )?(?:ever |will )?(?:sees?|gets?|learns?|reads?|knows?) your ${PERSON}\b`,
    ),
  ],
  [
    "contact-unkept",
    anyOf(
      String.raw`\bwe (?:\w+ )?${NOT} (?:ever )?(?:${KEPT}|know|ask for|need)\b (?:any )?(?:your |of your )?(?:${PERSON}|who you are)`,
      String.raw`\byour ${PERSON} (?:is|are|will) ${NOT} (?:ever |be )*${KEPT}\b`,
      String.raw`\bno (?:e-?mail(?: address)?|names?) (?:is |are )?(?:needed|required|asked|stored|kept|saved)\b`,
      String.raw`\b(?:we ${KEPT} no|no) (?:personal )?data (?:is |are |about you|at all|of yours)`,
      String.raw`\b(?:you|quiz|visits?|all|everything|this|it)(?: here)?(?: (?:is|are|stays?|remains?)|['’]s) (?:completely |fully |entirely |totally |100 ?% )?anonymous\b`,
      String.raw`\b(?:completely|fully|entirely|totally|100 ?%) anonymous\b`,
      String.raw`(?:^|[.!?]\s+|,\s+|\band )anonymous(?:ly)?(?:[.!,]|$| and\b)`,
    ),
  ],
  [
    "nothing-leaves",
    anyOf(
      String.raw`\bnothing (?:ever )?leaves (?:this|your|the) ${HERE}`,
      String.raw`\bnothing (?:here )?(?:is|gets|will be) (?:ever )?(?:sent|stored|saved|recorded|shared|collected|transmitted|uploaded)\b(?: anywhere| to (?:us|any\w+|a server|the internet|our)| by us| about you| online|[.!,]|$)`,
      String.raw`\bwe (?:store|save|keep|collect|record|know) nothing\b(?: about you| at all| here|[.!,]|$)`,
      String.raw`\bno data (?:ever )?leaves\b`,
      String.raw`\b(?:everything|all (?:of )?(?:it|this|that)|your data) ${STAYS}${WITHIN}${HERE}`,
      String.raw`\b(?:nothing is|we do not|we don['’]t|we never) log(?:ged)?\b(?: anything|[.!,]|$)`,
    ),
  ],
  [
    "untracked",
    anyOf(
      String.raw`\b(?:no|without|free of|zero) (?:any )?(?:track(?:ing|ers?)|analytics|profiling)\b(?! number)`,
      String.raw`\b(?:we|nobody|no one|this (?:site|page|quiz)) (?:\w+ )?(?:${NOT} )?(?:ever )?(?:track|follow|measure|profile|spy on)s? (?:you|visitors|your visit|what you do|anyone|anybody)\b`,
      String.raw`\b${NOT} (?:use|run|load|have) (?:any )?(?:google )?(?:analytics|trackers?|tracking)\b`,
      String.raw`\byou (?:are|will) ${NOT} (?:ever |be )*(?:tracked|followed|measured|profiled)\b`,
      String.raw`\b(?:tracker|tracking)-free\b`,
    ),
  ],
  [
    "asked-first",
    anyOf(
      String.raw`\bonly (?:\*\*)?(?:if|when|after) you (?:have )?(?:agreed?|said yes|say yes|allow(?:ed)?)\b(?! to the\b)`,
      String.raw`\b(?:we|you are) ask(?:ed)?(?: you)? first\b`,
      String.raw`\b(?:only with|${NOT}${WITHIN}\bwithout) your (?:consent|permission|agreement)\b`,
    ),
  ],
  [
    "no-cookies",
    anyOf(
      String.raw`\b(?:no|without|free of|zero|never (?:set|use)) (?:any )?cookies\b`,
      String.raw`\b(?:do|does) ?(?:not|n['’]t) (?:even )?(?:use|set|need|have|store|want) (?:any )?cookies\b`,
      String.raw`\bcookie-free\b`,
    ),
  ],
  [
    "nobody-else",
    anyOf(
      String.raw`\b(?:no third part(?:y|ies)|nobody else|no one else)\b[^.!?\n]{0,40}\b(?:sees?|gets?|learns?|hears?|receives?|is told|are told)\b`,
      String.raw`\band (?:nobody|no one) else(?=[.!,]|$)`,
      String.raw`\bno third-party (?:cookies|scripts?|services?|tools?|tags?)\b`,
      String.raw`\bwithout (?:any )?third part(?:y|ies)\b`,
      String.raw`\bnothing (?:is|gets|will be) (?:ever )?\w+ (?:with|to|by) (?:any )?third part(?:y|ies)\b`,
      String.raw`\b${NOT} (?:\w+ ){0,3}(?:with|to|by) (?:any )?third part(?:y|ies)\b`,
    ),
  ],
  [
    "posthog-in-europe",
    anyOf(
      String.raw`\bPostHog(?: Cloud)?,? (?:with|on|and)?${NEAR}\b(?:in|within) (?:the )?(?:European Union|EU\b|Europe\b)`,
    ),
  ],
  [
    "posthog-in-america",
    anyOf(
      String.raw`\bPostHog(?: Cloud)?,? (?:with|on|and)?${NEAR}\b(?:in|within) (?:the )?(?:United States|USA?\b|America\b)`,
    ),
  ],
  [
    "posthog-unused",
    anyOf(
      String.raw`\b${NOT} (?:use|load|run|have) (?:\w+ ){0,2}PostHog\b`,
      String.raw`\b(?:no|without) PostHog\b`,
    ),
  ],
];

/** Every claim is as long, and has one of these words; most texts have none of them. */
const SHORTEST = 9;
const MAY_CLAIM =
  /browser|device|phone|computer|nobody|no.?one|only you|your eyes|between|answers|responses|replies|not even we|everything|log|what(?:ever)? you|you (?:answer|tell|say|write|type|choose|enter)|mail|your name|names? |data|details|information|nothing|anonymous|track|analytics|profil|follow|measure|spy|cookie|third.part|posthog|agree|yes|allow|first|consent|permission/i;

const CLAIMING = textFilter(
  (written) =>
    written.length >= SHORTEST &&
    MAY_CLAIM.test(written) &&
    CLAIMS.some(([, pattern]) => pattern.test(written)),
);

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join("|"), "i");
}

/** Keys whose values no visitor reads, or whose names are no words. */
export const UNREAD: ReadonlySet<string> = new Set([
  "experiments",
  "vendors",
  "theme",
  "hosts",
  "payments",
  "path",
  "id",
  "page",
  "section",
  "use",
  "product",
]);

/** What the texts of a funnel claim, or those of a brand: its own pages and mails. */
export function claimsIn({ source }: FunnelNode): PrivacyClaim[] {
  const questions = items(data(source.data).questions);
  return textsWith(source.data, CLAIMING).flatMap(
    ({ text: written, place }) => {
      const path = pathOf(place);
      if (isUnder(UNREAD, path)) return [];
      const [top, position] = path;
      const question = top === "questions" ? questions[Number(position)] : null;
      const step = question === null ? null : text(data(question).id);
      return CLAIMS.flatMap(([kind, pattern]): PrivacyClaim[] => {
        const words = pattern.exec(written)?.[0];
        return words === undefined
          ? []
          : [{ kind, words, path, context: written, step }];
      });
    },
  );
}
