import { isDeepStrictEqual } from "node:util";
import type { FunnelNode } from "../link/program.ts";
import type { Step } from "../shared/contract.ts";

/** The steps of a funnel before and after a change, those together that are the same to an author. */
export interface Matched {
  readonly both: readonly (readonly [before: Step, after: Step])[];
  readonly gone: readonly Step[];
  readonly fresh: readonly Step[];
  /** The id of today by the one of before. */
  readonly names: ReadonlyMap<string, string>;
}

/** Matches steps by their id, by what they say that they were, and those that are left by what they show. */
export function matchSteps(before: FunnelNode, after: FunnelNode): Matched {
  const rest = new Set(after.funnel.steps);
  const both: [Step, Step][] = [];
  const open: Step[] = [];
  const take = (one: Step, fits: (other: Step) => boolean): boolean => {
    const other = [...rest].find(fits);
    if (other === undefined) return false;
    rest.delete(other);
    both.push([one, other]);
    return true;
  };
  for (const one of before.funnel.steps)
    if (!take(one, (other) => other.id === one.id)) open.push(one);
  const gone = open.filter(
    (one) =>
      !take(one, (other) => other.was?.includes(one.id) === true) &&
      !take(
        one,
        (other) =>
          other.page === one.page && isDeepStrictEqual(other.props, one.props),
      ),
  );
  return {
    both,
    gone,
    fresh: [...rest],
    names: new Map(both.map(([one, other]) => [one.id, other.id])),
  };
}
