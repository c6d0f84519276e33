import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { data } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, writtenStep } from "./step-span.ts";

/** A name of a step, now or before. */
interface Called {
  readonly id: string;
  readonly i: number;
  readonly wasBefore: boolean;
  readonly at: () => Span;
}

export const duplicateId: FunnelRule = (node) => {
  const first = new Map<string, Called>();
  const { steps } = node.funnel;
  const now = steps.map(({ id }, i): Called => {
    return { id, i, wasBefore: false, at: () => nameOf(node, i) };
  });
  // An answer that was stored under it would belong to two steps.
  const before = steps.flatMap(({ was = [] }, i) =>
    was.map((id, n): Called => {
      const path = [...(node.origins[i] ?? []), "was", n];
      const at = () => node.source.span(path, "value");
      return { id, i, wasBefore: true, at };
    }),
  );
  return [...now, ...before].flatMap(({ id, i, wasBefore, at }) => {
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, { id, i, wasBefore, at });
      return [];
    }
    const isOwn = earlier.i === i;
    const was = wasBefore ? { isOwn } : null;
    const notes = isOwn
      ? []
      : [{ message: "first used here", at: earlier.at() }];
    const pattern = (n: number) => steps[n]?.pattern;
    const { path } = data(writtenStep(node, i));
    const isSame = path !== undefined && pattern(i) === pattern(earlier.i);
    const by = isSame ? "path" : "id";
    return [diagnose("step/duplicate-id", at(), { id, was, by }, notes)];
  });
};
