/** Every way through a funnel, and who may know what where. */
import type { FunnelNode } from "../link/program.ts";
import { type Facts, factsOf } from "./facts.ts";
import { type Explored, explore } from "./states.ts";

/** All that can happen in a funnel. */
export interface Proof extends Explored {
  readonly facts: Facts;
}

const proofs = new WeakMap<FunnelNode, Proof | null>();

/** What a funnel's ways lead to, worked out once; null where there are too many to go them all. */
export function proofOf(node: FunnelNode): Proof | null {
  const known = proofs.get(node);
  if (known !== undefined) return known;
  const facts = factsOf(node);
  const explored = explore(node, facts);
  const proof = explored === null ? null : { ...explored, facts };
  proofs.set(node, proof);
  return proof;
}
