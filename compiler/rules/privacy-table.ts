import { diagnose } from "../diagnostics/diagnostic.ts";
import { isTableWritten, TABLE } from "../link/privacy-table.ts";
import type { ProgramRule } from "./rule.ts";
import { writtenStep } from "./step-span.ts";

/** The page that the footer calls a privacy policy says what leaves the browser. */
export const privacyTable: ProgramRule = ({ brands }) =>
  brands.flatMap(({ brand, pages }) => {
    const policies = brand.legal.filter(({ label }) => /privacy/i.test(label));
    return pages.funnel.steps.flatMap((step, i) => {
      const isPolicy = policies.some(({ href }) => href === `/${step.path}`);
      if (!isPolicy || isTableWritten(writtenStep(pages, i))) return [];
      const origin = pages.origins[i] ?? [];
      const at = pages.source.span([...origin, "path"], "value");
      return [diagnose("privacy/no-table", at, { variable: TABLE })];
    });
  });
