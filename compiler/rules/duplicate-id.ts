import { diagnose } from "../catalogue.ts";
import type { FunnelRule } from "./registry.ts";

export const duplicateId: FunnelRule = ({ funnel, origins, source }) => {
  const first = new Map<string, number>();
  return funnel.steps.flatMap((step, i) => {
    const earlier = first.get(step.id);
    if (earlier === undefined) first.set(step.id, i);
    if (earlier === undefined) return [];
    const idAt = (n: number) =>
      source.span([...(origins[n] ?? []), "id"], "value");
    const note = { message: "the first is here", at: idAt(earlier) };
    return [diagnose("step/duplicate-id", idAt(i), { id: step.id }, [note])];
  });
};
