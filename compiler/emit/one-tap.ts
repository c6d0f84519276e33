import { stepAddresses } from "../link/address.ts";
import { isOffer } from "../link/danger.ts";
import type { FunnelNode } from "../link/program.ts";
import type { Step } from "../shared/contract.ts";

/** The addresses of offers whose buyers can come to one that charges what they have paid with by one tap, sorted. */
export function oneTapAfter(funnels: readonly FunnelNode[]): string[] {
  return funnels
    .flatMap((node) =>
      stepAddresses(node.funnel)
        .filter(({ step }) => leadsToOneTap(step, node))
        .map(({ path }) => path),
    )
    .sort();
}

function leadsToOneTap({ edges }: Step, node: FunnelNode): boolean {
  const { funnel, graph, traits } = node;
  const index = new Map(funnel.steps.map(({ id }, i) => [id, i]));
  const reached = new Set(
    edges.flatMap(({ on, to }) =>
      on === "accept" ? (index.get(to) ?? []) : [],
    ),
  );
  // A set may grow while it is gone through.
  for (const at of reached)
    for (const next of graph.successors[at] ?? []) reached.add(next);
  return [...reached].some((at) => {
    const { provides } = traits.pages[funnel.steps[at]?.page ?? ""] ?? {};
    return isOffer(at, node) && provides !== "plan-sale";
  });
}
