import type { BrandNode } from "../link/program.ts";
import type { Path } from "../diagnostics/span.ts";
import { writtenStep } from "./step-span.ts";

/** A page of a brand as it is written, and where. */
interface LegalStep {
  readonly written: unknown;
  readonly origin: Path;
}

/** The pages that a brand's footer calls a privacy policy. */
export function policySteps(node: BrandNode): LegalStep[] {
  return legalSteps(node, /privacy/i);
}

/** The pages that a brand's footer links to by such words. */
export function legalSteps(
  { brand, pages }: BrandNode,
  words: RegExp,
): LegalStep[] {
  const links = brand.legal.filter(({ label }) => words.test(label));
  return pages.funnel.steps.flatMap((step, i) =>
    links.some(({ href }) => href === `/${step.path}`)
      ? [{ written: writtenStep(pages, i), origin: pages.origins[i] ?? [] }]
      : [],
  );
}
