import { isDeepStrictEqual } from "node:util";
import type { FunnelNode } from "../link/program.ts";
import { inWords } from "../map/words.ts";
import { proofOf } from "../prove/proof.ts";
import { witnessOf } from "../prove/witness.ts";
import type { Step } from "../shared/contract.ts";
import { canonical } from "./canonical.ts";
import type { Told } from "./change.ts";
import type { Matched } from "./match.ts";

/** A change of where a step leads, by step of today. */
export type WayChange = Told & { readonly step: string };

/** Where steps lead that led elsewhere before, and who is not come to any more, each with an example. */
export function wayChanges(
  before: FunnelNode,
  after: FunnelNode,
  { both, names, fresh }: Matched,
): WayChange[] {
  const moved = both.flatMap(([one, other]): WayChange[] => {
    const [edges, others] = [
      canonical(one.edges, names),
      canonical(other.edges),
    ];
    if (isDeepStrictEqual(edges, others)) return [];
    const [old, now] = [inWordsOf(one, before), inWordsOf(other, after)];
    // The same words, where only what lies between them is new.
    return old === now
      ? []
      : [{ step: other.id, what: "leads to", before: old, after: now }];
  });
  return [
    ...moved,
    ...reachChanges(before, after, both),
    ...fresh.flatMap(({ id }): WayChange[] => {
      const way = exampleOf(id, after);
      // A step that everybody comes to needs no example.
      return way?.includes(" → ") === true
        ? [{ step: id, what: "who comes here", before: null, after: way }]
        : [];
    }),
  ];
}

function inWordsOf({ edges }: Step, { funnel }: FunnelNode): string {
  return edges
    .map(({ on, to, when }) => {
      const condition = when === null ? "" : ` if ${inWords(when, funnel)}`;
      return `${on === "next" ? "" : `${on}: `}${to}${condition}`;
    })
    .join("; ");
}

/** The steps that somebody came to and nobody does now, or the other way. */
function reachChanges(
  before: FunnelNode,
  after: FunnelNode,
  both: Matched["both"],
): WayChange[] {
  return both.flatMap(([one, other]): WayChange[] => {
    const [old, now] = [exampleOf(one.id, before), exampleOf(other.id, after)];
    if ((old === null) === (now === null)) return [];
    const step = other.id;
    return [{ step, what: "who comes here", before: old, after: now }];
  });
}

/** The shortest way to a step; null where nobody comes to it, or nobody knows. */
function exampleOf(id: string, node: FunnelNode): string | null {
  const proof = proofOf(node);
  const i = node.funnel.steps.findIndex((step) => step.id === id);
  const state = proof?.states[i]?.[0];
  return proof && state ? witnessOf(state, node, proof.facts) : null;
}
