import type { Step } from "../shared/contract.ts";
import type { Traits } from "../schema/traits.ts";
import { gridOf } from "../link/grid.ts";
import { type Grid, isOn, numberAfter, numberUpTo } from "../shared/grid.ts";
import { data, items, number, text } from "../schema/read.ts";

/** More answers than these, of a question with several, are not combined. */
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
}

/** The answers that a question can have, as far as conditions tell them apart; none when there are too many. */
export function answersOf(
  step: Step | undefined,
  { pages }: Traits,
  { named, points }: Named,
): (readonly string[])[] {
  const props = data(step?.props);
  const answer = pages[step?.page ?? ""]?.answer ?? null;
  switch (answer?.kind) {
    case "one":
      return items(props.options).map((option) => [text(data(option).value)]);
    case "several":
      return named.length > MAX_COMBINED
        ? []
        : combined(props, named, mayBeEmpty(step, pages));
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
  return (
    answer?.kind === "several" &&
    [step?.props, step?.variant?.props].some(
      (props) => number(data(props)[answer.low]) === 0,
    )
  );
}

/** The numbers on a grid that are next to each point, and its ends. */
function numbersOf(
  points: readonly string[],
  grid: Grid,
): (readonly string[])[] {
  const { first, last } = grid;
  const ends = [first, last].flatMap((end) => (end === null ? [] : [end]));
  const numbers = [...points.map(Number), ...ends].flatMap((n) => [
    numberUpTo(n, grid),
    ...(isOn(n, grid) ? [] : [numberAfter(n, grid)]),
  ]);
  return [...new Set(numbers)]
    .filter((n) => n >= (first ?? n) && n <= (last ?? n))
    .map((n) => [String(n)]);
}

/** Every choice of several answers: of those that are named, and one that stands for all others. */
function combined(
  props: Readonly<Record<string, unknown>>,
  named: readonly string[],
  mayBeNothing: boolean,
): (readonly string[])[] {
  const others = items(props.options).some(
    (option) => !named.includes(text(data(option).value)),
  );
  const hasNone = props.none !== undefined;
  const choices = named.filter((value) => value !== "none");
  let sets: (readonly string[])[] = [[]];
  for (const value of others ? [...choices, OTHER] : choices)
    sets = sets.flatMap((set) => [set, [...set, value]]);
  return [
    ...sets.filter(({ length }) => length > 0 || mayBeNothing),
    ...(hasNone ? [["none"]] : []),
  ];
}
