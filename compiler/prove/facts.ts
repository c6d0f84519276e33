import type { FunnelNode } from "../link/program.ts";
import { sidesOf } from "../link/sides.ts";
import { type Leaf, leavesOf } from "../shared/condition-leaves.ts";
import type { Condition } from "../shared/contract.ts";
import { type AnswerFact, answerFact } from "./answer-fact.ts";
import { conditionsOf, conditionsOfPoints } from "./conditions.ts";
import { bareUnder } from "./seen.ts";
import { type Followed, followedScores, scoreIn } from "./totals.ts";
import { type Had, isWanted, type Wanted } from "./wanted.ts";

/** What decides anything in a funnel: its facts, and where each of them still makes a difference. */
export interface Facts {
  readonly all: readonly Fact[];
  /** By question: the position of its fact. */
  readonly answers: ReadonlyMap<string, number>;
  /** By score: the position of its total. Of a score that is not among them everything is thought possible. */
  readonly totals: ReadonlyMap<string, number>;
  /** The position of what is known, or was bought. */
  readonly had: ReadonlyMap<Had, number>;
  /** `live[i][f]`: 1 where something at step `i`, or behind it, depends on fact `f`. */
  readonly live: readonly Uint8Array[];
  /** Questions that conditions look at with more answers than are told apart: all is thought possible of them. */
  readonly vague: readonly string[];
  /** Questions that add to scores that conditions look at and that are not followed. */
  readonly untold: readonly string[];
}

export type Fact =
  | AnswerFact
  /** What was collected of a score so far. */
  | ({ readonly kind: "total" } & Followed)
  | Had;

/** What steps depend on: by step, what its conditions look at, and what must be known or bought there. */
export interface Reads {
  readonly leaves: readonly (readonly Leaf[])[];
  readonly had: readonly (readonly Had[])[];
}

/** Everything that the ways of a funnel, and all that is proven of them, depend on. */
export function readsOf(node: FunnelNode, wanted: readonly Wanted[]): Reads {
  const { steps } = node.funnel;
  const had = steps.map((): Had[] => []);
  for (const one of wanted) had[one.step]?.push(one.had);
  const shown = conditionsOfUses(node);
  return {
    leaves: steps.map((step) =>
      [
        ...conditionsOf(step),
        ...(shown.get(step.id) ?? []),
        ...conditionsOfPoints(step),
        ...sidesOf(step).flatMap((side) => bareUnder(side, node) ?? []),
      ].flatMap(leavesOf),
    ),
    had,
  };
}

/** By step: the conditions under which it shows what may be missing. */
function conditionsOfUses({ uses }: FunnelNode): Map<string, Condition[]> {
  const shown = new Map<string, Condition[]>();
  for (const use of uses) {
    if (use.when === null || !isWanted(use)) continue;
    const before = shown.get(use.step);
    if (before === undefined) shown.set(use.step, [use.when]);
    else before.push(use.when);
  }
  return shown;
}

/** The facts of what is read; `withTotals` says whether what scores add up to is followed. */
export function factsOf(
  node: FunnelNode,
  { leaves, had }: Reads,
  withTotals: boolean,
): Facts {
  const { steps } = node.funnel;
  const scores = withTotals ? followedScores(node, leaves.flat()) : [];
  const named = byQuestion(leaves.flat());
  const scored = scores.flatMap(({ score }) => Object.keys(score.items));
  const answers = new Map<string, number>();
  const vague: string[] = [];
  const all: Fact[] = [];
  const chosen = questionsChosen(had.flat(), node);
  for (const id of new Set([...named.keys(), ...scored, ...chosen])) {
    const step = steps.findIndex((one) => one.id === id);
    const asked = named.get(id) ?? [];
    const adding = scores.filter(({ score }) => Object.hasOwn(score.items, id));
    const fact = answerFact(node, step, asked, adding, chosen.has(id));
    if (fact === null) vague.push(id);
    if (fact === null) continue;
    answers.set(id, all.length);
    all.push(fact);
  }
  const totals = new Map<string, number>();
  for (const followed of scores) {
    totals.set(followed.score.id, all.length);
    all.push({ kind: "total", ...followed });
  }
  const positions = new Map<Had, number>();
  for (const one of new Set(had.flat())) {
    positions.set(one, all.length);
    all.push(one);
  }
  const reads = leaves.map((list, i) => [
    ...list.flatMap((leaf) => factIn(leaf, { answers, totals }) ?? []),
    ...(had[i] ?? []).flatMap((one) => positions.get(one) ?? []),
  ]);
  const live = behind(reads, all.length, node);
  const untold = questionsUntold(leaves.flat(), totals, node);
  return { all, answers, totals, had: positions, live, vague, untold };
}

/** The questions that add to scores that are looked at and not followed. */
function questionsUntold(
  leaves: readonly Leaf[],
  totals: ReadonlyMap<string, number>,
  { funnel }: FunnelNode,
): string[] {
  const read = new Set(leaves.map(scoreIn));
  return funnel.scores.flatMap(({ id, items }) =>
    read.has(id) && !totals.has(id) ? Object.keys(items) : [],
  );
}

/** The questions of which it matters whether something was chosen. */
function questionsChosen(
  had: readonly Had[],
  { funnel }: FunnelNode,
): ReadonlySet<string> {
  const steps = had.flatMap(({ kind, by }) =>
    kind === "chosen" ? [...by] : [],
  );
  return new Set(steps.flatMap((step) => funnel.steps[step]?.id ?? []));
}

/** The question that a condition looks at; null for a score. */
export function questionOf(leaf: Leaf): string | null {
  if (leaf.kind === "answer") return leaf.step;
  return leaf.kind === "range" && leaf.of === "answer" ? leaf.id : null;
}

/** The questions that decide what a condition looks at. */
export function questionsOf(
  leaf: Leaf,
  { funnel }: Pick<FunnelNode, "funnel">,
): readonly string[] {
  const question = questionOf(leaf);
  if (question !== null) return [question];
  const score = funnel.scores.find(({ id }) => id === scoreIn(leaf));
  return Object.keys(score?.items ?? {});
}

/** The position of the fact that a condition looks at. */
export function factIn(
  leaf: Leaf,
  { answers, totals }: Pick<Facts, "answers" | "totals">,
): number | undefined {
  const question = questionOf(leaf);
  return question === null ? totals.get(scoreIn(leaf)) : answers.get(question);
}

function byQuestion(leaves: readonly Leaf[]): Map<string, Leaf[]> {
  const questions = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const id = questionOf(leaf);
    if (id !== null) questions.set(id, [...(questions.get(id) ?? []), leaf]);
  }
  return questions;
}

/** By step: a row with 1 for each number, less than `width`, that is listed for it or for a step further on. */
export function behind(
  listed: readonly (readonly number[])[],
  width: number,
  { funnel, graph }: FunnelNode,
): Uint8Array[] {
  const rows = funnel.steps.map((_, i) => {
    const row = new Uint8Array(width);
    for (const one of listed[i] ?? []) row[one] = 1;
    return row;
  });
  let changed = true;
  while (changed) {
    changed = false;
    for (let i = rows.length - 1; i >= 0; i--)
      for (const to of graph.successors[i] ?? [])
        if (addAll(rows[i], rows[to])) changed = true;
  }
  return rows;
}

/** Whether something of `from` was not among `into`, and is now. */
export function addAll(
  into: Uint8Array = NONE,
  from: Uint8Array = NONE,
): boolean {
  let grew = false;
  for (let one = 0; one < from.length; one++) {
    if (from[one] === 0 || into[one] !== 0) continue;
    into[one] = 1;
    grew = true;
  }
  return grew;
}

const NONE = new Uint8Array(0);
