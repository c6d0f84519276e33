import { type Leaf, leavesOf } from "../../generated/condition-leaves.ts";
import type { Condition, Funnel, Step } from "../../generated/contract.ts";
import { isRecord } from "../core/read.ts";
import { sidesOf } from "./sales.ts";

/** The conditions of a step's ways, taken apart. */
export function leavesOfWays({ edges }: Step): readonly Leaf[] {
  return edges.flatMap(({ when }) => (when === null ? [] : leavesOf(when)));
}

/** A condition under which something is shown on a step. */
export interface ShownWhen {
  readonly step: Step;
  readonly when: Condition;
}

/** The conditions of the sections of a step, and of what stands in them; those that are alike once. */
export function conditionsShown(step: Step): readonly ShownWhen[] {
  const all = sidesOf(step).flatMap((props) =>
    ("sections" in props ? (props.sections ?? []) : []).flatMap((section) => [
      section.when,
      ...("items" in section ? section.items : []).map((item) =>
        isRecord(item) && "when" in item ? item.when : null,
      ),
    ]),
  );
  const known = all.filter((when) => when !== null && when !== undefined);
  const alike = new Map(known.map((when) => [JSON.stringify(when), when]));
  return [...alike.values()].map((when) => ({ step, when }));
}

/** The answers or scores that some conditions ask for, by id, each once. */
export function askedBy(
  leaves: readonly Leaf[],
  kind: "answer" | "score",
): readonly string[] {
  const ids = leaves.flatMap((leaf) => {
    switch (leaf.kind) {
      case "answer":
        return kind === "answer" ? [leaf.step] : [];
      case "band":
        return kind === "score" ? [leaf.score] : [];
      case "range":
        return kind === leaf.of ? [leaf.id] : [];
    }
  });
  return [...new Set(ids)];
}

/** Numbers at which a condition on an answer changes its mind, on both sides, by the question. */
export function marksIn({
  steps,
}: Funnel): ReadonlyMap<string, readonly number[]> {
  const leaves = steps.flatMap((step) => [
    ...leavesOfWays(step),
    ...conditionsShown(step).flatMap(({ when }) => leavesOf(when)),
  ]);
  const marks = new Map<string, number[]>();
  for (const leaf of leaves) {
    if (leaf.kind !== "range" || leaf.of !== "answer") continue;
    const { id, min, max } = leaf;
    const own = marks.get(id) ?? [];
    if (min !== null) own.push(min, min - 1);
    if (max !== null) own.push(max, max + 1);
    marks.set(id, own);
  }
  return marks;
}
