import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import type { Source } from "../parse/source.ts";
import { data, items, number } from "../schema/read.ts";
import { nameOf, writtenStep } from "./step-span.ts";
import type { FunnelRule } from "./rule.ts";

/** Points of a question's own choices go to a score; an option set may be shared with a question that has none. */
export const pointsNowhere: FunnelRule = (node) =>
  [...node.answered].flatMap((i) => {
    const { score, options } = data(writtenStep(node, i));
    const hasPoints = items(options).some(
      (option) => (number(data(option).points) ?? 0) !== 0,
    );
    if (score !== undefined || !hasPoints) return [];
    const { id = "" } = node.funnel.steps[i] ?? {};
    return [diagnose("option/points-nowhere", nameOf(node, i), { id })];
  });

/** Where one choice of a list says that it adds nothing, the others say what they add. */
export const pointsLeftOut: FunnelRule = (node) => {
  const { source } = node;
  if (!/\bpoints["']?: *0\b/.test(source.text)) return [];
  const sets = Object.entries(data(data(source.data).optionSets));
  return [
    ...sets.flatMap(([name, list]) =>
      leftOut(["optionSets", name], list, source),
    ),
    ...[...node.answered].flatMap((i) => {
      const { score, options } = data(writtenStep(node, i));
      const path = [...(node.origins[i] ?? []), "options"];
      return score === undefined ? [] : leftOut(path, options, source);
    }),
  ];
};

function leftOut(path: Path, list: unknown, source: Source) {
  const points = items(list).map((option) => number(data(option).points));
  // Where no choice adds anything, that is the mistake.
  if (!points.includes(0) || !points.some((own) => own)) return [];
  return points.flatMap((own, n) => {
    if (own !== null) return [];
    const at = source.span([...path, n], "value");
    return [diagnose("option/no-points", at, undefined)];
  });
}
