/** The numbers that a question takes: an end, and then one each so far from the one before. */
import { type Data, number, text } from "../schema/read.ts";
import type { AnswerTrait } from "../schema/traits.ts";

type Quantity = Extract<AnswerTrait, { kind: "quantity" }>;

/** The numbers between two ends, each so far from the one before; null: without an end. */
export interface Grid {
  readonly first: number | null;
  readonly last: number | null;
  readonly by: number;
}

/** So many parts of a whole are no difference: tenths cannot be added up exactly. */
const FINEST = 1e6;

/** The numbers that a question takes. */
export function gridOf(props: Data, answer: Quantity): Grid {
  const { low, high, step = "" } = answer;
  return {
    first: number(props[low]),
    last: number(props[high]),
    by: takesTenths(props, answer) ? 0.1 : (number(props[step]) ?? 1),
  };
}

/** Whether a question takes tenths, whatever its step. */
export function takesTenths(props: Data, { tenths = {} }: Quantity): boolean {
  return Object.entries(tenths).some(([key, values]) =>
    values.includes(text(props[key])),
  );
}

/** Every number that a question takes; null where there are more than `most`, or no ends. */
export function quantitiesOf(
  props: Data,
  answer: Quantity,
  most: number,
): number[] | null {
  const grid = gridOf(props, answer);
  const { first, last, by } = grid;
  if (first === null || last === null || !(by > 0)) return null;
  const count = stepsTo(last, grid) + 1;
  return count > most
    ? null
    : Array.from({ length: count }, (_, steps) => numberAt(steps, grid));
}

/** Whether a number is one of those that there may be. */
export function isOn(value: number, grid: Grid): boolean {
  const { first, last } = grid;
  const isWithin = value >= (first ?? value) && value <= (last ?? value);
  const nearest = numberAt(stepsTo(value, grid), grid);
  return isWithin && Math.abs(value - nearest) < 1 / FINEST;
}

/** The next number that there may be. */
export function numberAfter(value: number, grid: Grid): number {
  return numberAt(stepsTo(value, grid) + 1, grid);
}

/** The last number that there may be before one that is none of them. */
export function numberBefore(value: number, grid: Grid): number {
  return numberAt(stepsTo(value, grid), grid);
}

/** How many whole steps a number is from the first one. */
function stepsTo(value: number, { first, by }: Grid): number {
  return Math.floor((value - (first ?? 0)) / by + 1 / FINEST);
}

function numberAt(steps: number, { first, by }: Grid): number {
  return Math.round(((first ?? 0) + steps * by) * FINEST) / FINEST;
}
