import type { Edge } from "../shared/contract.ts";
import type { PageTraits } from "../schema/traits.ts";

type Flow = PageTraits["flow"];

/** The flow of one funnel by step position: who leads where, and what follows from it. */
export interface FlowGraph {
  readonly successors: readonly (readonly number[])[];
  /** Steps that some visitor can see, starting at the entry or another entrance. */
  readonly reachable: ReadonlySet<number>;
  /** Steps from which an end can be reached. */
  readonly finishing: ReadonlySet<number>;
  /** `dominators[i]` holds every step that lies on every way from an entrance to `i`, itself included. */
  readonly dominators: readonly ReadonlySet<number>[];
}

/**
 * Builds the graph of `steps`; the entry is the first, `flows[i]` is how step `i` is left. Visitors come to
 * `entrances` from outside as well. `twins[i]` are other addresses of step `i`: whoever can come to it can come to
 * them.
 */
export function buildGraph(
  steps: readonly { readonly id: string; readonly edges: readonly Edge[] }[],
  flows: readonly Flow[],
  entrances: ReadonlySet<number>,
  twins: readonly (readonly number[])[] = [],
): FlowGraph {
  const index = new Map(steps.map((step, i) => [step.id, i]));
  const together = (i: number) => [i, ...(twins[i] ?? [])];
  const successors = steps.map((step) => [
    ...new Set(
      step.edges.flatMap(({ to }) => {
        const target = index.get(to);
        return target === undefined ? [] : together(target);
      }),
    ),
  ]);
  const ends = flows.flatMap((flow, i) => (flow === "end" ? [i] : []));
  const roots = new Set(steps.length > 0 ? [...together(0), ...entrances] : []);
  const reachable = reachedFrom(successors, roots);
  return {
    successors,
    reachable,
    finishing: reachedFrom(reversed(successors), ends),
    dominators: dominatorsOf(successors, reachable, roots),
  };
}

/** The steps of `from`, and all that some way leads to from there. */
export function reachedFrom(
  next: readonly (readonly number[])[],
  from: Iterable<number>,
): Set<number> {
  const seen = new Set(from);
  for (const node of seen) for (const to of next[node] ?? []) seen.add(to);
  return seen;
}

function reversed(successors: readonly (readonly number[])[]): number[][] {
  const predecessors: number[][] = successors.map(() => []);
  successors.forEach((targets, from) =>
    targets.forEach((to) => predecessors[to]?.push(from)),
  );
  return predecessors;
}

/**
 * Iterative data flow: what all predecessors have in common, plus the step itself. A step that has not been come
 * to yet stands for everything, so that sets only ever shrink: otherwise loops would never settle.
 */
function dominatorsOf(
  successors: readonly (readonly number[])[],
  reachable: ReadonlySet<number>,
  roots: ReadonlySet<number>,
): ReadonlySet<number>[] {
  const predecessors = reversed(successors);
  const found = successors.map((_, node): Set<number> | undefined =>
    roots.has(node) ? new Set([node]) : undefined,
  );
  for (let changed = true; changed;) {
    changed = false;
    for (let node = 1; node < successors.length; node++) {
      if (!reachable.has(node) || roots.has(node)) continue;
      const before = (predecessors[node] ?? []).flatMap((p) => found[p] ?? []);
      if (before.length === 0) continue;
      const common = intersection(before);
      common.add(node);
      if (common.size === found[node]?.size) continue;
      found[node] = common;
      changed = true;
    }
  }
  return found.map((set) => set ?? new Set<number>());
}

function intersection(sets: readonly ReadonlySet<number>[]): Set<number> {
  const [first, ...others] = sets;
  const common = new Set(first);
  for (const other of others)
    for (const item of common) if (!other.has(item)) common.delete(item);
  return common;
}

/** How much of the quiz a step is: a screen to read counts little. */
const WEIGHTS: Readonly<Record<PageTraits["weight"], number>> = {
  full: 1,
  light: 0.35,
};

/**
 * The share of the quiz behind each step, from 0 at the entry to 1 after the last, by the longest way left;
 * null for offers, ends and the `entrances` before the quiz. It grows along every edge of a funnel without loops.
 */
export function progressOf(
  weights: readonly PageTraits["weight"][],
  flows: readonly Flow[],
  successors: readonly (readonly number[])[],
  entrances: ReadonlySet<number> = new Set(),
): (number | null)[] {
  const memo = new Map<number, number>();
  const left = (node: number): number => {
    if (flows[node] !== "forward") return 0;
    const known = memo.get(node);
    if (known !== undefined) return known;
    // A step that is being measured counts nothing: a loop must not count itself.
    memo.set(node, 0);
    const longest =
      weightOf(node) + Math.max(0, ...(successors[node] ?? []).map(left));
    memo.set(node, longest);
    return longest;
  };
  const weightOf = (node: number) =>
    entrances.has(node) ? 0 : WEIGHTS[weights[node] ?? "full"];
  const whole = left(0);
  return weights.map((_, i) =>
    flows[i] === "forward" && whole > 0 && !entrances.has(i)
      ? Math.round((1 - left(i) / whole) * 1000) / 1000
      : null,
  );
}

/** Whether a way leads from a step back to it. */
export function isOnLoop(step: number, { successors }: FlowGraph): boolean {
  const seen = new Set(successors[step]);
  for (const at of seen) for (const to of successors[at] ?? []) seen.add(to);
  return seen.has(step);
}
