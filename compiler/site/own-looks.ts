import { type Selector, type SelectorComponent, transform } from "lightningcss";
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
      Selector: (selector) => (isForeign(selector, look) ? [] : undefined),
    },
  });
  return code.toString();
}

/** Whether a selector asks for a form that this brand does not have. */
function isForeign(selector: Selector, look: Brand["look"]): boolean {
  return selector.some((part) => {
    // One of several keeps the others: the most specific of them counts for all.
    if (part.type === "pseudo-class" && part.kind === "is")
      return part.selectors.every((one) => isForeign(one, look));
    return asksForAnother(part, look);
  });
}

function asksForAnother(part: SelectorComponent, look: Brand["look"]): boolean {
  if (part.type !== "attribute" || part.operation?.operator !== "equal")
    return false;
  const own = look[part.name];
  return own !== undefined && part.operation.value !== own;
}
