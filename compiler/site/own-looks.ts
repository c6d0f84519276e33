import { transform } from "lightningcss";
import type { Brand } from "../shared/contract.ts";

/**
 * A stylesheet without the forms that other brands have chosen: `html[data-choices="pill"] …` where this brand says
 * "line". The runtime's styles hold every form; a page carries one.
 */
export function ownLooks(css: string, look: Brand["look"]): string {
  const { code } = transform({
    filename: "critical.css",
    code: Buffer.from(css),
    minify: true,
    visitor: {
      // A rule that loses all its selectors goes with them.
      Selector: (selector) =>
        selector.some((part) => isForeign(part, look)) ? [] : undefined,
    },
  });
  return code.toString();
}

interface Part {
  readonly type: string;
  readonly name?: unknown;
  readonly operation?: unknown;
}

/** Whether a part of a selector asks for a form that this brand does not have. */
function isForeign(
  { type, name, operation }: Part,
  look: Brand["look"],
): boolean {
  if (type !== "attribute" || typeof name !== "string") return false;
  const own = look[name];
  if (own === undefined || typeof operation !== "object" || operation === null)
    return false;
  return "value" in operation && operation.value !== own;
}
