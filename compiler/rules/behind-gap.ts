import type { FunnelNode } from "../link/program.ts";
import { reachedFrom } from "../link/graph.ts";
import type { Edge } from "../shared/contract.ts";
import { deadEndsOf } from "./dead-end.ts";
import type { FunnelRule } from "./rule.ts";
import { lostSteps } from "./unreachable.ts";

/**
 * A rule about what nobody or everybody meets. Where visitors get stuck, or a step is left out, it says what it would
 * still say if they went on to the next step in the file: the rest follows from the gap, which is told.
 */
export function heldBackBehindGaps(rule: FunnelRule): FunnelRule {
  return (node) => {
    const found = rule(node);
    const mended = found.length === 0 ? null : withoutGaps(node);
    if (mended === null) return found;
    const left = rule(mended);
    return found.filter(({ code, at }) =>
      left.some(
        (one) =>
          one.code === code &&
          one.at.line === at.line &&
          one.at.column === at.column,
      ),
    );
  };
}

const mended = new WeakMap<FunnelNode, FunnelNode | null>();

/** The funnel as if each step with a gap behind it led on in the order of the file; null where there is no gap. */
function withoutGaps(node: FunnelNode): FunnelNode | null {
  const known = mended.get(node);
  if (known !== undefined) return known;
  const { funnel, graph, traits } = node;
  const edges = funnel.steps.map((step) => [...step.edges]);
  const onward = (i: number, on: Edge["on"]): Edge[] =>
    funnel.steps
      .slice(i + 1, i + 2)
      .map(({ id }) => ({ on, to: id, when: null }));
  for (const { step, way } of deadEndsOf(node))
    edges[step]?.push(...onward(step, way));
  for (const lost of lostSteps(node)) {
    const before = funnel.steps[lost - 1];
    if (before === undefined) continue;
    if (traits.pages[before.page]?.flow === "forward")
      edges[lost - 1] = onward(lost - 1, "next");
  }
  const index = new Map(funnel.steps.map(({ id }, i) => [id, i]));
  const successors = graph.successors.map((to, i) => {
    const more = (edges[i] ?? []).flatMap((edge) => index.get(edge.to) ?? []);
    return [...new Set([...to, ...more])];
  });
  const isSame = successors.every(
    (to, i) =>
      to.length === graph.successors[i]?.length &&
      edges[i]?.length === funnel.steps[i]?.edges.length,
  );
  const result = isSame
    ? null
    : {
        ...node,
        funnel: {
          ...funnel,
          steps: funnel.steps.map((step, i) => ({
            ...step,
            edges: edges[i] ?? [],
          })),
        },
        graph: {
          ...graph,
          successors,
          reachable: reachedFrom(successors, graph.reachable),
        },
      };
  mended.set(node, result);
  return result;
}
