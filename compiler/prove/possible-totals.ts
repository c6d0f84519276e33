import { gridOf } from "../link/grid.ts";
import type { FunnelNode } from "../link/program.ts";
import { data, items, text } from "../schema/read.ts";
import type { Score, Step } from "../shared/contract.ts";
import { added, numbersOn } from "../shared/grid.ts";

/** More totals than these are not told apart: everything is then thought possible. */
export const MAX_TOTALS = 2_000;

/**
 * Every number that a score can be, ascending, whichever of its questions are asked; null where there are too many to
 * tell.
 */
export function totalsOf(
  score: Score,
  { funnel, traits }: Pick<FunnelNode, "funnel" | "traits">,
): readonly number[] | null {
  let totals: ReadonlySet<number> = new Set([0]);
  for (const step of funnel.steps) {
    if (!Object.hasOwn(score.items, step.id)) continue;
    const gains = gainsAt(step, score, { traits });
    if (gains === null) return null;
    const sums = new Set(totals);
    for (const total of totals) {
      for (const gained of gains) sums.add(added(total, gained));
      if (sums.size > MAX_TOTALS) return null;
    }
    totals = sums;
  }
  const within = [...totals].map((total) =>
    Math.min(score.max, Math.max(score.min, total)),
  );
  return [...new Set(within)].sort((a, b) => a - b);
}

/** What the answers to a step may add to a score; null where there are too many to tell. */
export function gainsAt(
  { id, page, props: given }: Step,
  { items: points }: Score,
  { traits }: Pick<FunnelNode, "traits">,
): readonly number[] | null {
  const own = points[id];
  const props = data(given);
  const kind = traits.pages[page]?.answer;
  if (own === undefined) return [0];
  if (own === "value")
    return kind?.kind === "quantity"
      ? numbersOn(gridOf(props, kind), MAX_TOTALS)
      : null;
  const values = items(props.options).map((option) => text(data(option).value));
  const each = values.map((value) => own[value] ?? 0);
  if (kind?.kind !== "several") return [...new Set(each)];
  let sums = new Set([0]);
  for (const value of each)
    sums = new Set([...sums].flatMap((sum) => [sum, added(sum, value)]));
  return [...sums];
}
