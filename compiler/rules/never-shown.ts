import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Condition, Edge } from "../shared/contract.ts";
import { proofOf } from "../prove/proof.ts";
import { data } from "../schema/read.ts";
import type { FunnelNode } from "../link/program.ts";
import { asksForUnreached } from "./bands-reached.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, writtenStep } from "./step-span.ts";
import { holdsIn, assignmentsOf, type Asked } from "../prove/assignments.ts";
import { leavesOf } from "../shared/condition-leaves.ts";

/** A step to which ways lead, none of which can be taken: their conditions never hold, or come too late. */
export const neverShown: FunnelRule = (node) => {
  const ways = waysTo(node);
  const decided = decidedBefore(node);
  return node.funnel.steps.flatMap(({ id }, i) => {
    const into = ways.get(id) ?? [];
    const origin = node.origins[i];
    if (origin === undefined || node.asides.has(i) || i === 0) return [];
    const isShown =
      into.length === 0 || into.some((way) => canBeTaken(way, node));
    if (isShown && !decided.has(i)) return [];
    const isOfBands = into.every(({ when }) => asksForUnreached(when, node));
    if (into.length > 0 && isOfBands) return [];
    const later = laterQuestions(into, node);
    const hasWhen = data(writtenStep(node, i)).when !== undefined;
    const at = hasWhen
      ? node.source.span([...origin, "when"], "value")
      : nameOf(node, i);
    return [diagnose("flow/never-shown", at, { id, later })];
  });
};

/** The steps that nobody comes to because of what was answered before; but for those behind one of them. */
function decidedBefore(node: FunnelNode): Set<number> {
  const proof = proofOf(node);
  const { funnel, graph } = node;
  const reached = new Set(
    funnel.steps.flatMap((_, step) => (proof.isNobody({ step }) ? [] : [step])),
  );
  const onward = [...reached].flatMap((i) => graph.successors[i] ?? []);
  return new Set(onward.filter((i) => !reached.has(i)));
}

/** A way out of a step, and the ways that are tried before it. */
interface Way {
  readonly from: number;
  readonly when: Condition;
  readonly before: readonly Condition[];
}

/** The ways to each step that is come to under conditions only. */
function waysTo({ funnel, graph }: FunnelNode): Map<string, Way[]> {
  const ways = new Map<string, Way[]>();
  const open = new Set<string>();
  funnel.steps.forEach(({ edges }, from) => {
    if (!graph.reachable.has(from)) return;
    for (const [n, { on, to, when }] of edges.entries()) {
      if (when === null) {
        open.add(to);
        continue;
      }
      const before = earlier(edges.slice(0, n), on);
      ways.set(to, [...(ways.get(to) ?? []), { from, when, before }]);
    }
  });
  for (const id of open) ways.delete(id);
  return ways;
}

function earlier(edges: readonly Edge[], on: Edge["on"]): Condition[] {
  return edges.flatMap((edge) =>
    edge.on === on && edge.when !== null ? [edge.when] : [],
  );
}

function canBeTaken({ from, when, before }: Way, node: FunnelNode): boolean {
  const asked = (id: string) => askedAt(id, from, node);
  const assignments = assignmentsOf([when, ...before], node, asked);
  return (
    assignments === null ||
    assignments.some(
      (assignment) =>
        holdsIn(when, assignment) &&
        !before.some((one) => holdsIn(one, assignment)),
    )
  );
}

/** Whether a question has been asked when a step is left. */
function askedAt(
  id: string,
  from: number,
  { funnel, graph }: FunnelNode,
): Asked {
  const question = funnel.steps.findIndex((step) => step.id === id);
  if (question === from) return "yes";
  const seen = new Set([question]);
  for (const at of seen)
    for (const to of graph.successors[at] ?? []) seen.add(to);
  return seen.has(from) ? "perhaps" : "no";
}

/** The questions of the conditions that no visitor has been asked on any of the ways. */
export function laterQuestions(
  ways: readonly Pick<Way, "from" | "when">[],
  node: FunnelNode,
): string[] {
  const named = ways.flatMap(({ when }) =>
    leavesOf(when).flatMap((leaf) => {
      if (leaf.kind === "answer") return [leaf.step];
      return leaf.kind === "range" && leaf.of === "answer" ? [leaf.id] : [];
    }),
  );
  return [...new Set(named)].filter((id) =>
    ways.every(({ from }) => askedAt(id, from, node) === "no"),
  );
}
