/** Scores that conditions look at, whose totals are followed on every way. */
import { isOnLoop } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import { NONE } from "../link/options.ts";
import { data, items, number, text } from "../schema/read.ts";
import type { Traits } from "../schema/traits.ts";
import type { Score, Step } from "../shared/contract.ts";
import type { Leaf } from "../shared/condition-leaves.ts";
import { gridOf } from "../link/grid.ts";
import { added, numbersOn } from "../shared/grid.ts";

/** More answers than these to one question are not told apart. */
const MAX_ANSWERS = 64;
/** More choices of several options than these, each of which differs from all others, are not gone through. */
const MAX_CHOICES = 1_000;
/** Of more parts than these, a total is not followed. */
const MAX_TOTAL = 10_000;
/** A point is divided into as many parts as make all points whole numbers of them. */
const PARTS = [1, 2, 10, 100];

/** A score whose total is followed. */
export interface Followed {
  readonly score: Score;
  /** Its total is a whole number of these parts of a point. */
  readonly parts: number;
}

/** The score that a condition looks at; empty for one of an answer. */
export function scoreIn(leaf: Leaf): string {
  if (leaf.kind === "band") return leaf.score;
  return leaf.kind === "range" && leaf.of === "score" ? leaf.id : "";
}

/**
 * The scores among those that conditions look at whose questions have few enough answers, each worth whole parts of a
 * point, and are asked once: whoever answers again is not given the points again.
 */
export function followedScores(
  node: FunnelNode,
  leaves: readonly Leaf[],
): readonly Followed[] {
  const read = new Set(leaves.map(scoreIn));
  return node.funnel.scores.flatMap((score) => {
    if (!read.has(score.id) || score.bands.length === 0) return [];
    const gains = Object.keys(score.items).map((id) =>
      gainsOf(id, score, node),
    );
    if (gains.includes(null)) return [];
    const known = gains.flatMap((points) => (points === null ? [] : [points]));
    const parts = PARTS.find((each) =>
      known.flat().every((points) => isWhole(points * each)),
    );
    const most = known.map((points) => Math.max(...points.map(Math.abs), 0));
    const sum = most.reduce((before, each) => before + each, 0);
    const isFollowed = parts !== undefined && sum * parts <= MAX_TOTAL;
    return isFollowed ? [{ score, parts }] : [];
  });
}

/** What the answers to a question add to a score; null where it has too many, or can be asked twice. */
function gainsOf(
  id: string,
  score: Score,
  { funnel, traits, graph }: FunnelNode,
): readonly number[] | null {
  const i = funnel.steps.findIndex((step) => step.id === id);
  const pointsIn = (values: readonly string[]) => pointsOf(score, id, values);
  const answers = answersOneByOne(funnel.steps[i], traits, (values) =>
    String(pointsIn(values)),
  );
  return answers === null || answers.length > MAX_ANSWERS || isOnLoop(i, graph)
    ? null
    : answers.map(pointsIn);
}

/** Whether a number is whole but for what adding up tenths leaves behind. */
function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6;
}

/**
 * The answers to a question that may add to a score, of several options one choice for all with the same sign; null
 * where they are not known one by one.
 */
export function answersOneByOne(
  step: Step | undefined,
  { pages }: Traits,
  signOf: (values: readonly string[]) => string,
): (readonly string[])[] | null {
  const props = data(step?.props);
  const answer = pages[step?.page ?? ""]?.answer ?? null;
  const values = items(props.options).map((option) => text(data(option).value));
  switch (answer?.kind) {
    case "one":
      return values.map((value) => [value]);
    case "several": {
      const least = number(props[answer.low]) ?? 1;
      const most = number(props[answer.high]) ?? values.length;
      const sets = choicesOf(values, most, signOf);
      if (sets === null) return null;
      const enough = sets.filter(({ length }) => length >= least);
      return [
        ...onePer(signOf, enough),
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

/** Of up to `most` options, one choice for all with as many and the same sign; null where there are too many. */
function choicesOf(
  values: readonly string[],
  most: number,
  signOf: (values: readonly string[]) => string,
): (readonly string[])[] | null {
  let sets: (readonly string[])[] = [[]];
  for (const value of values) {
    const all = sets.flatMap((set) =>
      set.length < most ? [set, [...set, value]] : [set],
    );
    sets = onePer((set) => `${set.length} ${signOf(set)}`, all);
    if (sets.length > MAX_CHOICES) return null;
  }
  return sets;
}

/** The first of those with the same sign. */
export function onePer(
  signOf: (values: readonly string[]) => string,
  all: readonly (readonly string[])[],
): (readonly string[])[] {
  const known = new Map<string, readonly string[]>();
  for (const values of all) {
    const sign = signOf(values);
    if (!known.has(sign)) known.set(sign, values);
  }
  return [...known.values()];
}

/** What an answer adds to a score, but for what adding up tenths leaves behind. */
export function pointsOf(
  { items: points }: Score,
  question: string,
  values: readonly string[],
): number {
  const own = points[question];
  if (own === "value") return Number(values[0]);
  return values.reduce((sum, value) => added(sum, own?.[value] ?? 0), 0);
}

/** What a condition sees of a total: the score within its ends, or the band that it falls in. */
export function seenOf(total: number, score: Score, leaf: Leaf): string {
  const { min, max, bands } = score;
  const value = Math.min(max, Math.max(min, total));
  if (leaf.kind !== "band") return String(value);
  const band = bands.find(({ upTo }) => upTo === null || value <= upTo);
  return (band ?? bands.at(-1))?.id ?? "";
}
