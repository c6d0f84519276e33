import {
  diagnose,
  type Diagnostic,
  onePerPlace,
} from "../diagnostics/diagnostic.ts";
import { type AfterDanger, afterDangers, offersOf } from "../link/danger.ts";
import { narrow } from "../link/narrow.ts";
import { pathOfLink } from "../link/own-path.ts";
import type { FunnelNode } from "../link/program.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/** Who says that they are in danger is offered nothing: on no way that is left after that answer, and by no link. */
export const danger: FunnelRule = (node) => {
  if (node.dangers.length === 0) return [];
  const offers = offersOf(node);
  return onePerPlace(
    afterDangers(node).flatMap((after) => sales(after, offers, node)),
  );
};

function sales(
  { answer, wayToOffer: way, links }: AfterDanger,
  offers: ReadonlyMap<string, string>,
  node: FunnelNode,
): Diagnostic[] {
  const { value } = answer;
  const { source } = node;
  const said = source.span(answer.path, "value");
  if (way !== null) {
    const offer = way.at(-1) ?? "";
    const at = node.funnel.steps.findIndex(({ id }) => id === offer);
    const note = { message: "the offer is here", at: nameOf(node, at) };
    return [
      diagnose("danger/sells", said, { value, offer, way, by: "way" }, [note]),
    ];
  }
  const note = { message: "the answer is here", at: said };
  return links.flatMap(({ link, way: wayToLink }) => {
    const offer = offers.get(pathOfLink(link.to));
    if (offer === undefined) return [];
    const words = { value, offer, way: wayToLink, by: "link" } as const;
    const place = narrow(source, link.path, link.to);
    return [diagnose("danger/sells", place, words, [note])];
  });
}
