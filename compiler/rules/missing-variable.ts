import { diagnose, onePerPlace } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelNode, Use } from "../link/program.ts";
import { mayBeEmpty } from "../prove/possible-answers.ts";
import { type Proof, proofOf } from "../prove/proof.ts";
import { witnessOf } from "../prove/witness.ts";
import type { FunnelRule } from "./rule.ts";

/** A variable without a fallback must have been given on every way to the step that shows it. */
export const missingVariable: FunnelRule = (node) => {
  const proof = proofOf(node);
  const found = node.uses.flatMap((use, n) => {
    if (!use.required) return [];
    const way = wayTo(n, use, node, proof);
    if (way === "given") return [];
    const at = narrow(node.source, use.path, use.written);
    return [diagnose("variable/may-be-missing", at, { name: use.id, way })];
  });
  return onePerPlace(found);
};

/** How a visitor comes there who has not given it; null where that needs no words. */
function wayTo(
  n: number,
  use: Use,
  node: FunnelNode,
  proof: Proof,
): string | null {
  const wanted = proof.wanted.find(
    ({ why }) => why.kind === "use" && why.use === n,
  );
  if (wanted === undefined) return "given";
  const { step, had } = wanted;
  const sought = { step, when: use.when, lacks: had };
  const found = proof.find(sought);
  if (found === null)
    return proof.isNobody(sought) ? "given" : dominated(use, node);
  const way = witnessOf(found, node);
  return way.includes(" → ") ? way : null;
}

/** Where there are too many ways to go them all: whether all pass a step that asks for it. */
function dominated(use: Use, { funnel, graph, traits }: FunnelNode) {
  const { step, kind, id, when } = use;
  // Those who see it may be those who were asked, and have chosen something.
  if (when !== null) return "given";
  const i = funnel.steps.findIndex((one) => one.id === step);
  const needs = funnel.steps[i]?.needs ?? [];
  const isNeeded = needs.some((need) => need.kind === kind && need.id === id);
  const question = funnel.steps.find(
    (one) => kind === "answer" && one.id === id,
  );
  if (mayBeEmpty(question, traits.pages)) return null;
  return isNeeded || !graph.reachable.has(i) ? "given" : null;
}
