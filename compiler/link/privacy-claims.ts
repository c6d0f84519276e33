import { data, items, text } from "../schema/read.ts";
import type { Path } from "../diagnostics/span.ts";
import { eachText } from "./each-text.ts";
import type { FunnelNode } from "./program.ts";

/** A sentence by which a text says where data stays or who sees it. */
export interface PrivacyClaim {
  readonly kind:
    | "answers-stay"
    | "answer-stays"
    | "asked-first"
    | "no-cookies"
    | "nobody-else";
  readonly words: string;
  readonly path: Path;
  /** The text that it stands in: what is said beside it counts. */
  readonly beside: string;
  /** The question it stands on; null where it stands elsewhere. */
  readonly step: string | null;
}

/** A sentence is looked at by itself: `[^.!?\n]` stays within it. */
const WITHIN = String.raw`[^.!?\n]{0,80}`;
const HERE = String.raw`(?:browser|device|phone)\b`;
const STAYS = String.raw`(?:stays?|remains?|lives?|(?:is|are) kept|never leaves?|do(?:es)? not leave)\b`;

const CLAIMS: readonly (readonly [PrivacyClaim["kind"], RegExp])[] = [
  [
    "answers-stay",
    new RegExp(
      String.raw`\b(?:answers|what you (?:told|answered|tell|say))\b${WITHIN}\b${STAYS}${WITHIN}${HERE}|\bthey ${STAYS}${WITHIN}${HERE}`,
      "i",
    ),
  ],
  [
    "answer-stays",
    new RegExp(
      String.raw`\b(?:your answer|it|this) ${STAYS}${WITHIN}${HERE}|\bonly this ${HERE}${WITHIN}\bknows\b|\bnobody is told\b`,
      "i",
    ),
  ],
  [
    "asked-first",
    /\bonly (?:\*\*)?(?:if|when|after) you (?:have )?(?:agreed?|said yes|say yes|allow(?:ed)?)\b(?! to the\b)|\b(?:we|you are) ask(?:ed)?(?: you)? first\b/i,
  ],
  ["no-cookies", /\b(?:no|without|never (?:set|use)) (?:any )?cookies\b/i],
  [
    "nobody-else",
    /\b(?:no third part(?:y|ies)|nobody else)\b[^.!?\n]{0,40}\b(?:sees?|gets?|learns?|hears?|receives?|is told|are told)\b/i,
  ],
];

/** Every claim has one of these words; most texts have none of them. */
const MAY_CLAIM =
  /browser|device|phone|nobody|cookies|third part|agree|yes|allow|first/i;

/** What the texts of a funnel, or of a brand's own pages, claim. */
export function claimsIn({ source }: FunnelNode): PrivacyClaim[] {
  const { questions, pages, shared } = data(source.data);
  const ofQuestions = items(questions).flatMap((question, i) =>
    claimsBelow(question, ["questions", i], text(data(question).id)),
  );
  return [
    ...ofQuestions,
    ...claimsBelow(pages, ["pages"], null),
    ...claimsBelow(shared, ["shared"], null),
  ];
}

function claimsBelow(
  value: unknown,
  path: Path,
  step: string | null,
): PrivacyClaim[] {
  const found: PrivacyClaim[] = [];
  eachText(value, path, (written, at) => {
    if (!MAY_CLAIM.test(written)) return;
    for (const [kind, pattern] of CLAIMS) {
      const words = pattern.exec(written)?.[0];
      if (words !== undefined)
        found.push({ kind, words, path: [...at], beside: written, step });
    }
  });
  return found;
}
