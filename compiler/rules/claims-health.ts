import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { isUnder, pathOf, textsOf } from "../link/texts.ts";
import { isDenied } from "./claim-denied.ts";
import { NAMES } from "./claim-texts.ts";
import type { SourceRule } from "./rule.ts";

/** What somebody suffers from. */
const ILLNESS = String.raw`(?:adhd|anxiety|(?:adult |hormonal )?acne|burn-?out|cancer|chronic pain|depression|diabetes|eczema|insomnia|migraines?|obesity|panic attacks?|ptsd|rosacea|sciatica|trauma|(?:your |the |any |every )?(?:disease|disorder|illness|condition)s?)`;

/** Words that say what only a study, or an authority, can show. */
const PROMISE = new RegExp(
  [
    String.raw`\b(?:cures?|cured|heals?|healed|eliminates?|reverses?) (?:your |the |my |all |any )?${ILLNESS}\b`,
    String.raw`\b(?:clinically|medically|scientifically) proven\b`,
    String.raw`\b(?:doctor|physician|dermatologist|therapist)s?[- ](?:approved|recommended)\b`,
    String.raw`\bFDA[- ](?:approved|cleared)\b`,
    String.raw`\bguaranteed (?:results?|to (?:work|cure|heal))\b|\bresults? (?:are )?guaranteed\b`,
  ].join("|"),
  "i",
);

/** Nobody is promised a cure: what a page says of health, somebody has shown. */
export const claimsHealth: SourceRule = (source) => {
  if (!PROMISE.test(source.text)) return [];
  return textsOf(source.data).flatMap(({ text, place }): Diagnostic[] => {
    const match = PROMISE.exec(text);
    if (match === null) return [];
    const [words] = match;
    const path = pathOf(place);
    if (isUnder(NAMES, path) || isDenied(text, match.index, words)) return [];
    const at = narrow(source, path, words);
    return [diagnose("claim/health", at, { words })];
  });
};
