import { diagnose } from "../diagnostics/diagnostic.ts";
import { data } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";
import { writtenStep } from "./step-span.ts";

/** What buyers alone read is read by nobody in a funnel that sells nothing. */
export const nobodyBuys: FunnelRule = (node) => {
  const { funnel, source, origins, traits } = node;
  const own = (page: string) => traits.pages[page];
  const ways = funnel.steps.flatMap(({ edges }) => edges.map(({ on }) => on));
  if (ways.includes("accept")) return [];
  return funnel.steps.flatMap(({ page }, i) => {
    const step = data(writtenStep(node, i));
    const sides = [
      { said: step, path: [] },
      { said: data(data(step.experiment).b), path: ["experiment", "b"] },
    ];
    return sides.flatMap(({ said, path }) =>
      (own(page)?.buyersOnly ?? [])
        .filter((key) => said[key] !== undefined)
        .map((key) => {
          const at = [...(origins[i] ?? []), ...path, key];
          return diagnose("text/nobody-buys", source.span(at, "key"), { key });
        }),
    );
  });
};
