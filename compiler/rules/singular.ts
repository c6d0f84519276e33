import { diagnose } from "../diagnostics/diagnostic.ts";
import { gridOf } from "../link/grid.ts";
import { isOn } from "../shared/grid.ts";
import { data, text } from "../schema/read.ts";
import { writtenStep } from "./step-span.ts";
import type { FunnelRule } from "./rule.ts";

/** An English plural, alone or at either end of a unit: "hours", "cups of tea", "standard drinks". */
const PLURAL =
  /^[a-z]{2,}(?:[a-rt-z]s|sses)(?![\w'])|(?<![\w'])[a-z]{2,}(?:[a-rt-z]s|sses)$/i;

/** A unit in the plural has a singular, where one can be answered. */
export const singular: FunnelRule = (node) => {
  const { source, traits, origins, funnel } = node;
  if (!/\bunit\b/.test(source.text)) return [];
  return [...node.answered].flatMap((i) => {
    const step = funnel.steps[i];
    const answer = traits.pages[step?.page ?? ""]?.answer ?? null;
    if (answer?.kind !== "quantity") return [];
    const { unit, singular: one } = data(writtenStep(node, i));
    const isSwapped = PLURAL.test(text(one)) && !PLURAL.test(text(unit));
    if (!isSwapped && (one !== undefined || !PLURAL.test(text(unit))))
      return [];
    if (!isOn(1, gridOf(data(step?.props), answer))) return [];
    const at = source.span([...(origins[i] ?? []), "unit"], "value");
    return [
      diagnose("question/no-singular", at, {
        unit: text(isSwapped ? one : unit),
        isSwapped,
      }),
    ];
  });
};
