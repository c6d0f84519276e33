import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { FunnelNode } from "../link/program.ts";
import { data } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, writtenStep } from "./step-span.ts";

/** Visitors who come from outside are led into the funnel, not past all of it to its last page, unless that is said. */
export const entranceEnds: FunnelRule = (node) =>
  node.funnel.steps.flatMap(({ id, page, edges }, i): Diagnostic[] => {
    if (!node.traits.pages[page]?.entrance || isLed(node, i)) return [];
    const end = edges.find(({ to }) => isEnd(node, to));
    if (end === undefined) return [];
    const words = { id, to: end.to };
    return [diagnose("flow/entrance-ends", nameOf(node, i), words)];
  });

/** Whether a page says where it leads; another address of a page leads where that one does. */
function isLed(node: FunnelNode, i: number): boolean {
  const { next, page } = data(writtenStep(node, i));
  return next !== undefined || page === undefined;
}

function isEnd({ funnel, traits }: FunnelNode, id: string): boolean {
  const target = funnel.steps.find((step) => step.id === id);
  return target !== undefined && traits.pages[target.page]?.flow === "end";
}
