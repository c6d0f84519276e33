import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import type { FunnelNode } from "../link/program.ts";
import { type Leaf, leavesOf } from "../shared/condition-leaves.ts";
import { sectionsOf } from "../prove/conditions.ts";
import type { Proof } from "../prove/proof.ts";
import { questionOf } from "../prove/facts.ts";
import { scoreIn } from "../prove/totals.ts";
import { data, items } from "../schema/read.ts";
import type { Condition } from "../shared/contract.ts";
import { asksForUnreached } from "./bands-reached.ts";
import { byPath } from "./by-path.ts";
import { writtenStep } from "./step-span.ts";

const ANY = /\bany["']?:/;

/** What `any` lists somebody meets who may come to what it is about. */
export const anyParts = byPath((proof, node) =>
  ANY.test(node.source.text)
    ? node.funnel.steps.flatMap((_, i) => [
        ...ofSections(i, proof, node),
        ...ofStep(i, proof, node),
      ])
    : [],
);

function ofSections(i: number, proof: Proof, node: FunnelNode): Diagnostic[] {
  const step = node.funnel.steps[i];
  const conditional = step === undefined ? [] : sectionsOf(step);
  if (conditional.length === 0) return [];
  const written = items(data(writtenStep(node, i)).sections);
  const path = [...(node.origins[i] ?? []), "sections"];
  return conditional.flatMap(({ section, when }) => {
    const own = data(written[section]).when;
    if (!hasAny(own)) return [];
    const parts = partsOf(when, own, [...path, section, "when"]);
    const found = neverMet(parts, [i], proof, node);
    // Where nobody meets the whole, that is the mistake.
    return found.length === 0 || proof.isNobody({ step: i, when }) ? [] : found;
  });
}

function ofStep(i: number, proof: Proof, node: FunnelNode): Diagnostic[] {
  const { steps } = node.funnel;
  const { when: own } = data(writtenStep(node, i));
  // Where nobody comes to the step, that is the mistake.
  if (!hasAny(own) || proof.isNobody({ step: i })) return [];
  const to = steps[i]?.id;
  const before = steps.flatMap(({ edges }, from) =>
    edges.flatMap(({ to: target, when }) =>
      target === to && when !== null ? [{ from, when }] : [],
    ),
  );
  const [first] = before;
  // What leads here by other conditions of its own is looked at in no other way than this.
  if (first === undefined || before.some(({ when }) => when !== first.when))
    return [];
  const asked = new Set(before.map(({ from }) => steps[from]?.id ?? ""));
  const path = [...(node.origins[i] ?? []), "when"];
  const parts = partsOf(first.when, own, path).filter(
    // What is answered on the step before is not known when somebody comes to that.
    ({ part }) =>
      !leavesOf(part).some((leaf) =>
        subjectsOf(leaf, node).some((id) => asked.has(id)),
      ),
  );
  const at = [...new Set(before.map(({ from }) => from))];
  return neverMet(parts, at, proof, node);
}

/** The questions whose answers decide what a condition looks at. */
function subjectsOf(leaf: Leaf, { funnel }: FunnelNode): readonly string[] {
  const score = funnel.scores.find(({ id }) => id === scoreIn(leaf));
  return score === undefined
    ? [questionOf(leaf) ?? ""]
    : Object.keys(score.items);
}

/** A part of `any`, and where it is written. */
interface Part {
  readonly part: Condition;
  readonly path: Path;
}

/** The parts of each `any` of a condition; none where it is not what is written at `path`. */
function partsOf(when: Condition, written: unknown, path: Path): Part[] {
  const parts = linkedParts(when);
  const paths = writtenParts(written, path);
  return parts.length === paths.length
    ? parts.map((part, n) => ({ part, path: paths[n] ?? path }))
    : [];
}

function linkedParts(condition: Condition): Condition[] {
  switch (condition.kind) {
    case "all":
      return condition.of.flatMap(linkedParts);
    case "any":
      return condition.of.flatMap((part) => [part, ...linkedParts(part)]);
    case "not":
      return linkedParts(condition.of);
    default:
      return [];
  }
}

/** Whether a condition as it is written has parts of which one is enough. */
function hasAny(when: unknown): boolean {
  const { any, not } = data(when);
  return any !== undefined || (not !== undefined && hasAny(not));
}

function writtenParts(when: unknown, path: Path): Path[] {
  return Object.entries(data(when)).flatMap(([key, value]) => {
    if (key === "not") return writtenParts(value, [...path, key]);
    if (key !== "any") return [];
    return items(value).flatMap((part, n) => {
      const at = [...path, key, n];
      return [at, ...writtenParts(part, at)];
    });
  });
}

function neverMet(
  parts: readonly Part[],
  at: readonly number[],
  proof: Proof,
  node: FunnelNode,
): Diagnostic[] {
  return parts.flatMap(({ part, path }) => {
    const isMet = at.some((step) => !proof.isNobody({ step, when: part }));
    if (isMet || asksForUnreached(part, node)) return [];
    const place = node.source.span(path, "value");
    return [diagnose("condition/never-met", place, undefined)];
  });
}
