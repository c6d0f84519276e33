import type { Path, Span } from "../diagnostics/span.ts";
import { valueAt } from "../schema/json-pointer.ts";
import { type Data, data, items } from "../schema/read.ts";
import type { FunnelNode } from "../link/program.ts";
import { sidesOf } from "../link/sides.ts";
import type { Step } from "../shared/contract.ts";

/** Where a step is named: its `id`, else its `path`. */
export function nameOf(
  { source, origins, funnel }: FunnelNode,
  i: number,
): Span {
  const origin = origins[i] ?? [];
  const own = source.span([...origin, "id"], "value");
  const whole = source.span(origin, "value");
  const hasId =
    own.line !== whole.line ||
    own.endLine !== whole.endLine ||
    own.column !== whole.column;
  return hasId || funnel.steps[i] === undefined
    ? own
    : source.span([...origin, "path"], "value");
}

/** A step as it is written. */
export function writtenStep({ source, origins }: FunnelNode, i: number) {
  return valueAt(source.data, origins[i] ?? []);
}

/** A step with the properties of one side of its experiment. */
interface StepSide {
  readonly step: Step;
  /** Position of the step. */
  readonly i: number;
  /** What is written for this side alone; of side a, the whole step. */
  readonly written: Data;
  /** Where that stands. */
  readonly path: Path;
}

/** Every step, once for each side of its experiment that says something of its own under a key. */
export function sidesWith(key: string, node: FunnelNode): StepSide[] {
  return node.funnel.steps.flatMap((step, i) =>
    sidesOf(step).flatMap(({ props, within }): StepSide[] => {
      const path = [...(node.origins[i] ?? []), ...within];
      const written = data(valueAt(node.source.data, path));
      return within.length > 0 && written[key] === undefined
        ? []
        : [
            {
              step: within.length > 0 ? { ...step, props } : step,
              i,
              written,
              path,
            },
          ];
    }),
  );
}

/** Where a step, or a choice of it, says that it leads to another one; its name where it is only the next in the file. */
export function wayTo(node: FunnelNode, from: number, to: string): Span {
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

/** Whether a step says one of these keys where it is written, and does not take all of them over from its page. */
export function saysItself(
  node: FunnelNode,
  i: number,
  keys: readonly string[],
): boolean {
  const own = data(writtenStep(node, i));
  return !node.asides.has(i) || keys.some((key) => own[key] !== undefined);
}
