import { diagnose } from "../diagnostics/diagnostic.ts";
import { reachedFrom } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import type { Proof } from "../prove/proof.ts";
import type { Had } from "../prove/wanted.ts";
import { witnessOf } from "../prove/witness.ts";
import { byPath } from "./by-path.ts";
import { nameOf } from "./step-span.ts";

/**
 * An offer that some come to with an email is for nobody without one; where none is asked for, checkouts ask. Of offers
 * that lead to each other it is the first: whoever comes to the others without an email was there.
 */
export const emailAsked = byPath((proof, node) => {
  const offers = proof.wanted.flatMap(({ step, had, why }) => {
    if (why.kind !== "email") return [];
    const found = proof.find({ step, lacks: had });
    if (found === null || proof.find({ step, had }) === null) return [];
    return [{ step, had, found }];
  });
  if (offers.length === 0) return [];
  const isBefore = withoutOffers(new Set(offers.map(({ step }) => step)), node);
  return offers.flatMap(({ step, had, found }) => {
    const isFirst =
      found.state.from === null || isLedTo(step, had, isBefore, proof, node);
    if (!isFirst) return [];
    const id = node.funnel.steps[step]?.id ?? "";
    const way = witnessOf(found, node);
    const at = nameOf(node, step);
    return [diagnose("contact/email-not-asked", at, { id, way })];
  });
});

/** The steps that can be come to without one of these offers, but for the offers themselves. */
function withoutOffers(
  offers: ReadonlySet<number>,
  { graph }: FunnelNode,
): ReadonlySet<number> {
  const led = new Set(graph.successors.flat());
  const first = [...graph.reachable].filter(
    (i) => (i === 0 || !led.has(i)) && !offers.has(i),
  );
  const onward = graph.successors.map((to) => to.filter((i) => !offers.has(i)));
  return reachedFrom(onward, first);
}

/** Whether somebody without an email is led to an offer from one of the steps before all of them. */
function isLedTo(
  offer: number,
  had: Had,
  isBefore: ReadonlySet<number>,
  proof: Proof,
  { funnel }: FunnelNode,
): boolean {
  const id = funnel.steps[offer]?.id;
  return [...isBefore].some((from) => {
    const { edges = [] } = funnel.steps[from] ?? {};
    const leads = edges.some(
      ({ to }, n) => to === id && proof.takes(from, n) !== "no",
    );
    return (
      leads &&
      !had.by.has(from) &&
      proof.find({ step: from, lacks: had }) !== null
    );
  });
}
