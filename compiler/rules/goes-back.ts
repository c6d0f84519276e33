import { diagnose } from "../diagnostics/diagnostic.ts";
import { reachedFrom } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import { proofOf } from "../prove/proof.ts";
import { ledBy } from "./by-path.ts";
import { circlesOf } from "./flow-loop.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, wayTo } from "./step-span.ts";

/**
 * A step that leads some back to where they have been: they answer the same question again, go round for as long as they
 * give the same answers, and their progress falls. Whoever can never leave is told elsewhere, and so is what leads back
 * to an offer.
 */
export const goesBack: FunnelRule = (node) =>
  waysBack(node).map(({ from, to }) => {
    const { steps } = node.funnel;
    const words = { by: steps[from]?.id ?? "", to: steps[to]?.id ?? "" };
    const at = wayTo(node, from, words.to);
    const note = { message: "visitors come here again", at: nameOf(node, to) };
    return diagnose("flow/goes-back", at, words, [note]);
  });

/** By position: the steps that lead back, and where to. */
export function waysBack(node: FunnelNode): { from: number; to: number }[] {
  const caught = new Set(circlesOf(node).flatMap(({ steps }) => steps));
  const led = ledBy(proofOf(node), node, (on) => on === "next");
  return led.flatMap((targets, from) => {
    const to = targets.find(
      (one) => one <= from && reachedFrom(led, [one]).has(from),
    );
    const isLoop = caught.has(from) || !node.graph.finishing.has(from);
    return to === undefined || isLoop ? [] : [{ from, to }];
  });
}
