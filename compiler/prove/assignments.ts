import { type Leaf, leavesOf } from "../shared/condition-leaves.ts";
import type { Condition } from "../shared/contract.ts";
import type { FunnelNode } from "../link/program.ts";
import { answersOf, pointsOf } from "./possible-answers.ts";
import { totalsOf } from "./possible-totals.ts";

/**
 * What conditions look at, one possible case of it: for each question, score or band the values it has; a question
 * that was not asked has none.
 */
export type Assignment = ReadonlyMap<string, readonly string[]>;

/** What is known about a question where conditions are evaluated. */
export type Asked = "yes" | "perhaps" | "no";

/** More cases than these are not gone through. */
const MAX_ASSIGNMENTS = 2_000;

/**
 * Every case that the conditions can tell apart, and perhaps a few that cannot be: what holds in all of them always
 * holds, what holds in none never does. Null when there are too many.
 */
export function assignmentsOf(
  conditions: readonly Condition[],
  node: Pick<FunnelNode, "funnel" | "traits">,
  asked: (id: string) => Asked,
): Assignment[] | null {
  const terms = new Map<string, Leaf[]>();
  for (const leaf of conditions.flatMap(leavesOf))
    terms.set(subjectOf(leaf), [...(terms.get(subjectOf(leaf)) ?? []), leaf]);
  let assignments: Assignment[] = [new Map()];
  for (const [subject, leaves] of terms) {
    const cases = casesOf(leaves, node, asked);
    // A case that was left out would prove what is not so.
    if (
      cases.length === 0 ||
      assignments.length * cases.length > MAX_ASSIGNMENTS
    )
      return null;
    assignments = assignments.flatMap((assignment) =>
      cases.map((values) => new Map([...assignment, [subject, values]])),
    );
  }
  return assignments;
}

/** Whether a condition holds in one case. */
export function holdsIn(
  condition: Condition | null,
  assignment: Assignment,
): boolean {
  if (condition === null) return true;
  switch (condition.kind) {
    case "all":
      return condition.of.every((part) => holdsIn(part, assignment));
    case "any":
      return condition.of.some((part) => holdsIn(part, assignment));
    case "not":
      return !holdsIn(condition.of, assignment);
    default: {
      const values = assignment.get(subjectOf(condition)) ?? [];
      return values.some((value) => fits(value, condition));
    }
  }
}

function subjectOf(leaf: Leaf): string {
  switch (leaf.kind) {
    case "answer":
      return `answer ${leaf.step}`;
    case "range":
      return `${leaf.of} ${leaf.id}`;
    case "band":
      return `band ${leaf.score}`;
  }
}

/** Whether one value is among those that a condition asks for. */
export function fits(value: string, leaf: Leaf): boolean {
  if (leaf.kind !== "range") return leaf.in.includes(value);
  const { min, max } = leaf;
  // Without ends, it is whatever was answered.
  if (min === null && max === null) return true;
  return (
    Number(value) >= (min ?? Number.NEGATIVE_INFINITY) &&
    Number(value) <= (max ?? Number.POSITIVE_INFINITY)
  );
}

/** The values that a question, a score or a band can have, as far as these can tell them apart; none: nobody knows. */
export function casesOf(
  leaves: readonly Leaf[],
  { funnel, traits }: Pick<FunnelNode, "funnel" | "traits">,
  asked: (id: string) => Asked,
): (readonly string[])[] {
  const { steps, scores } = funnel;
  const [first] = leaves;
  if (first === undefined) return [];
  const named = [
    ...new Set(
      leaves.flatMap((leaf) => (leaf.kind === "range" ? [] : leaf.in)),
    ),
  ];
  if (first.kind === "band") {
    const score = scores.find((candidate) => candidate.id === first.score);
    return (score?.bands ?? []).map((band) => [band.id]);
  }
  const bounds = [...named.map(Number), ...leaves.flatMap(boundsOf)];
  if (first.kind === "range" && first.of === "score") {
    const score = scores.find((candidate) => candidate.id === first.id);
    const totals = score && totalsOf(score, { funnel, traits });
    return apart(totals ?? pointsOf(bounds).map(Number), leaves);
  }
  const points = pointsOf(bounds);
  const id = first.kind === "answer" ? first.step : first.id;
  const known = asked(id);
  if (known === "no") return [[]];
  const step = steps.find((candidate) => candidate.id === id);
  const signOf = (value: string) =>
    leaves.map((leaf) => fits(value, leaf)).join();
  const answers = answersOf(step, traits, { named, points, signOf });
  // None are known: nothing can be proved.
  return known === "yes" || answers.length === 0 ? answers : [[], ...answers];
}

/** Of numbers that no condition tells apart, one. */
function apart(numbers: readonly number[], leaves: readonly Leaf[]) {
  const known = new Map<string, readonly string[]>();
  for (const value of numbers.map(String)) {
    const truths = leaves.map((leaf) => fits(value, leaf)).join();
    if (!known.has(truths)) known.set(truths, [value]);
  }
  return [...known.values()];
}

function boundsOf(leaf: Leaf): number[] {
  return leaf.kind === "range"
    ? [leaf.min, leaf.max].filter((bound) => bound !== null)
    : [];
}
