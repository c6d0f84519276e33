import type { Path } from "../diagnostics/span.ts";
import type { FunnelNode, Use } from "../link/program.ts";
import { sidesOf } from "../link/sides.ts";
import { data, items } from "../schema/read.ts";
import type { Condition } from "../shared/contract.ts";
import { sectionsOf, truthOf } from "./conditions.ts";
import type { Wanted } from "./facts.ts";
import type { Proof } from "./proof.ts";
import { valuesIn } from "./signs.ts";
import { isKnown, type State } from "./states.ts";

/** The shortest way to a step where a fact is not so that must be; undefined where it is on every way. */
export function missingIn(
  { step, fact }: Wanted,
  { states }: Proof,
  counts: (state: State) => boolean = () => true,
): State | undefined {
  return states[step]?.find((state) => !isKnown(state, fact) && counts(state));
}

/** Whether what a step uses is shown in a state: a section, or the text of a band, may be for others. */
export function isShown(
  { when }: Pick<Use, "when">,
  { facts: known }: State,
  { facts }: Proof,
): boolean {
  return when === null || truthOf(when, valuesIn(known, facts)) !== false;
}

/** Whether what is written at a path is shown in a state. */
export function isShownAt(
  path: Path,
  { step, facts: known }: State,
  node: FunnelNode,
  { facts }: Proof,
): boolean {
  const whens = conditionsAround(path, step, node);
  if (whens.length === 0) return true;
  const valuesOf = valuesIn(known, facts);
  return whens.some((when) => truthOf(when, valuesOf) !== false);
}

/** The conditions of the sections of a step that hold what is written at a path; none where it is always shown. */
function conditionsAround(
  path: Path,
  step: number,
  { funnel, source }: FunnelNode,
): readonly Condition[] {
  const linked = funnel.steps[step];
  const section = path.indexOf("sections");
  const owner = path.slice(0, section + 1);
  const n = path[section + 1];
  if (linked === undefined || section === -1 || path[0] === "shared") return [];
  const written = owner.reduce<unknown>(
    (at, key) => (Array.isArray(at) ? at[Number(key)] : data(at)[key]),
    source.data,
  );
  const side = sidesOf(linked).findLast(({ within }) =>
    within.every((key, at) => owner.at(at - within.length - 1) === key),
  );
  // A shared section can stand for several: which is which is then not known.
  const count = items(data(side?.props).sections).length;
  if (side === undefined || items(written).length !== count) return [];
  return sectionsOf(side).flatMap((one) =>
    one.section === n ? [one.when] : [],
  );
}
