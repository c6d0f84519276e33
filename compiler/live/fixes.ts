import type { Fix } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import type { FunnelNode } from "../link/program.ts";

/** Fixes that somebody should look at. */
export function keySet(
  { source: { file } }: FunnelNode,
  path: Path,
  key: string,
  value: string | readonly string[],
): Fix {
  const change = { kind: "set-key", file, path, key, value } as const;
  return { kind: "suggested", changes: [change] };
}

/** Names something at the top of the file as given up. */
export function forgetting(
  { source: { file } }: Pick<FunnelNode, "source">,
  name: string,
): Fix {
  const change = {
    kind: "add-items",
    file,
    path: [],
    key: "forget",
    items: [name],
  } as const;
  return { kind: "suggested", changes: [change] };
}
