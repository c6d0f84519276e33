/** Scores that conditions look at, whose totals are followed on every way. */
import { isOnLoop } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import { NONE } from "../link/options.ts";
import { data, items, number, text } from "../schema/read.ts";
import type { Traits } from "../schema/traits.ts";
import type { Score, Step } from "../shared/contract.ts";
import type { Leaf } from "./assignments.ts";
import { gridOf } from "../link/grid.ts";
import { numbersOn } from "../shared/grid.ts";

/** More answers than these to one question are not told apart. */
const MAX_ANSWERS = 64;
/** Options of a question with several answers: with one more there are twice as many answers. */
const MAX_OPTIONS = 6;
/** Further from zero, a total is not followed. */
const MAX_TOTAL = 10_000;

/** The score that a condition looks at; empty for one of an answer. */
export function scoreIn(leaf: Leaf): string {
  if (leaf.kind === "band") return leaf.score;
  return leaf.kind === "range" && leaf.of === "score" ? leaf.id : "";
}

/**
 * The scores among those that conditions look at whose questions have few enough answers, each worth a whole number of
 * points, and are asked once: whoever answers again is not given the points again.
 */
export function followedScores(
  { funnel, traits, graph }: FunnelNode,
  leaves: readonly Leaf[],
): readonly Score[] {
  const read = new Set(leaves.map(scoreIn));
  return funnel.scores.filter((score) => {
    if (!read.has(score.id) || score.bands.length === 0) return false;
    const most = Object.keys(score.items).map((id) => {
      const i = funnel.steps.findIndex((step) => step.id === id);
      const answers = answersOneByOne(funnel.steps[i], traits);
      if (
        answers === null ||
        answers.length > MAX_ANSWERS ||
        isOnLoop(i, graph)
      )
        return Number.POSITIVE_INFINITY;
      const points = answers.map((values) => pointsOf(score, id, values));
      return points.every(Number.isInteger)
        ? Math.max(...points.map(Math.abs), 0)
        : Number.POSITIVE_INFINITY;
    });
    return most.reduce((sum, each) => sum + each, 0) <= MAX_TOTAL;
  });
}

/** Every answer to a question that may add to a score; null where they are not known one by one. */
export function answersOneByOne(
  step: Step | undefined,
  { pages }: Traits,
): (readonly string[])[] | null {
  const props = data(step?.props);
  const answer = pages[step?.page ?? ""]?.answer ?? null;
  const values = items(props.options).map((option) => text(data(option).value));
  switch (answer?.kind) {
    case "one":
      return values.map((value) => [value]);
    case "several": {
      if (values.length > MAX_OPTIONS) return null;
      const least = number(props[answer.low]) ?? 1;
      const most = number(props[answer.high]) ?? values.length;
      let sets: (readonly string[])[] = [[]];
      for (const value of values)
        sets = sets.flatMap((set) => [set, [...set, value]]);
      return [
        ...sets.filter(({ length }) => length >= least && length <= most),
        ...(props.none === undefined ? [] : [[NONE]]),
      ];
    }
    case "quantity": {
      const numbers = numbersOn(gridOf(props, answer), MAX_ANSWERS);
      return numbers && numbers.map((each) => [String(each)]);
    }
    case "day":
    case "words":
    case undefined:
      return null;
  }
}

/** What an answer adds to a score. */
export function pointsOf(
  { items: points }: Score,
  question: string,
  values: readonly string[],
): number {
  const own = points[question];
  if (own === "value") return Number(values[0]);
  return values.reduce((sum, value) => sum + (own?.[value] ?? 0), 0);
}

/** What a condition sees of a total: the score within its ends, or the band that it falls in. */
export function seenOf(total: number, score: Score, leaf: Leaf): string {
  const { min, max, bands } = score;
  const value = Math.min(max, Math.max(min, total));
  if (leaf.kind !== "band") return String(value);
  const band = bands.find(({ upTo }) => upTo === null || value <= upTo);
  return (band ?? bands.at(-1))?.id ?? "";
}
