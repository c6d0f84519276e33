import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { reachedFrom } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import { data, items } from "../schema/read.ts";
import { byPath } from "./by-path.ts";
import { nameOf, writtenStep } from "./step-span.ts";

/**
 * A step that leads some back to where they have been: they answer the same question again, go round for as long as they
 * give the same answers, and their progress falls. Who can never leave is told elsewhere, and so is what leads back to
 * an offer.
 */
export const goesBack = byPath((proof, node) => {
  const { funnel, graph } = node;
  const index = new Map(funnel.steps.map(({ id }, i) => [id, i]));
  const led = funnel.steps.map(({ edges }, i) =>
    edges.flatMap(({ on, to }, n) =>
      on === "next" && proof.taken[i]?.has(n) === true
        ? (index.get(to) ?? [])
        : [],
    ),
  );
  return led.flatMap((targets, from) => {
    const back = targets.filter(
      (to) => to <= from && reachedFrom(led, [to]).has(from),
    );
    const [to] = back;
    if (to === undefined || !graph.finishing.has(from)) return [];
    const by = funnel.steps[from]?.id ?? "";
    const words = { by, to: funnel.steps[to]?.id ?? "" };
    const at = writtenAt(node, from, words.to);
    const note = { message: "visitors come here again", at: nameOf(node, to) };
    return [diagnose("flow/goes-back", at, words, [note])];
  });
});

/** Where a step, or a choice of it, says that it leads to another one; its name where it is only the next in the file. */
function writtenAt(node: FunnelNode, from: number, to: string): Span {
  const origin = node.origins[from] ?? [];
  const { next, options } = data(writtenStep(node, from));
  const n = items(options).findIndex((option) => data(option).to === to);
  if (n !== -1)
    return node.source.span([...origin, "options", n, "to"], "value");
  const way = items(next).findIndex((one) => data(one).to === to);
  if (way !== -1)
    return node.source.span([...origin, "next", way, "to"], "value");
  return next === undefined
    ? nameOf(node, from)
    : node.source.span([...origin, "next"], "value");
}
