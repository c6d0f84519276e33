import type { Condition } from "./contract.ts";

/** A question, a score or a band that a condition looks at. */
export type Leaf = Extract<Condition, { kind: "answer" | "range" | "band" }>;

/** The questions, scores and bands of a condition. */
export function leavesOf(condition: Condition): Leaf[] {
  switch (condition.kind) {
    case "all":
    case "any":
      return condition.of.flatMap(leavesOf);
    case "not":
      return leavesOf(condition.of);
    default:
      return [condition];
  }
}
