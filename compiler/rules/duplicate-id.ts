import { diagnose } from "../diagnostics/diagnostic.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

export const duplicateId: FunnelRule = (node) => {
  const first = new Map<string, number>();
  const find = (id: string, i: number) => {
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, i);
    if (earlier === undefined) return [];
    const note = { message: "first used here", at: nameOf(node, earlier) };
    return [diagnose("step/duplicate-id", nameOf(node, i), { id }, [note])];
  };
  const { steps } = node.funnel;
  return [
    ...steps.flatMap(({ id }, i) => find(id, i)),
    // An answer that was stored under it would belong to two steps.
    ...steps.flatMap(({ was = [] }, i) => was.flatMap((id) => find(id, i))),
  ];
};
