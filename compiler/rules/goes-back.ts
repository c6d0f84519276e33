import { diagnose } from "../diagnostics/diagnostic.ts";
import { reachedFrom } from "../link/graph.ts";
import { byPath, ledBy } from "./by-path.ts";
import { circlesOf } from "./flow-loop.ts";
import { nameOf, wayTo } from "./step-span.ts";

/**
 * A step that leads some back to where they have been: they answer the same question again, go round for as long as they
 * give the same answers, and their progress falls. Whoever can never leave is told elsewhere, and so is what leads back
 * to an offer.
 */
export const goesBack = byPath((proof, node) => {
  const { funnel, graph } = node;
  const caught = new Set(circlesOf(node).flatMap(({ steps }) => steps));
  const led = ledBy(proof, node, (on) => on === "next");
  return led.flatMap((targets, from) => {
    const back = targets.filter(
      (to) => to <= from && reachedFrom(led, [to]).has(from),
    );
    const [to] = back;
    const isEndless = caught.has(from) || !graph.finishing.has(from);
    if (to === undefined || isEndless) return [];
    const by = funnel.steps[from]?.id ?? "";
    const words = { by, to: funnel.steps[to]?.id ?? "" };
    const at = wayTo(node, from, words.to);
    const note = { message: "visitors come here again", at: nameOf(node, to) };
    return [diagnose("flow/goes-back", at, words, [note])];
  });
});
