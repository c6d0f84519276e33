import type { Step } from "../shared/contract.ts";
import { data, items } from "../schema/read.ts";
import type { FlowGraph } from "./graph.ts";
import type { RawStep } from "./raw-steps.ts";

/** The positions of offers, and of all that is come to from one. */
export function lateSteps(
  steps: readonly RawStep[],
  { successors }: FlowGraph,
): ReadonlySet<number> {
  const late = new Set(
    steps.flatMap(({ flow }, i) => (flow === "offer" ? [i] : [])),
  );
  for (const i of late) for (const to of successors[i] ?? []) late.add(to);
  return late;
}

/** Eight hexadecimal digits of what is asked, how it may be answered, and which answers pages need. */
export function editionOf(steps: readonly Step[]): string {
  let hash = 0x811c9dc5;
  const add = (text: string) => {
    for (let i = 0; i < text.length; i++)
      hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  };
  for (const { id, page, needs, props } of steps) {
    add(id);
    add(page);
    for (const need of needs) add(need.id);
    const { options, min, max } = data(props);
    for (const option of items(options)) add(String(data(option).value));
    add(`${String(min)} ${String(max)}`);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
