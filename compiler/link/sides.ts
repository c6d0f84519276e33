import type { Path } from "../diagnostics/span.ts";
import type { Step } from "../shared/contract.ts";

/** A step as visitors see it who are on one side of its experiment. */
export interface Side {
  readonly props: Step["props"];
  /** Null where everybody sees the same. */
  readonly experiment: string | null;
  /** Where, within the step, stands what this side has of its own: of side a that is all of it. */
  readonly within: Path;
}

/** What a step shows: to all visitors, or on each side of its experiment. */
export function sidesOf({
  props,
  variant,
}: Pick<Step, "props" | "variant">): readonly Side[] {
  if (variant === null) return [{ props, experiment: null, within: [] }];
  const { experiment } = variant;
  return [
    { props, experiment, within: [] },
    { props: variant.props, experiment, within: ["experiment", "b"] },
  ];
}

/** Whether one visitor can see both: whoever is on a side of an experiment stays there. */
export function areSeenByOne(one: Side, other: Side): boolean {
  return (
    one.experiment === null ||
    one.experiment !== other.experiment ||
    one.within.length === other.within.length
  );
}
