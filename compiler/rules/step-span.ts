import type { Span } from "../diagnostics/span.ts";
import { valueAt } from "../schema/json-pointer.ts";
import type { FunnelNode } from "../link/program.ts";

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
