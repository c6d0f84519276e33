import { diagnose } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import type { Outline } from "../link/outline.ts";
import type { PrivacyClaim } from "../link/privacy-claims.ts";
import type { BrandNode } from "../link/program.ts";
import type { BrandRule } from "./rule.ts";

/** No text says of data what the compiled site does not keep. */
export const privacyClaims: BrandRule = ({ brands, outlines, sourceOf }) =>
  outlines.flatMap((outline) => {
    const node = brands.find(({ brand }) => brand.id === outline.brand);
    if (node === undefined) return [];
    const isOwn = outline.file === node.source.file;
    // The pages of a brand speak of all its funnels.
    const sent = isOwn
      ? outlines.filter(({ brand }) => brand === outline.brand)
      : [outline];
    const answers = [...new Set(sent.flatMap((one) => one.sentAnswers))];
    return outline.claims.flatMap((claim) => {
      const facts = contradiction(claim, answers, node);
      if (facts === null) return [];
      const at = narrow(sourceOf(outline.file), claim.path, claim.words);
      return [
        diagnose("privacy/contradicts", at, { words: claim.words, facts }),
      ];
    });
  });

/** What is true instead; null when nothing contradicts the claim. */
function contradiction(
  { kind, beside, step }: PrivacyClaim,
  answers: Outline["sentAnswers"],
  { brand }: BrandNode,
): string | null {
  switch (kind) {
    case "answers-stay": {
      const untold = answers.filter((answer) => !names(beside, answer));
      return untold.length === 0
        ? null
        : `the answers about ${untold.join(" and ")} are stored with the contact`;
    }
    case "answer-stays":
      return step !== null && answers.includes(step)
        ? `the answer to "${step}" is stored with the contact`
        : null;
    case "asked-first":
      return brand.consent === "required" ||
        !hasVendors(brand) ||
        /\bwhere the law\b/i.test(beside)
        ? null
        : "this brand asks first only where the law does (`consent` is not `required`)";
    case "no-cookies":
      return "the visit is kept by a cookie";
    case "nobody-else":
      return hasVendors(brand)
        ? "this brand uses third parties (`vendors`)"
        : null;
  }
}

function names(text: string, answer: string): boolean {
  return new RegExp(String.raw`\b${answer}s?\b`, "i").test(text);
}

function hasVendors({ vendors }: BrandNode["brand"]): boolean {
  return Object.values(vendors).some((vendor) => vendor !== null);
}
