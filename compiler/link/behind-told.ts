import type { Edge, Step } from "../shared/contract.ts";

/** What is asked of a step: how sensitive it is, and where it leads. */
type OnItsWay = Pick<Step, "sensitive"> & {
  readonly id: string;
  readonly edges: readonly Pick<Edge, "to">[];
};

/**
 * Whether visitors come to the step from one after which their way itself tells a sensitive answer: only who knows their
 * answers knows then whether anything may be told of it.
 */
export function isBehindTold(id: string, steps: readonly OnItsWay[]): boolean {
  const behind = new Set<string>(
    steps.flatMap((step) => (step.sensitive === "last" ? [step.id] : [])),
  );
  // A set may grow while it is gone through.
  for (const one of behind)
    for (const step of steps)
      if (step.id === one) for (const { to } of step.edges) behind.add(to);
  return behind.has(id);
}
