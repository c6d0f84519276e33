import type { DataFlow } from "../link/data-flow.ts";

/** What leaves the browser, by brand, as sentences under each other. */
export function prettyFlows(
  lists: readonly {
    readonly brand: string;
    readonly flows: readonly DataFlow[];
  }[],
): string {
  return lists
    .map(({ brand, flows }) => [brand, ...flows.map(sentenceOf)].join("\n  "))
    .join("\n\n");
}

function sentenceOf({ what, to, when, funnels }: DataFlow): string {
  const where = funnels.length === 0 ? "" : ` (${funnels.join(", ")})`;
  return `${what}\n    to ${to}, ${when}${where}`;
}
