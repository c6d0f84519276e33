import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import type { FunnelNode } from "../link/program.ts";
import type { State } from "../prove/states.ts";
import { witnessOf } from "../prove/witness.ts";
import { byPath } from "./by-path.ts";
import { afterAccepting } from "./offer-ways.ts";
import { nameOf, saysItself } from "./step-span.ts";
import type { FunnelRule } from "./rule.ts";

/** An offer after a purchase charges what was saved with it: somebody who comes there has to have bought something. */
export const somethingBought = byPath((proof, node) =>
  proof.wanted.flatMap(({ step, had, why }) => {
    if (why.kind !== "purchase" || proof.find({ step }) === null) return [];
    // Whoever opens its address by a link may have bought before.
    const isLedTo = proof.isNobody({ step, came: ({ from }) => from === null });
    if (!isLedTo || !proof.isNobody({ step, had })) return [];
    if (isSwapped(step, node)) return [];
    const { id = "" } = node.funnel.steps[step] ?? {};
    const words = { id, of: "all" } as const;
    return [diagnose("offer/nothing-bought", nameOf(node, step), words)];
  }),
);

/** Nor is it made to somebody whose only payment has just failed. */
export const nothingFailed = byPath((proof, node) =>
  proof.wanted.flatMap(({ step, had, why }) => {
    // Where nobody has bought anything, that is the mistake.
    if (why.kind !== "purchase" || proof.find({ step, had }) === null)
      return [];
    const came = (state: State) => hasFailed(state, node);
    const refused = proof.find({ step, lacks: had, came });
    if (refused?.state.from == null) return [];
    const { id = "" } = node.funnel.steps[step] ?? {};
    const way = witnessOf(refused, node);
    const origin = node.origins[refused.state.from.state.step] ?? [];
    const at = node.source.span([...origin, "failed"], "value");
    const words = { id, of: "failed", way } as const;
    return [diagnose("offer/nothing-bought", at, words)];
  }),
);

/** What is offered to buyers alone is not come to by others as well. */
export const buyersAlone = byPath((proof, node) =>
  proof.wanted.flatMap(({ step, had, why }) => {
    const { id = "" } = node.funnel.steps[step] ?? {};
    if (why.kind !== "purchase" || comesAfter(id, node) !== "buying") return [];
    // Where nobody has bought anything, that is the mistake.
    if (proof.find({ step, had }) === null) return [];
    const came = (state: State) =>
      state.from !== null && !hasFailed(state, node);
    const other = proof.find({ step, lacks: had, came });
    // A way out that leads where the other one should is told as such.
    if (other === null || afterAccepting(node).length > 0) return [];
    const way = witnessOf(other, node);
    const words = { id, of: "declined", way } as const;
    return [diagnose("offer/nothing-bought", nameOf(node, step), words)];
  }),
);

function hasFailed({ from }: State, { funnel }: FunnelNode): boolean {
  const step = funnel.steps[from?.state.step ?? -1];
  return step?.edges[from?.edge ?? -1]?.on === "failed";
}

/** An offer for those who declined another one is no sequel to buying it. */
export const afterDeclining: FunnelRule = (node) => {
  const { funnel, origins, source } = node;
  return funnel.steps.flatMap(({ id, edges }, i) => {
    const [wrong] = edges.filter(
      ({ on, to }) => on === "accept" && comesAfter(to, node) === "declining",
    );
    if (wrong === undefined || !saysItself(node, i, ["accept"])) return [];
    const path: Path = [...(origins[i] ?? []), "accept"];
    const at = source.span(path, "value");
    return [diagnose("offer/after-buying", at, { id, to: wrong.to })];
  });
};

/** Whether accept and decline of the offer before a step lead where the other one should. */
function isSwapped(step: number, node: FunnelNode): boolean {
  const { steps } = node.funnel;
  return steps.some(
    ({ edges }) =>
      edges.some(({ on, to }) => on === "decline" && to === steps[step]?.id) &&
      edges.some(
        ({ on, to }) => on === "accept" && comesAfter(to, node) === "declining",
      ),
  );
}

function comesAfter(id: string, { funnel, traits }: FunnelNode) {
  const page = funnel.steps.find((step) => step.id === id)?.page ?? "";
  return traits.pages[page]?.comesAfter ?? null;
}
