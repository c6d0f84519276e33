import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { IMPRINT, showsCompany } from "../link/brand-constants.ts";
import { eachText } from "../link/each-text.ts";
import { data } from "../schema/read.ts";
import { legalSteps } from "./legal-steps.ts";
import type { BrandRule } from "./rule.ts";

const LEGAL = /\b(?:terms|conditions|privacy)\b/i;

/** Whoever buys can read which company sells and how to write to it: the brand says so, and its legal pages show it. */
export const companyNamed: BrandRule = ({ brands, outlines }) => {
  if (outlines.every(({ products }) => products.length === 0)) return [];
  return brands.flatMap((node): Diagnostic[] => {
    const { source } = node;
    if (data(source.data).company === undefined) {
      const at = source.span(["products"], "key");
      return [diagnose("brand/no-company", at, { variable: null })];
    }
    return legalSteps(node, LEGAL).flatMap(({ written, origin }) => {
      if (showsCompany(textIn(written))) return [];
      const at = source.span([...origin, "path"], "value");
      return [diagnose("brand/no-company", at, { variable: IMPRINT })];
    });
  });
};

function textIn(written: unknown): string {
  const texts: string[] = [];
  eachText(written, [], (text) => texts.push(text));
  return texts.join("\n");
}
