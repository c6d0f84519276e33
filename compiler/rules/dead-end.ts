import { diagnose } from "../diagnostics/diagnostic.ts";
import type { EdgeKind, Step } from "../shared/contract.ts";
import type { FunnelNode } from "../link/program.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";
import { holdsIn, assignmentsOf } from "../prove/assignments.ts";
import { anyOf } from "../prove/conditions.ts";
import { proofOf } from "../prove/proof.ts";

const WAYS: Readonly<Record<EdgeKind, string>> = {
  next: "continuing",
  accept: "accepting the offer",
  decline: "declining the offer",
  failed: "a refused payment",
};

/** Every way a visitor can leave a step must lead somewhere, whatever the answers are. */
export const deadEnd: FunnelRule = (node) =>
  deadEndsOf(node).map(({ step: i, way }) => {
    const { id = "", edges = [] } = node.funnel.steps[i] ?? {};
    const conditional = edges.some((edge) => edge.on === way);
    const words = { id, way: WAYS[way], conditional };
    return diagnose("flow/dead-end", nameOf(node, i), words);
  });

/** The steps, by position, that somebody cannot leave in one of the ways. */
export function deadEndsOf(
  node: FunnelNode,
): { readonly step: number; readonly way: EdgeKind }[] {
  return node.funnel.steps.flatMap((step, i) => {
    if (!node.graph.reachable.has(i)) return [];
    return waysOut(
      step,
      i,
      node,
      node.graph.successors[i]?.length ?? 0,
      isEnd(node.graph.finishing, i, step),
    ).map((way) => ({ step: i, way }));
  });
}

function isEnd(finishing: ReadonlySet<number>, i: number, step: Step): boolean {
  return finishing.has(i) && step.edges.length === 0;
}

function waysOut(
  step: Step,
  i: number,
  node: FunnelNode,
  successors: number,
  end: boolean,
): EdgeKind[] {
  if (end) return [];
  if (successors === 0) return ["next"];
  const kinds = [...new Set(step.edges.map((edge) => edge.on))];
  return kinds.filter((kind) => !isComplete(kind, step, i, node));
}

/** Whether one of the ways out always fits. Whoever came by a link has answered nothing but the step itself. */
function isComplete(
  kind: EdgeKind,
  step: Step,
  i: number,
  node: FunnelNode,
): boolean {
  const whens = step.edges.flatMap((edge) =>
    edge.on === kind ? [edge.when] : [],
  );
  if (whens.includes(null)) return true;
  const some = anyOf(whens.filter((when) => when !== null));
  const assignments = assignmentsOf([some], node, (id) =>
    id === step.id ? "yes" : "perhaps",
  );
  if (assignments !== null)
    return assignments.every((assignment) => holdsIn(some, assignment));
  // Of too many cases, those of visitors who come by the ways that there are.
  const proof = proofOf(node);
  const last = step.edges.findLastIndex((edge) => edge.on === kind);
  if (proof.misses(i, last) === "yes") return false;
  proof.leaveOpen(i, some);
  return true;
}
