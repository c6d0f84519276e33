import { diagnose } from "../diagnostics/diagnostic.ts";
import type { FunnelRule } from "./rule.ts";

const NUMBERED = /^(\d+)-/;

/** The numbered pages go on counting where the questions end: 33 questions, then `34-summary`. */
export const numbering: FunnelRule = ({
  funnel,
  origins,
  source,
  questions,
  asides,
}) => {
  if (questions === 0) return [];
  let expected = questions;
  return funnel.steps.flatMap((step, i) => {
    const written = i < questions ? null : NUMBERED.exec(step.pattern);
    if (written === null) return [];
    // Looking up a place reads the file once more: only for a finding.
    const at = () => source.span([...(origins[i] ?? []), "path"], "value");
    if (asides.has(i)) {
      const number = written[0];
      return [diagnose("path/not-counted", at(), { number })];
    }
    expected += 1;
    const found = Number(written[1]);
    if (found === expected) return [];
    return [
      diagnose("path/numbering", at(), {
        path: step.pattern,
        found,
        expected,
        before: expected - 1,
      }),
    ];
  });
};
