import { diagnose } from "../diagnostics/diagnostic.ts";
import { isTableWritten, TABLE } from "../link/privacy-table.ts";
import { policySteps } from "./legal-steps.ts";
import type { BrandRule } from "./rule.ts";

/** The page that the footer calls a privacy policy says what leaves the browser. */
export const privacyTable: BrandRule = ({ brands }) =>
  brands.flatMap((node) =>
    policySteps(node).flatMap(({ written, origin }) => {
      if (isTableWritten(written)) return [];
      const at = node.pages.source.span([...origin, "path"], "value");
      return [diagnose("privacy/no-table", at, { variable: TABLE })];
    }),
  );
