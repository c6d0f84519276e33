import { type Data, number, text } from "../schema/read.ts";
import type { QuantityTrait } from "../schema/answer-trait.ts";
import type { Grid } from "../shared/grid.ts";

/** The numbers that a question takes. */
export function gridOf(props: Data, answer: QuantityTrait): Grid {
  const { low, high, step = "" } = answer;
  return {
    first: number(props[low]),
    last: number(props[high]),
    by: endsOfTenths(props, answer) ? 0.1 : (number(props[step]) ?? 1),
  };
}

/** The ends of a question that takes tenths, whatever its step, and has no ends of its own; null for all others. */
export function endsOfTenths(
  props: Data,
  { tenths = {} }: QuantityTrait,
): readonly [number, number] | null {
  const ends = Object.entries(tenths).map(
    ([key, values]) => values[text(props[key])],
  );
  return ends.find((each) => each !== undefined) ?? null;
}
