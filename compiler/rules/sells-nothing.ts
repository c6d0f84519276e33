import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import { isPicker, pickersIn } from "../link/bare-offer.ts";
import type { FunnelNode } from "../link/program.ts";
import { isCondition, noneOf } from "../prove/conditions.ts";
import { proofOf } from "../prove/proof.ts";
import { witnessOf } from "../prove/witness.ts";
import { sectionsWritten, type Written } from "../link/sections-written.ts";
import { data, items } from "../schema/read.ts";
import { sectionsWith } from "../schema/traits.ts";
import type { Condition } from "../shared/contract.ts";
import type { FunnelRule } from "./rule.ts";
import { sidesWith } from "./step-span.ts";

/** Whoever comes to a page that sells plans can buy one there, at each of its addresses and on both sides of a test. */
export const sellsNothing: FunnelRule = (node) =>
  sidesWith("sections", node).flatMap(({ step, i, written, path }) => {
    if (node.traits.pages[step.page]?.provides !== "plan-sale") return [];
    // What is not written there is checked where it comes from.
    return written.sections === undefined
      ? []
      : lintSide({ step: i, written, linked: step.props, path }, node);
  });

/** Sections that sell plans and that nothing uses: a page without any may have been meant to show them. */
export function forgottenPlans({
  source,
  traits,
  used,
}: FunnelNode): Written[] {
  return sectionsWritten(source).filter(
    ({ section, path: [top, name] }) =>
      top === "shared" &&
      isPicker(section, traits) &&
      !used.has(`shared.${name}`),
  );
}

interface Side {
  /** Position of the step. */
  readonly step: number;
  readonly written: unknown;
  /** The properties as they are shown. */
  readonly linked: unknown;
  readonly path: Path;
}

function lintSide(side: Side, node: FunnelNode): Diagnostic[] {
  const pickers = pickersIn(side.linked, node.traits);
  const conditions = pickers.flatMap((section) => {
    const { when } = data(section);
    return isCondition(when) ? [when] : [];
  });
  if (conditions.length < pickers.length) return [];
  const way = wayWithout(conditions, side.step, node);
  if (way === null) return [];
  const sections = [...side.path, "sections"];
  const picker = items(data(side.written).sections).findIndex((section) =>
    isPicker(section, node.traits),
  );
  const at =
    pickers.length === 1 && picker !== -1
      ? node.source.span([...sections, picker, "when"], "value")
      : node.source.span(sections, "key");
  const kinds = sectionsWith(node.traits, ({ plans }) => plans !== null);
  const shared = forgottenPlans(node).map(({ path }) => String(path[1]));
  return [diagnose("offer/sells-nothing", at, { way, kinds, shared })];
}

/** How somebody comes to a step who meets none of some conditions: "" for everybody, null for nobody. */
function wayWithout(
  conditions: readonly Condition[],
  step: number,
  node: FunnelNode,
): string | null {
  if (conditions.length === 0) return "";
  const when = noneOf(conditions);
  const found = proofOf(node).find({ step, when });
  return found && witnessOf(found, node);
}
