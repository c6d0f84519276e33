/** Every way through a funnel, and who may know what where. */
import type { FunnelNode } from "../link/program.ts";
import { type Facts, factsOf } from "./facts.ts";
import { type Explored, explore } from "./states.ts";

/** All that can happen in a funnel. */
export interface Proof extends Explored {
  readonly facts: Facts;
}

/** A funnel with more states is not looked at by path. Those that people write have a few hundred. */
const MAX_STATES = 20_000;
/** With more states than these, scores are thought to be anything. */
const MAX_WITH_TOTALS = 5_000;

const proofs = new WeakMap<FunnelNode, Proof | null>();

/** What a funnel's ways lead to, worked out once; null where there are too many to go them all. */
export function proofOf(node: FunnelNode): Proof | null {
  const known = proofs.get(node);
  if (known !== undefined) return known;
  const proof = proved(node, true) ?? proved(node, false);
  proofs.set(node, proof);
  return proof;
}

function proved(node: FunnelNode, withTotals: boolean): Proof | null {
  const facts = factsOf(node, withTotals);
  const most = facts.totals.size > 0 ? MAX_WITH_TOTALS : MAX_STATES;
  const explored = explore(node, facts, most);
  return explored === null ? null : { ...explored, facts };
}
