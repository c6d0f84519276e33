import { diagnose, onePerPlace } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelNode, Use } from "../link/program.ts";
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
    const words = { name: use.id, ...way };
    return [diagnose("variable/may-be-missing", at, words)];
  });
  return onePerPlace(found);
};

/** How a visitor comes there who has not given it, null where that needs no words; and whether nobody has. */
function wayTo(
  n: number,
  use: Use,
  node: FunnelNode,
  proof: Proof,
): "given" | { readonly way: string | null; readonly isTooLate: boolean } {
  const wanted = proof.wanted.find(
    ({ why }) => why.kind === "use" && why.use === n,
  );
  if (wanted === undefined) return "given";
  const { step, had } = wanted;
  const found = proof.find({ step, when: use.when, lacks: had });
  if (found === null) return "given";
  const way = witnessOf(found, node);
  // Before an entrance, or a page of a brand, there is nothing.
  const isLedTo = node.graph.successors.some((to) => to.includes(step));
  const isTooLate =
    isLedTo && proof.find({ step, when: use.when, had }) === null;
  return { way: way.includes(" → ") ? way : null, isTooLate };
}
