import type { FunnelNode } from "../link/program.ts";
import { reachedFrom } from "../link/graph.ts";
import type { Edge } from "../shared/contract.ts";
import { deadEndsOf } from "./dead-end.ts";
import { waysBack } from "./goes-back.ts";
import { returnsIn } from "./offer-returns.ts";
import type { FunnelRule } from "./rule.ts";
import { lostSteps } from "./unreachable.ts";

/**
 * A rule about what nobody or everybody meets, or is sold. Where visitors get stuck or are led back, or a step is left
 * out, it says what it would still say if they went on to the next step in the file, and if no answer to an offer led
 * back to it: the rest follows from that, which is told.
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

/** The funnel as if each step with a gap behind it, and none back, led on in the file's order; null where all do. */
function withoutGaps(node: FunnelNode): FunnelNode | null {
  const known = mended.get(node);
  if (known !== undefined) return known;
  const { funnel, graph, traits } = node;
  const edges = funnel.steps.map((step) => [...step.edges]);
  const onward = (i: number, on: Edge["on"]): Edge[] =>
    funnel.steps
      .slice(i + 1, i + 2)
      .map(({ id }) => ({ on, to: id, when: null }));
  const index = new Map(funnel.steps.map(({ id }, i) => [id, i]));
  for (const { step, way } of deadEndsOf(node))
    edges[step]?.push(...onward(step, way));
  for (const { from, to } of waysBack(node)) {
    const own = edges[from] ?? [];
    edges[from] = own.flatMap((edge) =>
      edge.on === "next" && index.get(edge.to) === to
        ? onward(from, "next").map((next) => ({ ...next, when: edge.when }))
        : edge,
    );
  }
  for (const { from, edge } of returnsIn(node))
    edges[from] = (edges[from] ?? []).filter((one) => one !== edge);
  for (const lost of lostSteps(node)) {
    const before = funnel.steps[lost - 1];
    if (before === undefined) continue;
    if (traits.pages[before.page]?.flow === "forward")
      edges[lost - 1] = onward(lost - 1, "next");
  }
  const successors = graph.successors.map((to, i) => {
    const led = (edges[i] ?? []).flatMap((edge) => index.get(edge.to) ?? []);
    const without = (funnel.steps[i]?.edges ?? []).flatMap((edge) =>
      edges[i]?.includes(edge) === true ? [] : (index.get(edge.to) ?? []),
    );
    const kept = to.filter((one) => !without.includes(one));
    return [...new Set([...kept, ...led])];
  });
  const isSame = funnel.steps.every(
    (step, i) =>
      edges[i]?.length === step.edges.length &&
      edges[i].every((edge, n) => edge === step.edges[n]),
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
