/** The lowest and the highest number that there may be; null: without an end. */
export interface Ends {
  readonly first: number | null;
  readonly last: number | null;
}

/** Numbers between two ends, each so far from the one before. */
export interface Grid extends Ends {
  readonly by: number;
}

/** What the answers to a question without choices can be. Days are YYYY-MM-DD. */
export type Reach =
  | ({ readonly kind: "quantity" } & Grid)
  | {
      readonly kind: "day";
      readonly first: string | null;
      readonly last: string | null;
    }
  | { readonly kind: "words"; readonly most: number | null };

/** So many parts of a whole are no difference: tenths cannot be added up exactly. */
const FINEST = 1e6;

/** Whether a number is one of those that there may be. */
export function isOn(value: number, grid: Grid): boolean {
  const { first, last } = grid;
  const isWithin = value >= (first ?? value) && value <= (last ?? value);
  return isWithin && Math.abs(value - numberUpTo(value, grid)) < 1 / FINEST;
}

/** The last number that there may be and that is not beyond another. */
export function numberUpTo(value: number, grid: Grid): number {
  return numberAt(stepsTo(value, grid), grid);
}

/** The first number that there may be beyond another. */
export function numberAfter(value: number, grid: Grid): number {
  return numberAt(stepsTo(value, grid) + 1, grid);
}

/** Every number that there may be; null where there are more than `most`, or no ends. */
export function numbersOn(grid: Grid, most: number): number[] | null {
  const { first, last } = grid;
  if (first === null || last === null) return null;
  const count = stepsTo(last, grid) + 1;
  return count > most
    ? null
    : Array.from({ length: count }, (_, steps) => numberAt(steps, grid));
}

/** How many whole steps a number is from the first one; without a first one, from none. */
function stepsTo(value: number, { first, by }: Grid): number {
  return Math.floor((value - (first ?? 0)) / by + 1 / FINEST);
}

function numberAt(steps: number, { first, by }: Grid): number {
  return added(first ?? 0, steps * by);
}

/** The sum of two numbers, without what adding up tenths leaves behind. */
export function added(one: number, other: number): number {
  return Math.round((one + other) * FINEST) / FINEST;
}
