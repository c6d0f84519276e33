import type { Step } from "../shared/contract.ts";
import type { Traits } from "../schema/traits.ts";
import { NONE } from "../link/options.ts";
import { gridOf } from "../link/grid.ts";
import { sidesOf } from "../link/sides.ts";
import { type Grid, isOn, numberAfter, numberUpTo } from "../shared/grid.ts";
import { data, items, number, text } from "../schema/read.ts";

/** More kinds of options than these, of a question with several answers, are not combined. */
const MAX_COMBINED = 6;
/** An answer that no condition names. */
export const OTHER = "\0";

/** Each bound, and numbers on either side of it, near and as far as the next whole one. */
export function pointsOf(bounds: readonly number[]): string[] {
  const around = bounds
    .filter((bound) => !Number.isNaN(bound))
    .flatMap((at) => [at - 1, at - 0.001, at, at + 0.001, at + 1]);
  return [...new Set(around)].map(String);
}

/** What conditions name of a question. */
interface Named {
  readonly named: readonly string[];
  readonly points: readonly string[];
  /** The same for values that no condition tells apart. */
  readonly signOf: (value: string) => string;
}

/** The answers that a question can have, as far as conditions tell them apart; none when there are too many. */
export function answersOf(
  step: Step | undefined,
  { pages }: Traits,
  { named, points, signOf }: Named,
): (readonly string[])[] {
  const props = data(step?.props);
  const answer = pages[step?.page ?? ""]?.answer ?? null;
  switch (answer?.kind) {
    case "one":
      return items(props.options).map((option) => [text(data(option).value)]);
    case "several":
      return combined(props, named, signOf, boundsOf(step, answer));
    case "quantity":
      return numbersOf(points, gridOf(props, answer));
    case "day":
    case "words":
    case undefined:
      return [...named, OTHER].map((value) => [value]);
  }
}

/** Whether a question can be left with nothing chosen, on some side of its experiment. */
export function mayBeEmpty(
  step: Step | undefined,
  pages: Traits["pages"],
): boolean {
  const answer = pages[step?.page ?? ""]?.answer ?? null;
  return answer?.kind === "several" && boundsOf(step, answer).least === 0;
}

/** How many options may be chosen. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** The bounds of a question with several answers, as wide as on either side of its experiment. */
function boundsOf(
  step: Step | undefined,
  { low, high }: Record<"low" | "high", string>,
): Bounds {
  const sides = step === undefined ? [] : sidesOf(step);
  const all = sides.map(({ props }) => data(props));
  return {
    least: Math.min(...all.map((props) => number(props[low]) ?? 1)),
    most: Math.max(
      ...all.map((props) => number(props[high]) ?? Number.POSITIVE_INFINITY),
    ),
  };
}

/** The numbers on a grid that are next to each point, and its ends. */
function numbersOf(
  points: readonly string[],
  grid: Grid,
): (readonly string[])[] {
  const { first, last } = grid;
  const ends = [first, last].flatMap((end) => (end === null ? [] : [end]));
  const near = [...points.map(Number), ...ends];
  // Where nothing tells numbers apart, any stands for all.
  const numbers = (near.length === 0 ? [0] : near).flatMap((n) => [
    numberUpTo(n, grid),
    ...(isOn(n, grid) ? [] : [numberAfter(n, grid)]),
  ]);
  return [...new Set(numbers)]
    .filter((n) => n >= (first ?? n) && n <= (last ?? n))
    .map((n) => [String(n)]);
}

/** Every choice of several answers: of each kind that conditions tell apart, one option or as many as are needed. */
function combined(
  props: Readonly<Record<string, unknown>>,
  named: readonly string[],
  signOf: (value: string) => string,
  { least, most }: Bounds,
): (readonly string[])[] {
  const values = items(props.options).map((option) => text(data(option).value));
  const kinds = new Map<string, string[]>();
  for (const value of named.filter((one) => values.includes(one))) {
    const sign = signOf(value);
    kinds.set(sign, [...(kinds.get(sign) ?? []), value]);
  }
  if (kinds.size > MAX_COMBINED) return [];
  // Of those that no condition names, one stands for all.
  const [other, ...others] = values.filter((one) => !named.includes(one));
  if (other !== undefined) kinds.set(OTHER, [OTHER, ...others]);
  let sets: (readonly (readonly string[])[])[] = [[]];
  for (const kind of kinds.values())
    sets = sets.flatMap((set) => [set, [...set, kind]]);
  return [
    ...sets.flatMap((set) => {
      const first = set.flatMap(([value]) => value ?? []);
      const more = set.flatMap(([, ...values]) => values);
      const needed = Math.max(0, least - first.length);
      const isPossible = first.length <= most && needed <= more.length;
      return isPossible ? [[...first, ...more.slice(0, needed)]] : [];
    }),
    ...(props.none === undefined ? [] : [[NONE]]),
  ];
}
