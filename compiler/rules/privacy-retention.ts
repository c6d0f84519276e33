import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { eachText } from "../link/each-text.ts";
import { narrow } from "../link/narrow.ts";
import type { BrandNode } from "../link/program.ts";
import {
  isSame,
  periodWords,
  RETENTION,
  type RetentionClaim,
  retentionClaims,
} from "../link/retention.ts";
import type { Path } from "../diagnostics/span.ts";
import type { Source } from "../parse/source.ts";
import { PICTURE_KEPT_DAYS } from "../shared/privacy.ts";
import { policySteps } from "./legal-steps.ts";
import type { BrandRule, Tree } from "./rule.ts";

/** No text says another time than people and pictures are kept for, and the privacy policy says the time. */
export const privacyRetention: BrandRule = (tree) =>
  tree.brands.flatMap((node) => {
    const policies = policyTexts(node);
    const isPhotos = takesPhotos(node, tree);
    return [
      ...unsaid(node, policies),
      ...claimsOf(node, policies, tree).flatMap((claim) =>
        claim.of === "pictures" && !isPhotos
          ? []
          : difference(claim, claim.of, node),
      ),
    ];
  });

/** Pictures that nobody makes are kept like people; a funnel that makes them may be one that could not be read. */
export const pictureRetention: BrandRule = (tree) =>
  tree.brands.flatMap((node) =>
    takesPhotos(node, tree)
      ? []
      : claimsOf(node, policyTexts(node), tree).flatMap((claim) =>
          claim.of === "pictures" ? difference(claim, "people", node) : [],
        ),
  );

function takesPhotos({ brand }: BrandNode, { outlines }: Tree): boolean {
  return outlines.some(
    (outline) => outline.brand === brand.id && outline.takesPhotos,
  );
}

interface Claim extends RetentionClaim {
  readonly source: Source;
  readonly path: Path;
}

interface PolicyText {
  readonly text: string;
  readonly path: Path;
  /** The page that it stands on. */
  readonly origin: Path;
}

function policyTexts(node: BrandNode): PolicyText[] {
  const found: PolicyText[] = [];
  for (const { written, origin } of policySteps(node))
    eachText(written, origin, (text, path) =>
      found.push({ text, path: [...path], origin }),
    );
  return found;
}

const WRITTEN = /\{\{\s*privacy\.retention\s*\}\}/;

/** The policies that do not say for how long people are kept, where the brand does. */
function unsaid(
  { retentionDays, pages: { source } }: BrandNode,
  texts: readonly PolicyText[],
): Diagnostic[] {
  if (retentionDays === null) return [];
  const origins = [...new Set(texts.map(({ origin }) => origin))];
  return origins.flatMap((origin) => {
    const says = texts.some(
      (one) =>
        one.origin === origin &&
        (WRITTEN.test(one.text) || retentionClaims(one.text).length > 0),
    );
    if (says) return [];
    const at = source.span([...origin, "path"], "value");
    const period = periodWords(retentionDays);
    return [
      diagnose("privacy/no-retention", at, { period, variable: RETENTION }),
    ];
  });
}

/** All that the texts of a brand say, each once: policies are read more closely than other texts. */
function claimsOf(
  { brand, pages: { source } }: BrandNode,
  policies: readonly PolicyText[],
  { outlines, sourceOf }: Tree,
): Claim[] {
  const claims = [
    ...policies.flatMap(({ text, path }) =>
      retentionClaims(text).map((claim) => ({ ...claim, source, path })),
    ),
    ...outlines
      .filter((outline) => outline.brand === brand.id)
      .flatMap(({ file, retention }) =>
        retention.map((claim) => ({ ...claim, source: sourceOf(file) })),
      ),
  ];
  const named = ({ source: { file }, path, words }: Claim) =>
    JSON.stringify([file, path, words]);
  return [...new Map(claims.map((claim) => [named(claim), claim])).values()];
}

function difference(
  { words, days, source, path }: Claim,
  of: RetentionClaim["of"],
  { retentionDays }: BrandNode,
): Diagnostic[] {
  const kept = of === "pictures" ? PICTURE_KEPT_DAYS : retentionDays;
  if (kept !== null && isSame(days, kept)) return [];
  const period = kept === null ? null : periodWords(kept);
  const at = narrow(source, path, words);
  return [
    diagnose("privacy/retention-differs", at, {
      words,
      of,
      period,
      variable: RETENTION,
    }),
  ];
}
