import type { BrandNode } from "../link/program.ts";
import type { Path } from "../diagnostics/span.ts";
import { writtenStep } from "./step-span.ts";

/** The pages that a brand's footer calls a privacy policy, as they are written. */
export function policySteps({
  brand,
  pages,
}: BrandNode): { readonly written: unknown; readonly origin: Path }[] {
  const policies = brand.legal.filter(({ label }) => /privacy/i.test(label));
  return pages.funnel.steps.flatMap((step, i) =>
    policies.some(({ href }) => href === `/${step.path}`)
      ? [{ written: writtenStep(pages, i), origin: pages.origins[i] ?? [] }]
      : [],
  );
}
