import type { Path, Span } from "../diagnostics/span.ts";
import { data } from "../schema/read.ts";
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
  return writtenAt(source.data, origins[i] ?? []);
}

/** What stands at a path of a file; undefined where nothing does. */
export function writtenAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (Array.isArray(at) ? at[Number(key)] : data(at)[key]),
    root,
  );
}
