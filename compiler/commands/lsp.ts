import type { Checkout } from "../checkout.mjs";
import { serveEditor } from "../lsp/server.ts";
import { prefixOf } from "../workspace/content.ts";

/** Serves an editor over standard input and output; 0 when it has gone. */
export function lspCommand(
  { content }: { readonly content: string },
  { root }: Checkout,
): Promise<number> {
  return serveEditor({ root, content, prefix: prefixOf(content) });
}
