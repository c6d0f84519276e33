import { diagnose } from "../diagnostics/diagnostic.ts";
import { contactFieldsOf } from "../link/contact-fields.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelNode } from "../link/program.ts";
import { CONTACT, GIFT } from "../link/promises.ts";
import { conditionAround } from "../prove/missing.ts";
import type { Found, Proof } from "../prove/proof.ts";
import type { Wanted } from "../prove/wanted.ts";
import { witnessOf } from "../prove/witness.ts";
import { byPath } from "./by-path.ts";

/** A mail is promised to those who are asked for their email: before it, there, or further on; for a receipt, before they buy. */
export const mailAddress = byPath((proof, node) =>
  node.promises.flatMap(({ moments, words, path }, promise) => {
    if (moments.length === 0 || moments.includes(GIFT)) return [];
    const found = moments.includes(CONTACT)
      ? firstOf(proof, (wanted) => notAsked(wanted, promise, proof, node))
      : firstOf(proof, (wanted) => buysWithout(wanted, proof));
    if (found === null) return [];
    const way = witnessOf(found, node);
    const at = narrow(node.source, path, words);
    return [diagnose("mail/no-address", at, { words, way })];
  }),
);

function firstOf(
  { wanted }: Proof,
  find: (wanted: Wanted) => Found | null,
): Found | null {
  for (const one of wanted) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}

/** Somebody who reads a promise and is asked for no email, neither before nor afterwards. */
function notAsked(
  wanted: Wanted,
  promise: number,
  proof: Proof,
  node: FunnelNode,
): Found | null {
  const { why, step, had } = wanted;
  if (why.kind !== "promise" || why.promise !== promise) return null;
  if (isAskedFrom(step, node)) return null;
  const { path } = node.promises[promise] ?? { path: [] };
  const when = conditionAround(path, step, node);
  return proof.find({ step, when, lacks: had });
}

/** Somebody who comes to an offer for which nobody is asked; where some are, that is the mistake. */
function buysWithout({ step, had, why }: Wanted, proof: Proof): Found | null {
  if (why.kind !== "email" || !proof.isNobody({ step, had })) return null;
  return proof.find({ step });
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
