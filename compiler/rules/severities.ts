import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearestNames } from "../diagnostics/wording.ts";
import type { SiteNode } from "../link/program.ts";
import { adjustable, isAdjustable, severityOf } from "./excuses.ts";
import type { SiteRule } from "./rule.ts";

/** `rules` of site.yaml names warnings and remarks: what is an error stays one. */
export const severities: SiteRule = ({ site }) =>
  [...site.rules.keys()].flatMap((code) => {
    const severity = severityOf(code);
    if (isAdjustable(severity)) return [];
    const at = site.source.span(["rules", code], "key");
    const known = severity === null ? adjustable() : [];
    return [diagnose("ignore/not-allowed", at, { code, known })];
  });

/** Findings as site.yaml wants them: left out, or as bad as it says. What it wants of one by a wrong code is not known. */
export function asWanted(
  found: readonly Diagnostic[],
  site: SiteNode | null,
): Diagnostic[] {
  const rules = site?.rules;
  if (rules === undefined || rules.size === 0) return [...found];
  const unclear = new Set<string>(
    [...rules.keys()].flatMap((code) =>
      severityOf(code) === null ? nearestNames(code, adjustable()).names : [],
    ),
  );
  return found.flatMap((one) => {
    if (unclear.has(one.code) && !rules.has(one.code)) return [];
    const wanted = isAdjustable(one.severity) ? rules.get(one.code) : undefined;
    // Whether a comment excuses something is not known where nothing is looked for.
    const isExcuse = rules.get(one.excuses?.code ?? "") === "off";
    if (wanted === "off" || isExcuse) return [];
    return [wanted === undefined ? one : { ...one, severity: wanted }];
  });
}
