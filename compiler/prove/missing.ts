import type { Path } from "../diagnostics/span.ts";
import type { FunnelNode } from "../link/program.ts";
import { sidesOf } from "../link/sides.ts";
import { valueAt } from "../schema/json-pointer.ts";
import { data, items } from "../schema/read.ts";
import type { Condition } from "../shared/contract.ts";
import { anyOf, sectionsOf } from "./conditions.ts";

/** The condition under which a step shows what is written at a path; null where it always does. */
export function conditionAround(
  path: Path,
  step: number,
  { funnel, source }: FunnelNode,
): Condition | null {
  const linked = funnel.steps[step];
  const section = path.indexOf("sections");
  const owner = path.slice(0, section + 1);
  const n = path[section + 1];
  if (linked === undefined || section === -1 || path[0] === "shared")
    return null;
  const written = valueAt(source.data, owner);
  const side = sidesOf(linked).findLast(({ within }) =>
    within.every((key, at) => owner.at(at - within.length - 1) === key),
  );
  // A shared section can stand for several: which is which is then not known.
  const count = items(data(side?.props).sections).length;
  if (side === undefined || items(written).length !== count) return null;
  const whens = sectionsOf(side).flatMap((one) =>
    one.section === n ? [one.when] : [],
  );
  return whens.length === 0 ? null : anyOf(whens);
}
