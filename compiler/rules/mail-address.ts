import { diagnose } from "../diagnostics/diagnostic.ts";
import { contactFieldsOf } from "../link/contact-fields.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelNode } from "../link/program.ts";
import { CONTACT, GIFT } from "../link/promises.ts";
import type { Wanted } from "../prove/facts.ts";
import { isShownAt, missingIn } from "../prove/missing.ts";
import type { Proof } from "../prove/proof.ts";
import { isKnown, type State } from "../prove/states.ts";
import { witnessOf } from "../prove/witness.ts";
import { byPath } from "./by-path.ts";

/** A mail is promised to those who are asked for their email: before it, there, or further on; for a receipt, before they buy. */
export const mailAddress = byPath((proof, node) =>
  node.promises.flatMap(({ moments, words, path }, promise) => {
    if (moments.length === 0 || moments.includes(GIFT)) return [];
    const state = moments.includes(CONTACT)
      ? firstOf(proof, (wanted) => notAsked(wanted, promise, proof, node))
      : firstOf(proof, (wanted) => buysWithout(wanted, proof));
    if (state === undefined) return [];
    const way = witnessOf(state, node, proof.facts);
    const at = narrow(node.source, path, words);
    return [diagnose("mail/no-address", at, { words, way })];
  }),
);

function firstOf(
  { facts }: Proof,
  find: (wanted: Wanted) => State | undefined,
): State | undefined {
  for (const wanted of facts.wanted) {
    const state = find(wanted);
    if (state !== undefined) return state;
  }
  return undefined;
}

/** Somebody who reads a promise and is asked for no email, neither before nor afterwards. */
function notAsked(
  wanted: Wanted,
  promise: number,
  proof: Proof,
  node: FunnelNode,
): State | undefined {
  const { why, step } = wanted;
  if (why.kind !== "promise" || why.promise !== promise) return undefined;
  if (isAskedFrom(step, node)) return undefined;
  const { path } = node.promises[promise] ?? { path: [] };
  return missingIn(wanted, proof, (one) => isShownAt(path, one, node, proof));
}

/** Somebody who comes to an offer for which nobody is asked; where some are, that is the mistake. */
function buysWithout(wanted: Wanted, proof: Proof): State | undefined {
  const states = proof.states[wanted.step] ?? [];
  const isAsked = states.some((one) => isKnown(one, wanted.fact));
  return wanted.why.kind === "email" && !isAsked ? states[0] : undefined;
}

/** Whether the step itself, or one that it leads to, asks for the email. */
function isAskedFrom(step: number, { funnel, graph, traits }: FunnelNode) {
  const seen = new Set([step]);
  // The set grows while it is gone through.
  for (const at of seen) {
    const here = funnel.steps[at];
    if (here && contactFieldsOf(here, traits).includes("email")) return true;
    for (const to of graph.successors[at] ?? []) seen.add(to);
  }
  return false;
}
