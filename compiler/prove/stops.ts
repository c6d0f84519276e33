import type { FunnelNode } from "../link/program.ts";
import type { Edge } from "../shared/contract.ts";
import { leavesOf } from "../shared/condition-leaves.ts";
import { truthOf, type ValuesOf } from "./conditions.ts";
import { type Facts, factIn } from "./facts.ts";
import { FIRST, type Signs, valuesIn, written } from "./signs.ts";
import type { Had } from "./wanted.ts";

/** What is the same for everybody who is at a step; facts by their positions. */
export interface Stop {
  /** These are known behind it. */
  readonly told: readonly number[];
  /** These are known behind it to whoever has chosen something. */
  readonly chosen: readonly number[];
  /** What each answer that is given there makes known; null where none decides anything. */
  readonly answers: readonly Given[] | null;
  /** These are bought by whoever accepts. */
  readonly bought: readonly number[];
  readonly edges: readonly Edge[];
  /** By edge: where it leads. */
  readonly targets: readonly (readonly number[])[];
  /** The steps among them before which nothing is forgotten. */
  readonly keeps: ReadonlySet<number>;
  /** The edges that are tried by whoever knows this. */
  readonly tried: (known: Signs) => readonly Try[];
}

/** An answer: its sign as a fact, and what it adds to facts that are totals. */
interface Given {
  readonly fact: number;
  readonly sign: number;
  /** Whether nothing was chosen. */
  readonly isEmpty: boolean;
  readonly adds: readonly { readonly total: number; readonly points: number }[];
}

/** An edge that is tried, and whether it is taken; null where some take it and some do not. */
interface Try {
  readonly edge: number;
  readonly isSure: boolean | null;
  /** Whether nobody knows that somebody does: a score that is not followed decides it, or whether it is tried. */
  readonly isOpen: boolean;
}

/** Whether the condition of an edge is looked at; else it is thought to hold for some and not for others. */
export type IsRead = (step: number, edge: number) => boolean;

/** What each step is to those who come to it. */
export function stopsOf(
  node: FunnelNode,
  facts: Facts,
  isRead: IsRead = () => true,
): Stop[] {
  const { all } = facts;
  const targets = targetsOf(node);
  const told = factsBy("known", all, node);
  const chosen = factsBy("chosen", all, node);
  const bought = factsBy("bought", all, node);
  return node.funnel.steps.map(({ edges }, step) => ({
    told: told[step] ?? [],
    chosen: chosen[step] ?? [],
    answers: answersAt(step, facts),
    bought: bought[step] ?? [],
    edges,
    targets: targets[step] ?? [],
    keeps: keptBefore(step, targets[step] ?? [], facts),
    tried: triedAt(edges, facts, (edge) => isRead(step, edge)),
  }));
}

function keptBefore(
  step: number,
  targets: readonly (readonly number[])[],
  { live }: Facts,
): Set<number> {
  const here = live[step] ?? [];
  return new Set(
    targets
      .flat()
      .filter((to) => here.every((one, fact) => one === live[to]?.[fact])),
  );
}

/** By step: the positions of what is known, chosen or bought there. */
function factsBy(
  kind: Had["kind"],
  all: Facts["all"],
  { funnel }: FunnelNode,
): number[][] {
  const rows = funnel.steps.map((): number[] => []);
  for (const [at, fact] of all.entries())
    if (fact.kind === kind) for (const step of fact.by) rows[step]?.push(at);
  return rows;
}

function answersAt(step: number, { all, totals }: Facts): Given[] | null {
  const asked = all.findLastIndex(
    (fact) => fact.kind === "answer" && fact.step === step,
  );
  const fact = all[asked];
  if (fact?.kind !== "answer") return null;
  return fact.cases.map((values, answer) => ({
    fact: asked,
    sign: FIRST + (fact.alike[answer] ?? answer),
    isEmpty: values.length === 0,
    adds: [...(fact.points[answer] ?? [])].flatMap(([score, points]) => {
      const total = totals.get(score);
      return total === undefined ? [] : [{ total, points }];
    }),
  }));
}

/** The edges that are tried, worked out once for all who know the same of what decides about them. */
function triedAt(
  edges: readonly Edge[],
  facts: Facts,
  isRead: (edge: number) => boolean,
): Stop["tried"] {
  if (edges.every(({ when }, n) => when === null || !isRead(n))) {
    const always = triedOf(edges, () => null, isRead);
    return () => always;
  }
  const read = edges.flatMap(({ when }, n) =>
    when === null || !isRead(n)
      ? []
      : leavesOf(when).flatMap((leaf) => factIn(leaf, facts) ?? []),
  );
  const known = new Map<string, readonly Try[]>();
  return (signs) => {
    const key = String.fromCharCode(...read.map((fact) => signs[fact] ?? 0));
    const before = known.get(key);
    if (before !== undefined) return before;
    const values = valuesIn(written(signs), facts);
    const tried = triedOf(edges, values, isRead);
    known.set(key, tried);
    return tried;
  };
}

/** The edges that are tried: of each kind all up to the first that is certainly taken. */
function triedOf(
  edges: readonly Edge[],
  valuesOf: ValuesOf,
  isRead: (edge: number) => boolean,
): Try[] {
  const closed = new Set<Edge["on"]>();
  const open = new Set<Edge["on"]>();
  return edges.flatMap(({ on, when }, edge) => {
    if (closed.has(on)) return [];
    const isLooked = when !== null && isRead(edge);
    const isSure = when === null || (isLooked ? truthOf(when, valuesOf) : null);
    if (isSure === true) closed.add(on);
    if (isLooked && isSure === null) open.add(on);
    return [{ edge, isSure, isOpen: open.has(on) }];
  });
}

/** By step and edge: the step that it leads to, and the other addresses of that page. */
export function targetsOf({ funnel, graph, asides }: FunnelNode): number[][][] {
  const { steps } = funnel;
  const index = new Map(steps.map(({ id }, i) => [id, i]));
  return steps.map(({ edges }, from) => {
    const named = new Set(edges.map(({ to }) => index.get(to)));
    const others = (graph.successors[from] ?? []).filter(
      (one) => asides.has(one) && !named.has(one),
    );
    return edges.map(({ to }) => {
      const target = index.get(to);
      if (target === undefined) return [];
      const { page } = steps[target] ?? {};
      return [target, ...others.filter((one) => steps[one]?.page === page)];
    });
  });
}
