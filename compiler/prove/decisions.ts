/** The ways of a funnel as one question after the other: is this condition met, and if not, is the next? */
import { isOnLoop } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import type { Condition } from "../shared/contract.ts";
import { addAll } from "./facts.ts";
import { targetsOf } from "./stops.ts";

/** One edge, and what is tried where its condition is not met. Steps that try the same from there on share it. */
interface Decision {
  readonly when: Condition | null;
  readonly targets: readonly number[];
  /** The position of the next one; null where there is none. */
  readonly rest: number | null;
  /** Whoever comes again may decide otherwise. */
  readonly isOnLoop: boolean;
}

export interface Decisions {
  readonly all: readonly Decision[];
  /** By step: the first for each reason to leave it. */
  readonly first: readonly (readonly number[])[];
  /** By step and edge. */
  readonly at: readonly (readonly number[])[];
}

const known = new WeakMap<FunnelNode, Decisions>();

export function decisionsOf(node: FunnelNode): Decisions {
  const decisions = known.get(node) ?? decide(node);
  known.set(node, decisions);
  return decisions;
}

/** The last step comes first, so that what is behind a decision mostly stands before it. */
function decide(node: FunnelNode): Decisions {
  const { steps } = node.funnel;
  const targets = targetsOf(node);
  const all: Decision[] = [];
  const positions = new Map<string, number>();
  const first: number[][] = steps.map(() => []);
  const at: number[][] = steps.map(() => []);
  for (const [step, { edges }] of [...steps.entries()].toReversed()) {
    const next = new Map<string, number>();
    const isAgain = isOnLoop(step, node.graph);
    for (const [n, { on, when }] of [...edges.entries()].toReversed()) {
      const one: Decision = {
        when,
        targets: targets[step]?.[n] ?? [],
        rest: when === null ? null : (next.get(on) ?? null),
        isOnLoop: isAgain,
      };
      const key = JSON.stringify(isAgain ? [one, step, n] : one);
      const position = positions.get(key) ?? all.length;
      if (position === all.length) all.push(one);
      positions.set(key, position);
      next.set(on, position);
      at[step]?.splice(0, 0, position);
    }
    first[step] = [...next.values()];
  }
  return { all, first, at };
}

/**
 * The decisions that make a difference to which visitors come to some steps, in which order, and which come to none:
 * those whose two ways do not lead to the same of them, or of each other, next. From steps for which `leads` is false
 * it makes none.
 */
export function decisive(
  { all, first }: Decisions,
  steps: ReadonlySet<number>,
  leads: readonly boolean[],
  chosen: ReadonlySet<number>,
): ReadonlySet<number> {
  const decisions = new Set(chosen);
  for (let before = -1; before !== decisions.size;) {
    before = decisions.size;
    const nextOf = nextBehind({ all, first }, steps, leads, decisions);
    for (const [n, { when, rest, targets, isOnLoop: isAgain }] of all.entries())
      if (when !== null && !decisions.has(n)) {
        const met = nextOf.targets(targets);
        const unmet = nextOf.decision(rest);
        const isSame = met.every((one, i) => one === unmet[i]);
        if (!isSame || (isAgain && targets.some((to) => leads[to])))
          decisions.add(n);
      }
  }
  return decisions;
}

/** What is come to next from a decision or from steps: a row with 1 for each step, decision, and last for an end. */
function nextBehind(
  { all, first }: Pick<Decisions, "all" | "first">,
  steps: ReadonlySet<number>,
  leads: readonly boolean[],
  decisions: ReadonlySet<number>,
) {
  const width = first.length + all.length + 1;
  const rowOf = (one: number) => {
    const row = new Uint8Array(width);
    row[one] = 1;
    return row;
  };
  const end = rowOf(width - 1);
  const rows = all.map((_, n) =>
    decisions.has(n) ? rowOf(first.length + n) : new Uint8Array(width),
  );
  const addStep = (into: Uint8Array, step: number): boolean => {
    const own = first[step] ?? [];
    if (leads[step] !== true || (own.length === 0 && !steps.has(step)))
      return addAll(into, end);
    if (!steps.has(step))
      return own.filter((one) => addAll(into, rows[one])).length > 0;
    const isNew = into[step] === 0;
    into[step] = 1;
    return isNew;
  };
  const rowBehind = (rest: number | null) =>
    rest === null ? end : (rows[rest] ?? end);
  for (let changed = true; changed;) {
    changed = false;
    for (const [n, { when, targets, rest }] of all.entries()) {
      const row = rows[n];
      if (row === undefined || decisions.has(n)) continue;
      for (const to of targets) if (addStep(row, to)) changed = true;
      if (when !== null && addAll(row, rowBehind(rest))) changed = true;
    }
  }
  return {
    decision: rowBehind,
    targets: (targets: readonly number[]) => {
      const row = new Uint8Array(width);
      for (const to of targets) addStep(row, to);
      return row;
    },
  };
}
